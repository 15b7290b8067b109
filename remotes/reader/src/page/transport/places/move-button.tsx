import type { Direction } from '@andscene/screenplay/navigation'
import type { Ref } from 'react'
import { NextIcon, PreviousIcon } from '../../../icons.tsx'
import { IconButton } from '../icon-button.tsx'
import type { Step } from './listener-place.ts'

type Props = {
  ref?: Ref<HTMLButtonElement>
  step: Step
  direction: Direction
  onStep: (direction: Direction) => void
}

export const MoveButton = ({ ref, step: { name, can }, direction, onStep }: Props) => (
  <IconButton
    ref={ref}
    data-move={direction}
    name={direction === 'next' ? `Next ${name}` : `Previous ${name}`}
    hint=""
    disabled={!can[direction]}
    onClick={() => onStep(direction)}
  >
    {direction === 'next' ? <NextIcon /> : <PreviousIcon />}
  </IconButton>
)

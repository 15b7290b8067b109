import type { Direction } from '@andscene/screenplay/navigation'
import type { ComponentProps } from 'react'
import { NextIcon, PreviousIcon } from '../../../icons.tsx'
import type { Step } from './listener-place.ts'

type Props = Omit<ComponentProps<'button'>, 'type'> & {
  step: Step
  direction: Direction
  onStep: (direction: Direction) => void
}

/** To the next or previous one of a unit, where there is one. */
export const MoveButton = ({ step: { name, can }, direction, onStep, ...button }: Props) => (
  <button
    type="button"
    data-move={direction}
    aria-label={direction === 'next' ? `Next ${name}` : `Previous ${name}`}
    disabled={!can[direction]}
    onClick={() => onStep(direction)}
    {...button}
  >
    {direction === 'next' ? <NextIcon /> : <PreviousIcon />}
  </button>
)

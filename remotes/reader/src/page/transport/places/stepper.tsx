import type { Direction } from '@andscene/screenplay/navigation'
import { useLayoutEffect, useRef, type CSSProperties, type ReactNode, type Ref } from 'react'
import { NextIcon, PreviousIcon } from '../../../icons.tsx'
import { IconButton } from '../icon-button.tsx'
import styles from './stepper.module.css'
import { NO_NUMBER, type Step } from './listener-place.ts'

type Props = {
  step: Step
  /** Length of the longest value in characters, so that the layout does not shift. */
  widest?: number
  onStep: (direction: Direction) => void
  children?: ReactNode
}

/** The current value; screen readers read the meaning of a dash. */
export function PlaceText({ step: { value, dash } }: { step: Step }) {
  if (value !== NO_NUMBER || dash === undefined) return value
  return (
    <>
      <span aria-hidden="true">{value}</span>
      <span className="as-visually-hidden">{dash}</span>
    </>
  )
}

export function StepValue({ step, widest }: { step: Step; widest: number | undefined }) {
  const style = { '--widest': widest === undefined ? 0 : `${widest}ch` } as CSSProperties
  return (
    <span className={styles.value} style={style}>
      <PlaceText step={step} />
    </span>
  )
}

export function Stepper({ step, widest, onStep, children }: Props) {
  const { name, total, can } = step
  const move = { step, onStep }
  const previous = useRef<HTMLButtonElement>(null)
  const next = useRef<HTMLButtonElement>(null)
  // The pressed button is disabled at the end: focus the opposite one.
  useLayoutEffect(() => {
    const { activeElement } = document
    if (!can.next && activeElement === next.current) previous.current?.focus()
    else if (!can.previous && activeElement === previous.current) next.current?.focus()
  }, [can.next, can.previous])
  return (
    <fieldset className={styles.stepper} aria-label={name}>
      <MoveButton ref={previous} direction="previous" {...move} />
      {children ?? (
        <span className={styles.place}>
          <span className={styles.muted}>{name}</span> <StepValue step={step} widest={widest} />
          {total !== undefined && <span className={styles.total}> of {total}</span>}
        </span>
      )}
      <MoveButton ref={next} direction="next" {...move} />
    </fieldset>
  )
}

type MoveProps = {
  ref?: Ref<HTMLButtonElement>
  step: Step
  direction: Direction
  onStep: (direction: Direction) => void
}

export const MoveButton = ({ ref, step: { name, can }, direction, onStep }: MoveProps) => (
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

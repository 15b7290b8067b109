import type { Direction } from '@andscene/screenplay/navigation'
import type { ReactNode } from 'react'
import { NextIcon, PreviousIcon } from './icons.tsx'
import styles from './stepper.module.css'
import type { Step } from './use-place.ts'

type Props = {
  step: Step
  onStep: (direction: Direction) => void
  /** In place of the plain value. */
  children?: ReactNode
}

/** Previous and next of one unit, with where the reading is between them. */
export function Stepper({ step, onStep, children }: Props) {
  const { name, value, total, can } = step
  const button = (direction: Direction) => (
    <button
      type="button"
      className={styles.button}
      aria-label={direction === 'next' ? `Next ${name}` : `Previous ${name}`}
      disabled={!can[direction]}
      onClick={() => onStep(direction)}
    >
      {direction === 'next' ? <NextIcon /> : <PreviousIcon />}
    </button>
  )
  return (
    <fieldset className={styles.stepper} aria-label={name}>
      {button('previous')}
      {children ?? (
        <span className={styles.place}>
          <span className={styles.name}>{name}</span> <span className={styles.value}>{value}</span>
          {total !== undefined && <span className={styles.total}> of {total}</span>}
        </span>
      )}
      {button('next')}
    </fieldset>
  )
}

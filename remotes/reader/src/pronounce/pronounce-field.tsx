import parts from '@andscene/web-kit/parts.module.css'
import type { ReactNode } from 'react'

type Props = {
  id: string
  label: string
  problem: string | undefined
  hint?: ReactNode
  children: ReactNode
}

export const describedBy = (id: string, problem: string | undefined, hasHint = false) =>
  problem !== undefined
    ? { 'aria-invalid': true, 'aria-describedby': `${id}-problem`, status: 'error' as const }
    : hasHint
      ? { 'aria-describedby': `${id}-hint` }
      : {}

/** A labeled field with its problem, else its hint. */
export const PronounceField = ({ id, label, problem, hint, children }: Props) => (
  <div className={parts.field}>
    <label htmlFor={id}>{label}</label>
    {children}
    {problem !== undefined ? (
      <span id={`${id}-problem`} className={parts.problem} role="alert">
        {problem}
      </span>
    ) : (
      hint !== undefined && (
        <span id={`${id}-hint`} className={parts.hint}>
          {hint}
        </span>
      )
    )}
  </div>
)

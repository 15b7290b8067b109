import { useEffect, useRef, useState, type ReactNode } from 'react'
import { Failure, WideButton } from './account-card.tsx'
import styles from './account.module.css'
import type { Attempts, Run } from './use-attempts.ts'

type Props = {
  attempts: Attempts
  /** No field has a problem. */
  isGood: boolean
  run: Run
  sentenceOf: (error: unknown) => string
  button: string
  children: ReactNode
}

/** A form with its error and button. Submitting focuses the first invalid field (product §9), or begins an attempt. */
export function AccountForm({ attempts, isGood, run, sentenceOf, button, children }: Props) {
  const form = useRef<HTMLFormElement>(null)
  const [submissions, setSubmissions] = useState(0)

  useEffect(() => {
    if (submissions > 0) form.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus()
  }, [submissions])

  return (
    <form
      ref={form}
      className={styles.form}
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        setSubmissions(submissions + 1)
        attempts.submit(isGood, run, sentenceOf)
      }}
    >
      {children}
      {attempts.error && <Failure>{attempts.error}</Failure>}
      <WideButton type="submit" primary busy={attempts.running === 'form'}>
        {button}
      </WideButton>
    </form>
  )
}

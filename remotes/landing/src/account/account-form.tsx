import { useEffect, useRef, useState, type ReactNode } from 'react'
import styles from './account.module.css'

/**
 * A form that moves the focus to the first invalid field after a submit (product §9). `onSubmit` must ignore a second call
 * while an attempt runs.
 */
export function AccountForm({
  onSubmit,
  children,
}: {
  onSubmit: () => void | Promise<void>
  children: ReactNode
}) {
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
        void onSubmit()
      }}
    >
      {children}
    </form>
  )
}

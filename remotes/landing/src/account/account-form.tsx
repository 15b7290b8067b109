import { useEffect, useRef, useState, type ReactNode } from 'react'
import styles from './account.module.css'

/**
 * A form whose fields tell their problems once it was sent; the first field with one gets the focus (product §9). While an
 * attempt runs, `onSubmit` has to ignore another one.
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

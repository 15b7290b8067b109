import { useEffect, useRef, type ReactNode } from 'react'
import styles from './guest-bar.module.css'

type Props = { label: string; text: string; onClose: () => void; children: ReactNode }

/** What a button of the guest bar asks before it is done; Escape cancels. */
export function Question({ label, text, onClose, children }: Props) {
  const box = useRef<HTMLFieldSetElement>(null)
  useEffect(() => box.current?.focus(), [])
  useEffect(() => {
    const element = box.current
    const cancel = ({ key }: KeyboardEvent) => {
      if (key === 'Escape') onClose()
    }
    element?.addEventListener('keydown', cancel)
    return () => element?.removeEventListener('keydown', cancel)
  }, [onClose])
  return (
    <fieldset ref={box} className={styles.question} aria-label={label} tabIndex={-1}>
      <p>{text}</p>
      {children}
      <button type="button" className={styles.change} onClick={onClose}>
        Cancel
      </button>
    </fieldset>
  )
}

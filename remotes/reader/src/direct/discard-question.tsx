import { useEffect, useRef } from 'react'
import styles from './direct.module.css'

type Props = { onStay: () => void; onDiscard: () => void }

/** In the foot of the dialog: a window above it would hide the draft. */
export function DiscardQuestion({ onStay, onDiscard }: Props) {
  const stay = useRef<HTMLButtonElement>(null)
  useEffect(() => stay.current?.focus(), [])
  return (
    <div className={styles.problem} role="alert">
      <p>Discard your changes? This delivery is not kept as a take.</p>
      <button ref={stay} type="button" className="as-button" onClick={onStay}>
        Keep Editing
      </button>
      <button type="button" className="as-button" onClick={onDiscard}>
        Discard
      </button>
    </div>
  )
}

import { guestName, watchGuestName, type GuestSession } from '@andscene/web-kit/guest-session'
import { useRef, useState, useSyncExternalStore } from 'react'
import parts from '@andscene/web-kit/parts.module.css'
import { ForgetHere, KeepNotes } from './guest-questions.tsx'
import styles from './guest-bar.module.css'
import { NameForm } from './name-form.tsx'
import { isClaimKept } from './use-claim.ts'

type Props = { guest: GuestSession; scriptId: string }
type Asking = 'name' | 'keep' | 'forget'

export function GuestBar({ guest, scriptId }: Props) {
  const name = useSyncExternalStore(watchGuestName, () => guestName(scriptId))
  const [asking, setAsking] = useState<Asking | undefined>(() =>
    isClaimKept(guest.guestKey) ? 'keep' : undefined,
  )
  const buttons = useRef<Partial<Record<Asking, HTMLButtonElement | null>>>({})
  const close = () => {
    setAsking(undefined)
    requestAnimationFrame(() => asking && buttons.current[asking]?.focus())
  }
  const button = (what: Asking, text: string) => (
    <button
      ref={(element) => {
        buttons.current[what] = element
      }}
      type="button"
      className={parts.inlineButton}
      onClick={() => setAsking(what)}
    >
      {text}
    </button>
  )
  return (
    <aside className={styles.bar} aria-label="You listen as a guest">
      {asking === 'name' && (
        <NameForm
          scriptId={scriptId}
          className={styles.question}
          send="Save"
          onNamed={close}
          onCancel={close}
        />
      )}
      {asking === 'keep' && <KeepNotes guest={guest} scriptId={scriptId} onClose={close} />}
      {asking === 'forget' && <ForgetHere guest={guest} scriptId={scriptId} onClose={close} />}
      {asking === undefined && (
        <p className={styles.who}>
          <span>
            Listening as <b dir="auto">{name ?? 'Guest'}</b>
          </span>
          {button('name', name === undefined ? 'Your name' : 'Change name')}
          {guest.guestKey !== undefined && button('keep', 'Keep my notes')}
          {button('forget', 'Forget me here')}
        </p>
      )}
      <p>The writer sees how far you listened.</p>
    </aside>
  )
}

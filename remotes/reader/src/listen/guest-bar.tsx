import { GUEST_NAME_LIMIT } from '@andscene/contracts/limits'
import { guestName, watchGuestName, type GuestSession } from '@andscene/web-kit/guest-session'
import { useId, useRef, useState, useSyncExternalStore, type SubmitEvent } from 'react'
import { ForgetHere, KeepNotes } from './guest-questions.tsx'
import styles from './guest-bar.module.css'
import { isClaimKept } from './use-claim.ts'
import { useNaming } from './use-naming.ts'

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
      className={styles.change}
      onClick={() => setAsking(what)}
    >
      {text}
    </button>
  )
  return (
    <aside className={styles.bar} aria-label="You listen as a guest">
      {asking === 'name' && <NameForm scriptId={scriptId} name={name} onClose={close} />}
      {asking === 'keep' && <KeepNotes guest={guest} scriptId={scriptId} onClose={close} />}
      {asking === 'forget' && <ForgetHere guest={guest} scriptId={scriptId} onClose={close} />}
      {asking === undefined && (
        <p className={styles.who}>
          Listening as <b dir="auto">{name ?? 'Guest'}</b>
          {button('name', name === undefined ? 'Your name' : 'Change name')}
          {guest.guestKey !== undefined && button('keep', 'Keep my notes')}
          {button('forget', 'Forget me here')}
        </p>
      )}
      <p className={styles.told}>The writer sees how far you listened.</p>
    </aside>
  )
}

type FormProps = { scriptId: string; name: string | undefined; onClose: () => void }

function NameForm({ scriptId, name, onClose }: FormProps) {
  const id = useId()
  const [given, setGiven] = useState(name ?? '')
  const { tell, isBusy, failure } = useNaming(scriptId, { onNamed: onClose })
  const submit = (event: SubmitEvent) => {
    event.preventDefault()
    void tell(given)
  }
  return (
    <form className={styles.form} onSubmit={submit}>
      <label htmlFor={id}>Your name</label>
      <input
        id={id}
        // oxlint-disable-next-line jsx-a11y/no-autofocus -- the person has just asked for it
        autoFocus
        value={given}
        maxLength={GUEST_NAME_LIMIT}
        autoComplete="name"
        dir="auto"
        onChange={({ target }) => setGiven(target.value)}
        onKeyDown={({ key }) => key === 'Escape' && onClose()}
      />
      <button type="submit" className="as-button" aria-busy={isBusy || undefined}>
        Save
      </button>
      <button type="button" className={styles.change} onClick={onClose}>
        Cancel
      </button>
      {failure && <span role="alert">{failure}</span>}
    </form>
  )
}

import { GUEST_NAME_LIMIT } from '@andscene/contracts/limits'
import { guestName, watchGuestName } from '@andscene/web-kit/guest-session'
import { useId, useRef, useState, useSyncExternalStore, type SubmitEvent } from 'react'
import styles from './guest-bar.module.css'
import { useNaming } from './use-naming.ts'

/** As whom a guest listens, and what the writer sees of it. */
export function GuestBar({ scriptId }: { scriptId: string }) {
  const name = useSyncExternalStore(watchGuestName, () => guestName(scriptId))
  const [isNaming, setNaming] = useState(false)
  const button = useRef<HTMLButtonElement>(null)
  const close = () => {
    setNaming(false)
    requestAnimationFrame(() => button.current?.focus())
  }
  return (
    <aside className={styles.bar} aria-label="You listen as a guest">
      {isNaming ? (
        <NameForm scriptId={scriptId} name={name} onClose={close} />
      ) : (
        <p className={styles.who}>
          Listening as <b dir="auto">{name ?? 'Guest'}</b>
          <button ref={button} type="button" className={styles.change} onClick={() => setNaming(true)}>
            {name === undefined ? 'Say who you are' : 'Change'}
          </button>
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

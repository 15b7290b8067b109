import { GUEST_NAME_LIMIT } from '@andscene/contracts/limits'
import { isGuest } from '@andscene/web-kit/api-client'
import { classNames } from '@andscene/web-kit/class-names'
import { guestName, watchGuestName } from '@andscene/web-kit/guest-session'
import parts from '@andscene/web-kit/parts.module.css'
import {
  useEffect,
  useId,
  useRef,
  useState,
  useSyncExternalStore,
  type ReactNode,
  type SubmitEvent,
} from 'react'
import { useNaming } from '../listen/use-naming.ts'
import { useOpenScript } from '../page/open-script.ts'
import styles from './guest-name.module.css'

/** A guest without a name: notes, replies and decisions about notes require one. */
export const needsName = (scriptId: string): boolean => isGuest() && guestName(scriptId) === undefined

/** What comes after a guest has said who they are: before their first note, and once (product §11). */
export function GuestNameFirst({ children }: { children: ReactNode }) {
  const { script } = useOpenScript()
  const isUnknown = useSyncExternalStore(watchGuestName, () => needsName(script._id))
  return isUnknown ? <NameForm scriptId={script._id} /> : children
}

export function NameForm({ scriptId, onNamed }: { scriptId: string; onNamed?: () => void }) {
  const [name, setName] = useState('')
  const field = useRef<HTMLInputElement>(null)
  const id = useId()
  const { tell, isBusy, failure } = useNaming(scriptId, { onNamed, onEmpty: () => field.current?.focus() })
  useEffect(() => field.current?.focus({ preventScroll: true }), [])
  const submit = (event: SubmitEvent) => {
    event.preventDefault()
    void tell(name)
  }
  return (
    <form className={classNames(parts.field, styles.form)} onSubmit={submit}>
      <label htmlFor={id}>Your name</label>
      <p id={`${id}-why`} className={parts.hint}>
        The writer sees it with your notes.
      </p>
      <input
        ref={field}
        id={id}
        value={name}
        maxLength={GUEST_NAME_LIMIT}
        autoComplete="name"
        dir="auto"
        aria-describedby={`${id}-why`}
        onChange={({ target }) => setName(target.value)}
      />
      {failure && (
        <p role="alert" className={parts.problem}>
          {failure}
        </p>
      )}
      <button
        type="submit"
        className="as-button as-button-primary"
        aria-busy={isBusy || undefined}
        aria-disabled={name.trim() === '' || undefined}
      >
        Continue
      </button>
    </form>
  )
}

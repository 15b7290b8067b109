import { GUEST_NAME_LIMIT } from '@andscene/contracts/limits'
import { nameGuest } from '@andscene/contracts/routes/sharing'
import { call } from '@andscene/web-kit/api-client'
import { guestName, setGuestName } from '@andscene/web-kit/guest-session'
import parts from '@andscene/web-kit/parts.module.css'
import { useEffect, useId, useRef, useState, type SubmitEvent } from 'react'

type Props = {
  scriptId: string
  className: string | undefined
  hint?: string
  send: string
  onNamed?: (() => void) | undefined
  onCancel?: () => void
}

export function NameForm({ scriptId, className, hint, send, onNamed, onCancel }: Props) {
  const id = useId()
  const field = useRef<HTMLInputElement>(null)
  const [name, setName] = useState(() => guestName(scriptId) ?? '')
  const [isBusy, setBusy] = useState(false)
  const [failure, setFailure] = useState<string>()
  useEffect(() => field.current?.focus({ preventScroll: true }), [])
  const given = name.trim()
  const store = async () => {
    setBusy(true)
    setFailure(undefined)
    try {
      const { data } = await call(nameGuest, { params: { id: scriptId }, body: { name: given } })
      setGuestName(scriptId, data.guest.name ?? given)
      onNamed?.()
    } catch (error) {
      setFailure((error as Error).message)
      setBusy(false)
    }
  }
  const submit = (event: SubmitEvent) => {
    event.preventDefault()
    if (given === '') field.current?.focus()
    else if (!isBusy) void store()
  }
  return (
    <form className={className} onSubmit={submit}>
      <label htmlFor={id}>Your name</label>
      {hint !== undefined && (
        <p id={`${id}-hint`} className={parts.hint}>
          {hint}
        </p>
      )}
      <input
        ref={field}
        id={id}
        className={parts.input}
        value={name}
        maxLength={GUEST_NAME_LIMIT}
        autoComplete="name"
        dir="auto"
        aria-describedby={hint && `${id}-hint`}
        onChange={({ target }) => setName(target.value)}
        onKeyDown={({ key }) => key === 'Escape' && onCancel?.()}
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
        aria-disabled={given === '' || undefined}
      >
        {send}
      </button>
      {onCancel && (
        <button type="button" className={parts.inlineButton} onClick={onCancel}>
          Cancel
        </button>
      )}
    </form>
  )
}

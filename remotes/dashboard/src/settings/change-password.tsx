import parts from '@andscene/web-kit/parts.module.css'
import { useFailure } from '@andscene/web-kit/failure'
import { changePassword, passwordPolicyMisses } from '@andscene/web-kit/identity'
import { changePasswordError, policyError } from '@andscene/web-kit/identity-errors'
import { confirmProblem, newPasswordProblem, PASSWORD_RULES } from '@andscene/web-kit/password-rules'
import { useSnackbar } from '@andscene/web-kit/snackbar'
import { Alert, Button, Flex, type InputRef } from 'antd'
import { useEffect, useId, useRef, useState, type FormEvent } from 'react'
import { PasswordField, UNKNOWN_SIGN_IN, useHasPassword } from './password-field.tsx'
import { Row } from './section.tsx'
import styles from './settings-page.module.css'

/** The password: a form to change it, or a sentence if the user has none (product §2). */
export function ChangePassword() {
  const has = useHasPassword()
  const failure = useFailure(has)
  const [isOpen, setOpen] = useState(false)
  const snackbar = useSnackbar()
  const opener = useRef<HTMLButtonElement>(null)
  const close = () => {
    setOpen(false)
    opener.current?.focus()
  }
  if (failure) {
    return (
      <Row name="Password" hint={UNKNOWN_SIGN_IN}>
        <Button aria-disabled={has.isFetching} onClick={() => void has.refetch({ cancelRefetch: false })}>
          Retry
        </Button>
      </Row>
    )
  }
  if (has.data === false)
    return <Row name="Password" hint="You sign in with Google, so there is no password to change here." />
  return (
    <>
      <Row name="Password" hint="You stay logged in here. Other devices have to log in again.">
        <Button ref={opener} disabled={has.isPending} aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
          Change Password
        </Button>
      </Row>
      {isOpen && (
        <PasswordForm
          onCancel={close}
          onChanged={() => {
            close()
            snackbar.success('Your password has been changed.')
          }}
        />
      )}
    </>
  )
}

function PasswordForm({ onCancel, onChanged }: { onCancel: () => void; onChanged: () => void }) {
  const [current, setCurrent] = useState('')
  const [next, setNext] = useState('')
  const [confirmation, setConfirmation] = useState('')
  const [checked, setChecked] = useState(false)
  const [busy, setBusy] = useState(false)
  const [error, setError] = useState<string>()
  const currentField = useRef<InputRef>(null)
  const nextField = useRef<InputRef>(null)
  const confirmationField = useRef<InputRef>(null)
  const rulesId = useId()
  const problems = [
    current ? undefined : 'Password is required',
    newPasswordProblem(next) ??
      (next === current ? 'Please choose a password that you do not use now' : undefined),
    confirmProblem(next, confirmation),
  ] as const
  const shown = checked ? problems : []
  useEffect(() => currentField.current?.focus(), [])

  const submit = async (event: FormEvent) => {
    event.preventDefault()
    setChecked(true)
    setError(undefined)
    const bad = problems.findIndex(Boolean)
    const fields = [currentField, nextField, confirmationField]
    if (bad >= 0) return fields[bad]?.current?.focus()
    if (busy) return
    setBusy(true)
    try {
      const misses = await passwordPolicyMisses(next)
      if (misses?.length) return setError(policyError(misses))
      await changePassword(current, next)
      onChanged()
    } catch (failure) {
      setError(changePasswordError(failure))
    } finally {
      setBusy(false)
    }
  }

  return (
    <form
      className={styles.form}
      aria-label="Change password"
      noValidate
      onSubmit={(event) => void submit(event)}
    >
      <PasswordField
        ref={currentField}
        label="Current password"
        autoComplete="current-password"
        value={current}
        onChange={setCurrent}
        problem={shown[0]}
      />
      <PasswordField
        ref={nextField}
        label="New password"
        autoComplete="new-password"
        value={next}
        onChange={setNext}
        problem={shown[1]}
        hintId={rulesId}
      />
      <ul id={rulesId} className={parts.rules}>
        {PASSWORD_RULES.map(({ text, met }) => (
          <li key={text} data-met={met(next) || undefined}>
            {text}
            {met(next) && <span className="as-visually-hidden">, met</span>}
          </li>
        ))}
      </ul>
      <PasswordField
        ref={confirmationField}
        label="Confirm new password"
        autoComplete="new-password"
        value={confirmation}
        onChange={setConfirmation}
        problem={shown[2]}
      />
      {error && <Alert role="alert" type="error" showIcon title={error} />}
      <Flex justify="end" gap={12}>
        <Button onClick={onCancel} disabled={busy}>
          Cancel
        </Button>
        <Button type="primary" htmlType="submit" loading={busy}>
          {busy ? 'Loading...' : 'Save Password'}
        </Button>
      </Flex>
    </form>
  )
}

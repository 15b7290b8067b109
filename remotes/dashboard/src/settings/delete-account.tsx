import { deleteAccount } from '@andscene/contracts/routes/account'
import { ApiError, call } from '@andscene/web-kit/api-client'
import { useFailure } from '@andscene/web-kit/failure'
import { confirmPerson } from '@andscene/web-kit/identity'
import { confirmError } from '@andscene/web-kit/identity-errors'
import { useSession } from '@andscene/web-kit/session'
import { useSnackbar } from '@andscene/web-kit/snackbar'
import { forgetSubscription } from '@andscene/web-kit/storage-keys'
import { useMutation } from '@tanstack/react-query'
import { Alert, Button, Modal, type InputRef } from 'antd'
import { useId, useRef, useState, type FormEvent } from 'react'
import { PasswordField, UNKNOWN_SIGN_IN, useHasPassword } from './password-field.tsx'
import { Row } from './section.tsx'
import styles from './settings-page.module.css'

/** Deletes the account after a confirmation (product §2, §7). */
export function DeleteAccount() {
  const [isOpen, setOpen] = useState(false)
  const has = useHasPassword()
  const failure = useFailure(has)
  return (
    <>
      <Row
        name="Delete account"
        hint={failure ? UNKNOWN_SIGN_IN : 'Permanently deletes your account and everything in it.'}
      >
        {failure ? (
          <Button aria-disabled={has.isFetching} onClick={() => void has.refetch({ cancelRefetch: false })}>
            Retry
          </Button>
        ) : (
          <Button
            danger
            className={styles.delete ?? ''}
            disabled={has.isPending}
            onClick={() => setOpen(true)}
          >
            Delete Account
          </Button>
        )}
      </Row>
      <DeletionDialog isOpen={isOpen} hasPassword={has.data === true} onCancel={() => setOpen(false)} />
    </>
  )
}

type Props = { isOpen: boolean; hasPassword: boolean; onCancel: () => void }

function DeletionDialog({ isOpen, hasPassword, onCancel }: Props) {
  const formId = useId()
  const field = useRef<InputRef>(null)
  const [password, setPassword] = useState('')
  const [checked, setChecked] = useState(false)
  const deletion = useDeletion()
  const submit = (event: FormEvent) => {
    event.preventDefault()
    setChecked(true)
    if (hasPassword && !password) return field.current?.focus()
    if (!deletion.isPending) deletion.mutate(hasPassword ? password : undefined)
  }
  return (
    <Modal
      open={isOpen}
      title="Delete your account?"
      okText={deletion.isPending ? 'Deleting...' : 'Delete Account'}
      okButtonProps={{ danger: true, htmlType: 'submit', form: formId, loading: deletion.isPending }}
      cancelButtonProps={{ disabled: deletion.isPending }}
      closable={!deletion.isPending}
      keyboard={!deletion.isPending}
      mask={{ closable: false }}
      onCancel={onCancel}
      afterOpenChange={(shown) => shown && field.current?.focus()}
      afterClose={() => {
        setPassword('')
        setChecked(false)
        deletion.reset()
      }}
    >
      <form id={formId} className={styles.dialog} noValidate onSubmit={submit}>
        <p>This deletes, on all your devices:</p>
        <ul className={styles.losses}>
          <li>your scripts and who is cast in them</li>
          <li>all audio made for them</li>
          <li>where you stopped in each script, your preferences and your default voice</li>
          <li>your sign-up to the launch list, if you verified your email address</li>
          <li>your login</li>
        </ul>
        <p>
          <strong>This action cannot be undone.</strong>
        </p>
        {hasPassword ? (
          <PasswordField
            ref={field}
            label="Password"
            autoComplete="current-password"
            value={password}
            onChange={setPassword}
            disabled={deletion.isPending}
            problem={checked && !password ? 'Password is required' : undefined}
          />
        ) : (
          <p>Google will ask you to choose your account again.</p>
        )}
        {deletion.error && <Alert role="alert" type="error" showIcon title={sentenceOf(deletion.error)} />}
      </form>
    </Modal>
  )
}

const isOfNobody = (error: unknown) =>
  error instanceof ApiError
    ? error.status === 401
    : error instanceof Error && 'code' in error && error.code === 'auth/user-not-found'

/** Without a response, the account may have been deleted. After a 429 or 503 it was not. */
const isLost = (error: unknown) =>
  error instanceof ApiError &&
  (['NETWORK', 'TIMEOUT'].includes(error.code) || [502, 504].includes(error.status))

const sentenceOf = (error: Error) =>
  error instanceof ApiError ? `Failed to delete your account: ${error.message}` : confirmError(error)

/** How long the backend accepts a reauthentication (product §7). Milliseconds. */
const PROOF_MS = 5 * 60_000

/** The reauthentication of a deletion that got no response: the account may no longer exist. */
type Lost = { password: string | undefined; at: number }

/** Deletes the account after reauthenticating with the password, or with Google's popup if it is undefined. */
function useDeletion() {
  const { user, signOut } = useSession()
  const snackbar = useSnackbar()
  const lost = useRef<Lost>(undefined)
  return useMutation({
    mutationFn: async (password: string | undefined) => {
      const before = lost.current
      const isProven = before?.password === password && Date.now() - (before?.at ?? 0) < PROOF_MS
      const proof = before && isProven ? before : { password, at: Date.now() }
      try {
        if (proof !== before) await confirmPerson(password)
        lost.current = undefined
        await call(deleteAccount, {})
      } catch (error) {
        if (isOfNobody(error) && (before || !(error instanceof ApiError))) return
        if (isLost(error)) lost.current = proof
        throw error
      }
    },
    // A retry would open another popup, or count as another login attempt.
    retry: false,
    onSuccess: async () => {
      if (user?.email) forgetSubscription(user.email)
      await signOut(undefined, { asks: false }).catch(() => undefined)
      snackbar.success('Your account has been deleted.', { staysOnNavigation: true })
    },
  })
}

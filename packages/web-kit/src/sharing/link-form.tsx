import { LINK_DAYS, LINK_NAME_LIMIT, PASSPHRASE_LEAST, PASSPHRASE_LIMIT } from '@andscene/contracts/limits'
import type { LinkRole } from '@andscene/contracts/sharing/roles'
import { Button, Flex, Input, InputNumber, type InputRef } from 'antd'
import { useEffect, useId, useRef, useState, type SubmitEvent } from 'react'
import { RoleField } from './dialog-parts.tsx'
import { classNames } from '../components/class-names.ts'
import parts from '../theme/parts.module.css'
import styles from './share-dialog.module.css'
import { creatingLink, useChange, type CreatedLink } from './sharing-query.ts'
import { expiryText, ROLE_HINTS } from './sharing-text.ts'

const ROLES = ['commenter', 'listener'] as const
const QUICK_DAYS = [7, 30, 90, 365]

type Props = {
  scriptId: string
  isWanted: boolean
  onCreated: (created: CreatedLink) => void
  onCancel?: (() => void) | undefined
}

export function LinkForm({ scriptId, isWanted, onCreated, onCancel }: Props) {
  const id = useId()
  const nameField = useRef<InputRef>(null)
  const phraseField = useRef<InputRef>(null)
  const [name, setName] = useState('')
  const [role, setRole] = useState<LinkRole>('commenter')
  const [days, setDays] = useState<number>(LINK_DAYS.usual)
  const [passphrase, setPassphrase] = useState('')
  const [isTried, setTried] = useState(false)
  useEffect(() => {
    if (isWanted) nameField.current?.focus()
  }, [isWanted])
  const create = useChange(scriptId, creatingLink(scriptId), { onSuccess: onCreated })
  const nameProblem = isTried && !name.trim() ? 'Give the link a name' : undefined
  const phraseProblem =
    isTried && passphrase && passphrase.length < PASSPHRASE_LEAST
      ? `At least ${PASSPHRASE_LEAST} characters`
      : undefined

  const submit = (event: SubmitEvent) => {
    event.preventDefault()
    if (create.isPending) return
    setTried(true)
    if (!name.trim()) return nameField.current?.focus()
    if (passphrase && passphrase.length < PASSPHRASE_LEAST) return phraseField.current?.focus()
    create.mutate({ name: name.trim(), role, days, ...(passphrase && { passphrase }) })
  }
  return (
    <form className={parts.stack} noValidate onSubmit={submit}>
      <div className={styles.pair}>
        <Field id={id} label="Name of the link" problem={nameProblem}>
          <Input
            ref={nameField}
            id={id}
            dir="auto"
            autoComplete="off"
            placeholder="Producers"
            maxLength={LINK_NAME_LIMIT}
            value={name}
            onChange={({ target }) => setName(target.value)}
            {...invalid(id, nameProblem)}
          />
        </Field>
        <RoleField id={id} roles={ROLES} value={role} onChange={setRole} />
      </div>
      <p id={`${id}-hint`} className={parts.hint}>
        {ROLE_HINTS[role]} Guests see the name on every page.
      </p>
      <div className={styles.pair}>
        <div className={parts.field}>
          <label htmlFor={`${id}-days`}>Expires in days</label>
          <Flex wrap gap={6}>
            <InputNumber
              id={`${id}-days`}
              style={{ width: 84 }}
              min={LINK_DAYS.least}
              max={LINK_DAYS.most}
              precision={0}
              inputMode="numeric"
              value={days}
              onChange={(value) => setDays(value ?? LINK_DAYS.usual)}
              aria-describedby={`${id}-expiry`}
            />
            {QUICK_DAYS.map((count) => (
              <button
                key={count}
                type="button"
                className={classNames(parts.textButton, styles.quick)}
                aria-label={`${count} days`}
                aria-pressed={days === count}
                onClick={() => setDays(count)}
              >
                {count}
              </button>
            ))}
          </Flex>
          <p id={`${id}-expiry`} className={parts.hint}>
            {expiryText(days)}
          </p>
        </div>
        <Field id={`${id}-phrase`} label="Passphrase (optional)" problem={phraseProblem}>
          <Input
            ref={phraseField}
            id={`${id}-phrase`}
            dir="auto"
            autoComplete="off"
            spellCheck={false}
            maxLength={PASSPHRASE_LIMIT}
            value={passphrase}
            onChange={({ target }) => setPassphrase(target.value)}
            {...invalid(`${id}-phrase`, phraseProblem)}
          />
        </Field>
      </div>
      {create.error && (
        <p className={parts.problem} role="alert" dir="auto">
          {create.error.message}
        </p>
      )}
      <Flex gap={12} className={styles.buttons ?? ''}>
        <Button type="primary" htmlType="submit" loading={create.isPending}>
          Create link
        </Button>
        {onCancel && <Button onClick={onCancel}>Cancel</Button>}
      </Flex>
    </form>
  )
}

const invalid = (id: string, problem: string | undefined) => ({
  'aria-invalid': problem !== undefined,
  ...(problem !== undefined && { status: 'error' as const, 'aria-describedby': `${id}-problem` }),
})

type FieldProps = { id: string; label: string; problem: string | undefined; children: React.ReactNode }

const Field = ({ id, label, problem, children }: FieldProps) => (
  <div className={parts.field}>
    <label htmlFor={id}>{label}</label>
    {children}
    {problem && (
      <p id={`${id}-problem`} className={parts.problem}>
        {problem}
      </p>
    )}
  </div>
)

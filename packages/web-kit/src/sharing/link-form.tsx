import { LINK_DAYS, PASSPHRASE_LEAST, PASSPHRASE_LIMIT } from '@andscene/contracts/limits'
import type { LinkRole } from '@andscene/contracts/sharing/roles'
import type { ShareLink } from '@andscene/contracts/sharing/sharing'
import { Button, Flex, Input, type InputRef } from 'antd'
import { useEffect, useId, useRef, useState, type SubmitEvent } from 'react'
import { RoleField } from './dialog-parts.tsx'
import { DaysField, daysProblem, Field, invalid, NameField, nameProblem } from './link-fields.tsx'
import parts from '../theme/parts.module.css'
import styles from './share-dialog.module.css'
import { creatingLink, useChange, type CreatedLink } from './sharing-query.ts'
import { copyName, daysOf, ROLE_HINTS } from './sharing-text.ts'

const ROLES = ['commenter', 'listener'] as const

type Props = {
  scriptId: string
  isWanted: boolean
  /** A link with the same name, role and number of days is made. */
  original?: ShareLink | undefined
  onCreated: (created: CreatedLink) => void
  onCancel?: (() => void) | undefined
}

export function LinkForm({ scriptId, isWanted, original, onCreated, onCancel }: Props) {
  const id = useId()
  const nameField = useRef<InputRef>(null)
  const phraseField = useRef<InputRef>(null)
  const [name, setName] = useState(original ? copyName(original.name) : '')
  const [role, setRole] = useState<LinkRole>(original?.role ?? 'commenter')
  const [days, setDays] = useState<number | null>(original ? daysOf(original) : LINK_DAYS.usual)
  const [passphrase, setPassphrase] = useState('')
  const [isTried, setTried] = useState(false)
  useEffect(() => {
    if (isWanted) nameField.current?.focus()
  }, [isWanted])
  const create = useChange(scriptId, creatingLink(scriptId), { onSuccess: onCreated })
  const phraseProblem =
    passphrase && passphrase.length < PASSPHRASE_LEAST ? `At least ${PASSPHRASE_LEAST} characters` : undefined

  const submit = (event: SubmitEvent) => {
    event.preventDefault()
    if (create.isPending) return
    setTried(true)
    if (nameProblem(name)) return nameField.current?.focus()
    if (days === null || daysProblem(days)) return document.getElementById(`${id}-days`)?.focus()
    if (phraseProblem) return phraseField.current?.focus()
    create.mutate({ name: name.trim(), role, days, ...(passphrase && { passphrase }) })
  }
  return (
    <form className={parts.stack} noValidate onSubmit={submit}>
      {original && (
        <p className={parts.hint}>
          A copy of “<bdi>{original.name}</bdi>” with its own address.
          {original.hasPassphrase && ' The passphrase is not copied.'}
        </p>
      )}
      <div className={styles.pair}>
        <NameField
          id={id}
          input={nameField}
          value={name}
          onChange={setName}
          problem={isTried ? nameProblem(name) : undefined}
        />
        <RoleField id={id} roles={ROLES} value={role} onChange={setRole} />
      </div>
      <p id={`${id}-hint`} className={parts.hint}>
        {ROLE_HINTS[role]} Guests see the name on every page.
      </p>
      <div className={styles.pair}>
        <DaysField id={`${id}-days`} value={days} onChange={setDays} isTried={isTried} />
        <Field
          id={`${id}-phrase`}
          label="Passphrase (optional)"
          problem={isTried ? phraseProblem : undefined}
        >
          <Input
            ref={phraseField}
            id={`${id}-phrase`}
            dir="auto"
            autoComplete="off"
            spellCheck={false}
            maxLength={PASSPHRASE_LIMIT}
            value={passphrase}
            onChange={({ target }) => setPassphrase(target.value)}
            {...invalid(`${id}-phrase`, isTried ? phraseProblem : undefined)}
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

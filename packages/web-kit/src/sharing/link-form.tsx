import { LINK_DAYS, PASSPHRASE_LEAST, PASSPHRASE_LIMIT } from '@andscene/contracts/limits'
import type { LinkRole } from '@andscene/contracts/sharing/roles'
import type { ShareLink } from '@andscene/contracts/sharing/sharing'
import { Button, Flex, Input, type InputRef } from 'antd'
import { useEffect, useRef, useState, type SubmitEvent } from 'react'
import type { Draft } from '@andscene/contracts/drafts'
import { ChangesField } from './changes-link.tsx'
import { RoleField } from './dialog-parts.tsx'
import { DaysField, Field, invalid, NameField, Rejection, useLinkFields } from './link-fields.tsx'
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
  /** The drafts that the present one can be compared with. */
  drafts: readonly Draft[]
  onCreated: (created: CreatedLink) => void
  onCancel?: (() => void) | undefined
}

export function LinkForm({ scriptId, isWanted, original, drafts, onCreated, onCancel }: Props) {
  const fields = useLinkFields({
    name: original ? copyName(original.name) : '',
    days: original ? daysOf(original) : LINK_DAYS.usual,
  })
  const { id, nameInput, isTried } = fields
  const phraseField = useRef<InputRef>(null)
  const [role, setRole] = useState<LinkRole>(original?.role ?? 'commenter')
  const [passphrase, setPassphrase] = useState('')
  const [wantedSince, setSince] = useState(original?.changesSince)
  // The draft may have been deleted.
  const changesSince = drafts.find(({ number }) => number === wantedSince)?.number
  useEffect(() => {
    if (isWanted) nameInput.current?.focus()
  }, [isWanted, nameInput])
  const create = useChange(scriptId, creatingLink(scriptId), { onSuccess: onCreated })
  const phraseProblem =
    passphrase && passphrase.length < PASSPHRASE_LEAST ? `At least ${PASSPHRASE_LEAST} characters` : undefined

  const submit = (event: SubmitEvent) => {
    event.preventDefault()
    if (create.isPending) return
    const wanted = fields.check()
    if (!wanted) return
    if (phraseProblem) return phraseField.current?.focus()
    create.mutate({
      ...wanted,
      role,
      ...(passphrase && { passphrase }),
      ...(changesSince !== undefined && { changesSince }),
    })
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
        <NameField {...fields.nameField} />
        <RoleField id={id} roles={ROLES} value={role} onChange={setRole} />
      </div>
      <p id={`${id}-hint`} className={parts.hint}>
        {ROLE_HINTS[role]} Guests see the name on every page.
      </p>
      <div className={styles.pair}>
        <DaysField {...fields.daysField} />
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
      <ChangesField drafts={drafts} value={changesSince} onChange={setSince} />
      <Rejection error={create.error} />
      <Flex gap={12} className={styles.buttons ?? ''}>
        <Button type="primary" htmlType="submit" loading={create.isPending}>
          Create link
        </Button>
        {onCancel && <Button onClick={onCancel}>Cancel</Button>}
      </Flex>
    </form>
  )
}

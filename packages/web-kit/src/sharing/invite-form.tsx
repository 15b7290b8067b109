import { EMAIL_FORM, EMAIL_LIMIT } from '@andscene/contracts/limits'
import type { InvitedRole } from '@andscene/contracts/sharing/roles'
import type { Collaborator } from '@andscene/contracts/sharing/sharing'
import { Button, Input, type InputRef } from 'antd'
import { useId, useState, type RefObject, type SubmitEvent } from 'react'
import { mailboxAddress } from '../config.ts'
import { useSnackbar } from '../components/snackbar.tsx'
import { InvitationLink } from './invitation-link.tsx'
import { RoleField } from './dialog-parts.tsx'
import parts from '../theme/parts.module.css'
import styles from './share-dialog.module.css'
import { inviting, useChange } from './sharing-query.ts'
import { ROLE_HINTS, ROLE_NAMES } from './sharing-text.ts'

const ROLES = ['editor', 'commenter', 'listener'] as const
const EMAIL = new RegExp(EMAIL_FORM)

type Props = {
  scriptId: string
  /** Undefined while loading. */
  people: readonly Collaborator[] | undefined
  field: RefObject<InputRef | null>
}

export function InviteForm({ scriptId, people, field }: Props) {
  const id = useId()
  const snackbar = useSnackbar()
  const [email, setEmail] = useState('')
  const [role, setRole] = useState<InvitedRole>('commenter')
  const [problem, setProblem] = useState<string>()
  const [invited, setInvited] = useState<Collaborator>()
  const invite = useChange(scriptId, inviting(scriptId), {
    onSuccess: (person) => {
      setEmail('')
      setInvited(person)
      snackbar.success(`${person.email} is invited as ${ROLE_NAMES[person.role]}.`)
    },
    onError: (error) => setProblem(error.message),
  })
  // The result of sending the mail arrives after the invitation.
  const present = people?.find(({ _id }) => _id === invited?._id)

  const submit = (event: SubmitEvent) => {
    event.preventDefault()
    if (invite.isPending) return
    const isValid = EMAIL.test(email)
    setProblem(isValid ? undefined : email.trim() ? 'Invalid email format' : 'Email address is required')
    setInvited(undefined)
    if (isValid) invite.mutate({ email: email.trim(), role })
    else field.current?.focus()
  }
  return (
    <form className={parts.stack} noValidate onSubmit={submit}>
      <div className={styles.invite}>
        <div className={parts.field}>
          <label htmlFor={id}>Email address</label>
          <Input
            ref={field}
            id={id}
            type="email"
            inputMode="email"
            autoComplete="off"
            maxLength={EMAIL_LIMIT}
            value={email}
            onChange={({ target }) => {
              setEmail(target.value)
              setProblem(undefined)
            }}
            aria-invalid={problem !== undefined}
            {...(problem !== undefined && { status: 'error' as const, 'aria-describedby': `${id}-problem` })}
          />
        </div>
        <RoleField id={id} roles={ROLES} value={role} onChange={setRole} />
        <Button type="primary" htmlType="submit" loading={invite.isPending}>
          Invite
        </Button>
      </div>
      {problem !== undefined && (
        <p id={`${id}-problem`} className={parts.problem} role="alert" dir="auto">
          {problem}
        </p>
      )}
      <p id={`${id}-hint`} className={parts.hint}>
        {ROLE_HINTS[role]}
      </p>
      {present && !present.joinedAt && <MailResult scriptId={scriptId} person={present} />}
    </form>
  )
}

/** The result of the invitation e-mail: a link to copy if none was sent, or the development mailbox. */
function MailResult({ scriptId, person }: { scriptId: string; person: Collaborator }) {
  const { email, mail } = person
  if (mail === 'none') {
    return (
      <div className={styles.told}>
        <p>
          No email was sent. Copy the link and send it to <bdi dir="ltr">{email}</bdi> yourself.
        </p>
        <InvitationLink key={person._id} scriptId={scriptId} person={person} />
      </div>
    )
  }
  if (mail === 'sent' && mailboxAddress()) {
    return (
      <p className={parts.hint}>
        The invitation is in the <a href="/mailbox">development mailbox</a>.
      </p>
    )
  }
  return null
}

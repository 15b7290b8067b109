import type { Collaborator } from '@andscene/contracts/sharing/sharing'
import { useId, useRef, useState } from 'react'
import { useSnackbar } from '../components/snackbar.tsx'
import { tip } from '../components/tooltip.tsx'
import { Heard, RoleSelect } from './dialog-parts.tsx'
import { InvitationLink } from './invitation-link.tsx'
import { classNames } from '../components/class-names.ts'
import parts from '../theme/parts.module.css'
import styles from './share-dialog.module.css'
import { changingPerson, removingPerson, useChange } from './sharing-query.ts'
import { ROLE_NAMES } from './sharing-text.ts'
import { dayText } from '../text/dates.ts'
import type { Ask } from './use-question.tsx'

const ROLES = ['editor', 'commenter', 'listener'] as const

type Props = { scriptId: string; people: readonly Collaborator[]; ask: Ask }

export function PeopleList({ scriptId, people, ask }: Props) {
  const heading = useRef<HTMLHeadingElement>(null)
  return (
    <section className={styles.section}>
      <h3 ref={heading} tabIndex={-1} className={styles.heading}>
        People with access
      </h3>
      {people.length === 0 ? (
        <p className={styles.empty}>
          No one has access yet. Invite people by email address, or create a link for guests.
        </p>
      ) : (
        <ul className={parts.list}>
          {people.map((person) => (
            <Person key={person._id} scriptId={scriptId} person={person} ask={ask} heading={heading} />
          ))}
        </ul>
      )}
    </section>
  )
}

type PersonProps = Omit<Props, 'people'> & {
  person: Collaborator
  heading: React.RefObject<HTMLHeadingElement | null>
}

function Person({ scriptId, person, ask, heading }: PersonProps) {
  const { _id, email, invitedAt, joinedAt, expiresAt } = person
  const [now] = useState(Date.now)
  const isExpired = !joinedAt && expiresAt !== undefined && Date.parse(expiresAt) <= now
  const nameId = useId()
  const snackbar = useSnackbar()
  const change = useChange(scriptId, changingPerson(scriptId, _id), {
    onSuccess: ({ role }) => snackbar.success(`${email}: role changed to ${ROLE_NAMES[role]}.`),
    onError: (error) => snackbar.error(`Failed to change the role of ${email}: ${error.message}`),
  })
  const remove = useChange(scriptId, removingPerson(scriptId, _id), {
    onSuccess: () => snackbar.success(`${email} was removed.`),
    onError: (error) => snackbar.error(`Failed to remove ${email}: ${error.message}`),
  })
  if (remove.isPending) return null
  return (
    <li className={styles.row}>
      <div className={styles.words}>
        <p
          id={nameId}
          className={classNames(parts.cut, styles.name)}
          dir="ltr"
          {...tip(email, { whenCut: true })}
        >
          {email}
        </p>
        <p className={classNames(parts.hint, styles.facts)}>
          <span className={parts.chip} data-tone={joinedAt && 'good'}>
            {joinedAt ? 'Joined' : isExpired ? 'Expired' : 'Invited'}
          </span>
          {joinedAt ? <Heard {...person} /> : <time dateTime={invitedAt}>{dayText(invitedAt)}</time>}
        </p>
      </div>
      <RoleSelect
        label={`Role of ${email}`}
        roles={ROLES}
        value={change.isPending ? change.variables : person.role}
        onChange={(role) => change.mutate(role)}
      />
      <button
        type="button"
        className={classNames(parts.textButton, styles.remove)}
        data-tone="danger"
        aria-describedby={nameId}
        onClick={() =>
          ask({
            title: `Remove ${email}?`,
            content: 'They can no longer open the script.',
            okText: 'Remove',
            next: heading,
            onOk: () => remove.mutate(),
          })
        }
      >
        Remove
      </button>
      {!joinedAt && <InvitationLink scriptId={scriptId} person={person} />}
    </li>
  )
}

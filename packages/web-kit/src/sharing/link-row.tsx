import type { Guest, ShareLink } from '@andscene/contracts/sharing/sharing'
import { useId, type RefObject } from 'react'
import { useSnackbar } from '../components/snackbar.tsx'
import { tip } from '../components/tooltip.tsx'
import { Heard, RoleSelect } from './dialog-parts.tsx'
import { classNames } from '../components/class-names.ts'
import parts from '../theme/parts.module.css'
import styles from './share-dialog.module.css'
import { changingLink, revokingLink, useChange } from './sharing-query.ts'
import { isExpired, linkStateText, ROLE_NAMES, timesText } from './sharing-text.ts'
import { momentText } from '../text/dates.ts'
import type { Ask } from './use-question.tsx'

const ROLES = ['commenter', 'listener'] as const

type Props = {
  scriptId: string
  link: ShareLink
  ask: Ask
  heading: RefObject<HTMLHeadingElement | null>
}

export function LinkRow({ scriptId, link, ask, heading }: Props) {
  const { _id, name, role, hasPassphrase, guests } = link
  const nameId = useId()
  const snackbar = useSnackbar()
  const change = useChange(scriptId, changingLink(scriptId, _id), {
    onSuccess: (changed) => snackbar.success(`"${name}": role changed to ${ROLE_NAMES[changed.role]}.`),
    onError: (error) => snackbar.error(`Failed to change the role of "${name}": ${error.message}`),
  })
  const revoke = useChange(scriptId, revokingLink(scriptId, _id), {
    onSuccess: () => snackbar.success(`The link "${name}" was revoked.`),
    onError: (error) => snackbar.error(`Failed to revoke the link "${name}": ${error.message}`),
  })
  const isRevoked = revoke.isPending || link.revokedAt !== undefined
  const state = isRevoked ? 'Revoked' : linkStateText(link)
  return (
    <li className={styles.row} data-over={isRevoked || isExpired(link) || undefined}>
      <div className={styles.words}>
        <p
          id={nameId}
          className={classNames(parts.cut, styles.name)}
          dir="auto"
          {...tip(name, { whenCut: true })}
        >
          {name}
        </p>
        <p className={classNames(parts.hint, styles.facts)}>
          <span className={parts.chip}>{state}</span>
          {hasPassphrase && <span className={parts.chip}>Passphrase</span>}
          {isRevoked && <span>{ROLE_NAMES[role]}</span>}
        </p>
      </div>
      {!isRevoked && (
        <>
          <RoleSelect
            label={`Role of the link ${name}`}
            roles={ROLES}
            value={change.isPending ? change.variables : role}
            onChange={(next) => change.mutate(next)}
          />
          <button
            type="button"
            className={classNames(parts.textButton, styles.remove)}
            data-tone="danger"
            aria-describedby={nameId}
            onClick={() =>
              ask({
                title: `Revoke the link "${name}"?`,
                content: 'It stops working immediately. This action cannot be undone.',
                okText: 'Revoke',
                next: heading,
                onOk: () => revoke.mutate(),
              })
            }
          >
            Revoke
          </button>
        </>
      )}
      <Visits link={link} guests={guests} />
    </li>
  )
}

function Visits({ link: { opens, lastOpenedAt }, guests }: { link: ShareLink; guests: readonly Guest[] }) {
  if (opens === 0) return <p className={classNames(parts.hint, styles.visits)}>Not opened yet</p>
  const words = (
    <span>
      Opened {timesText(opens)}
      {lastOpenedAt && (
        <>
          , last <time dateTime={lastOpenedAt}>{momentText(lastOpenedAt)}</time>
        </>
      )}
    </span>
  )
  if (guests.length === 0) return <p className={classNames(parts.hint, styles.visits)}>{words}</p>
  return (
    <details className={classNames(parts.hint, parts.disclosure, styles.visits)}>
      <summary>{words}</summary>
      <ul className={parts.list}>
        {guests.map((guest) => (
          // Guests have no id; no two open a link at the same moment.
          <li key={guest.openedAt + (guest.name ?? '')}>
            <span
              className={classNames(parts.cut, styles.guest)}
              dir="auto"
              {...tip(guest.name, { whenCut: true })}
            >
              {guest.name ?? 'Guest'}
            </span>
            <span className={classNames(parts.hint, styles.facts)}>
              <Heard {...guest} />
            </span>
          </li>
        ))}
      </ul>
    </details>
  )
}

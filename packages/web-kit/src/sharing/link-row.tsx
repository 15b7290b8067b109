import { isolated } from '@andscene/contracts/text/isolated'
import type { ShareLink } from '@andscene/contracts/sharing/sharing'
import { useEffect, useId, useRef, useState, type RefObject } from 'react'
import { Button } from 'antd'
import { useSnackbar } from '../components/snackbar.tsx'
import { tip } from '../components/tooltip.tsx'
import type { Draft } from '@andscene/contracts/drafts'
import { LeadsTo } from './changes-link.tsx'
import { CopyField } from './copy-field.tsx'
import { RoleSelect } from './dialog-parts.tsx'
import type { LinkAddress } from './link-addresses.ts'
import { LinkEditor } from './link-editor.tsx'
import { LinkVisits } from './link-visits.tsx'
import { classNames } from '../components/class-names.ts'
import parts from '../theme/parts.module.css'
import styles from './share-dialog.module.css'
import { changingLink, revokingLink, useChange } from './sharing-query.ts'
import { isExpired, linkStateText, ROLE_NAMES } from './sharing-text.ts'
import type { Ask } from './use-question.tsx'

const ROLES = ['commenter', 'listener'] as const

type Props = {
  scriptId: string
  link: ShareLink
  drafts: readonly Draft[]
  /** Known while the page that created the link is open. */
  address: LinkAddress | undefined
  onTaken: () => void
  onDuplicate: () => void
  ask: Ask
  heading: RefObject<HTMLHeadingElement | null>
}

export function LinkRow({ scriptId, link, drafts, address, onTaken, onDuplicate, ask, heading }: Props) {
  const { _id, name, role, hasPassphrase } = link
  const nameId = useId()
  const editButton = useRef<HTMLButtonElement>(null)
  const [isEdited, setEdited] = useState(false)
  const wasEdited = useRef(false)
  useEffect(() => {
    if (isEdited || !wasEdited.current) return
    wasEdited.current = false
    editButton.current?.focus()
  }, [isEdited])
  const [isCopied, setCopied] = useState(false)
  const snackbar = useSnackbar()
  const change = useChange(scriptId, changingLink(scriptId, _id), {
    onSuccess: (changed) =>
      snackbar.success(`"${isolated(name)}": role changed to ${ROLE_NAMES[changed.role]}.`),
    onError: (error) => snackbar.error(`Failed to change the role of "${isolated(name)}": ${error.message}`),
  })
  const revoke = useChange(scriptId, revokingLink(scriptId, _id), {
    onSuccess: () => snackbar.success(`The link "${isolated(name)}" was revoked.`),
    onError: (error) => snackbar.error(`Failed to revoke the link "${isolated(name)}": ${error.message}`),
  })
  const isRevoked = revoke.isPending || link.revokedAt !== undefined
  const state = isRevoked ? 'Revoked' : linkStateText(link)
  if (isEdited && !isRevoked)
    return (
      <li className={styles.edited}>
        <LinkEditor
          scriptId={scriptId}
          link={link}
          onClose={() => {
            setEdited(false)
            wasEdited.current = true
          }}
        />
      </li>
    )
  const shownUrl = isRevoked || !isCopied ? undefined : address?.url
  return (
    <li
      className={classNames(styles.row, styles.linkRow)}
      data-over={isRevoked || isExpired(link) || undefined}
    >
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
          <LeadsTo link={link} drafts={drafts} />
          {isRevoked && <span>{ROLE_NAMES[role]}</span>}
        </p>
      </div>
      {!isRevoked && (
        <RoleSelect
          label={`Role of the link ${name}`}
          roles={ROLES}
          value={(change.isPending && change.variables.role) || role}
          onChange={(next) => change.mutate({ role: next })}
        />
      )}
      <LinkVisits link={link} />
      {shownUrl !== undefined && (
        <div className={styles.visits}>
          <CopyField copies label={`Address of the link ${name}`} value={shownUrl} onTaken={onTaken} />
        </div>
      )}
      <div className={styles.actions}>
        {!isRevoked && address && shownUrl === undefined && (
          <Button aria-label={`Copy link ${name}`} onClick={() => setCopied(true)}>
            Copy link
          </Button>
        )}
        {!isRevoked && (
          <button
            ref={editButton}
            type="button"
            className={parts.textButton}
            aria-describedby={nameId}
            onClick={() => setEdited(true)}
          >
            Edit
          </button>
        )}
        <button type="button" className={parts.textButton} aria-describedby={nameId} onClick={onDuplicate}>
          Duplicate
        </button>
        {!isRevoked && (
          <button
            type="button"
            className={parts.textButton}
            data-tone="danger"
            aria-describedby={nameId}
            onClick={() =>
              ask({
                title: `Revoke the link "${isolated(name)}"?`,
                content: 'It stops working immediately. This action cannot be undone.',
                okText: 'Revoke',
                next: heading,
                onOk: () => revoke.mutate(),
              })
            }
          >
            Revoke
          </button>
        )}
      </div>
    </li>
  )
}

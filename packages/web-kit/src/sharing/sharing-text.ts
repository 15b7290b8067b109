import type { InvitedRole } from '@andscene/contracts/roles'
import type { ShareEvent, ShareLink } from '@andscene/contracts/sharing'
import { dayText } from '../text/dates.ts'

export const ROLE_NAMES: Record<InvitedRole, string> = {
  editor: 'Editor',
  commenter: 'Commenter',
  listener: 'Listener',
}
export const ROLE_HINTS: Record<InvitedRole, string> = {
  editor: 'Listens, writes notes, casts the voices, renames the script and downloads its file.',
  commenter: 'Listens, and reads and writes notes.',
  listener: 'Listens, and sees no notes.',
}

/** `heard` is a share, 0 to 1: at least 1 % once begun, and 100 % only for all. */
export const heardText = (heard: number): string =>
  `Heard ${heard > 0 ? Math.max(1, Math.floor(heard * 100)) : 0}\u00a0%`

const DAY_MS = 24 * 60 * 60_000
export const expiryText = (days: number): string => `Expires ${dayText(Date.now() + days * DAY_MS)}`

export const isExpired = ({ expiresAt }: Pick<ShareLink, 'expiresAt'>): boolean =>
  Date.parse(expiresAt) <= Date.now()
export function linkStateText({ expiresAt, revokedAt }: Pick<ShareLink, 'expiresAt' | 'revokedAt'>): string {
  if (revokedAt) return 'Revoked'
  return isExpired({ expiresAt }) ? 'Expired' : `Expires ${dayText(expiresAt)}`
}

export const timesText = (count: number): string =>
  count === 1 ? 'once' : count === 2 ? 'twice' : `${count} times`

/** The words between actor and subject, and after the subject. */
export function eventWords({ kind, role }: Pick<ShareEvent, 'kind' | 'role'>): {
  verb: string
  /** The sentence names the subject. */
  hasSubject: boolean
  end: string
} {
  const given = role ? ROLE_NAMES[role] : undefined
  switch (kind) {
    case 'invited':
      return { verb: 'invited', hasSubject: true, end: given ? `as ${given}` : '' }
    case 'joined':
      return { verb: 'joined', hasSubject: false, end: given ? `as ${given}` : '' }
    case 'left':
      return { verb: 'left', hasSubject: false, end: '' }
    case 'link-created':
      return { verb: 'created the link', hasSubject: true, end: given ? `(${given})` : '' }
    case 'opened':
      return { verb: 'opened the link', hasSubject: true, end: '' }
    case 'changed':
      return { verb: 'changed', hasSubject: true, end: given ? `to ${given}` : '' }
    case 'revoked':
      return { verb: 'ended the access of', hasSubject: true, end: '' }
  }
}

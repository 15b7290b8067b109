import type { InvitedRole } from '@andscene/contracts/sharing/roles'
import { LINK_DAYS, LINK_NAME_LIMIT } from '@andscene/contracts/limits'
import type { ShareEvent, ShareLink } from '@andscene/contracts/sharing/sharing'
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

type HeardTo = { heard?: number | undefined; heardPage?: number | undefined }

/** `heard` is a share, 0 to 1. Shows at least 1 % once started, and 100 % only at the end. */
export function heardText({ heard = 0, heardPage }: HeardTo): string {
  const share = `${heard > 0 ? Math.max(1, Math.floor(heard * 100)) : 0}\u00a0%`
  return heardPage === undefined ? `Heard ${share}` : `Page ${heardPage.toLocaleString()} · ${share}`
}

const DAY_MS = 24 * 60 * 60_000
export const expiryText = (days: number): string => `Expires ${dayText(Date.now() + days * DAY_MS)}`

/** The days that a link has left, rounded up; for an expired one, those of a new link. */
export function daysOf({ expiresAt }: Pick<ShareLink, 'expiresAt'>): number {
  const days = Math.ceil((Date.parse(expiresAt) - Date.now()) / DAY_MS)
  return days < LINK_DAYS.least ? LINK_DAYS.usual : Math.min(days, LINK_DAYS.most)
}

const COPY = ' (copy)'
export const copyName = (name: string): string =>
  name.slice(0, LINK_NAME_LIMIT - COPY.length).trimEnd() + COPY

export const isExpired = ({ expiresAt }: Pick<ShareLink, 'expiresAt'>): boolean =>
  Date.parse(expiresAt) <= Date.now()
export function linkStateText({ expiresAt, revokedAt }: Pick<ShareLink, 'expiresAt' | 'revokedAt'>): string {
  if (revokedAt) return 'Revoked'
  return isExpired({ expiresAt }) ? 'Expired' : `Expires ${dayText(expiresAt)}`
}

export const timesText = (count: number): string =>
  count === 1 ? 'once' : count === 2 ? 'twice' : `${count} times`

/** How many guests a link has, and how many of them have listened. */
export const guestsText = (guests: number, listeners: number): string =>
  `${guests.toLocaleString()} ${guests === 1 ? 'guest' : 'guests'}, ${listeners === 0 ? 'none' : listeners.toLocaleString()} listened`

type Words = { verb: string; hasSubject: boolean; end?: (role: string) => string }
const EVENTS: Record<ShareEvent['kind'], Words> = {
  invited: { verb: 'invited', hasSubject: true, end: (role) => `as ${role}` },
  joined: { verb: 'joined', hasSubject: false, end: (role) => `as ${role}` },
  left: { verb: 'left', hasSubject: false },
  'link-created': { verb: 'created the link', hasSubject: true, end: (role) => `(${role})` },
  opened: { verb: 'opened the link', hasSubject: true },
  changed: { verb: 'changed', hasSubject: true, end: (role) => `to ${role}` },
  revoked: { verb: 'ended the access of', hasSubject: true },
}

/** The words between actor and subject, whether the sentence names the subject, and the words after it. */
export function eventWords({ kind, role }: Pick<ShareEvent, 'kind' | 'role'>) {
  const { end, ...words } = EVENTS[kind]
  return { ...words, end: role && end?.(ROLE_NAMES[role]) }
}

import type { InvitedRole, LinkRole } from '@andscene/contracts/sharing/roles'
import { SHARE_EVENTS_KEPT } from '@andscene/contracts/limits'
import type { SHARE_EVENT_KINDS } from '@andscene/contracts/sharing/sharing'
import type { ListedScript } from './script-store.ts'

/** A user who was invited by address. */
export type Collaborator = {
  id: string
  scriptId: string
  /** The result of addressOf; one invitation per script and address. */
  email: string
  role: InvitedRole
  invitedAt: Date
  /** Name of the inviter when they invited; the script has the present one. */
  invitedBy: string
  /** The account that it is bound to. */
  uid?: string | undefined
  joinedAt?: Date | undefined
  /** The name of that account; absent in records of older releases until its next visit. */
  name?: string | undefined
  /** Absent in invitations from before keys existed: they are bound by the verified address (decision 0067). */
  expiresAt?: Date | undefined
  /** SHA-256 of the latest key, hexadecimal; absent until a key is created. */
  keyHash?: string | undefined
  /** The link that they joined by; absent once the owner has set their role. */
  linkId?: string | undefined
  mail: 'pending' | 'sent' | 'none'
}

export type ShareLink = {
  id: string
  scriptId: string
  /** SHA-256 of the token, hexadecimal: the token itself is not stored. */
  tokenHash: string
  name: string
  role: LinkRole
  createdAt: Date
  expiresAt: Date
  revokedAt?: Date | undefined
  /** As hashed by passphrases.ts. */
  passphraseHash?: string | undefined
  /** The draft whose changes the guests are led to; it may have been deleted. */
  changesSince?: number | undefined
  opens: number
  lastOpenedAt?: Date | undefined
}

/** A guest who opened a link. */
export type Guest = {
  id: string
  linkId: string
  scriptId: string
  openedAt: Date
  name?: string | undefined
  /** SHA-256 of the guest's key, hexadecimal; absent for guests from before keys existed, and for restored ones. */
  keyHash?: string | undefined
}

export type ShareEvent = {
  scriptId: string
  at: Date
  kind: (typeof SHARE_EVENT_KINDS)[number]
  /** Name or address of a user, or name of a guest; FORMER_COLLABORATOR if the account was deleted. */
  actor: string
  /** Their account or guest id. */
  actorId?: string | undefined
  /** The address, or the name of the link. */
  subject: string
  /** The invitation of the event, if any: its address is erased with the account that it was bound to. */
  subjectId?: string | undefined
  /** The account of the invitation. Pass it only for a removed invitation; otherwise the store looks it up. */
  subjectUid?: string | undefined
  role?: InvitedRole | undefined
}

export type LinkChange = Partial<Pick<ShareLink, 'name' | 'role' | 'expiresAt' | 'revokedAt'>>

export type SharedScript = ListedScript & { role: InvitedRole; sharedBy: string; sharedAt: Date }

export type JoiningCollaborator = Collaborator & { uid: string; linkId: string }
export type JoinResult = 'joined' | 'present' | 'claimed' | 'removed' | 'no-room'

/** How a removed invitation ended. */
export type InvitationEnd = 'withdrawn' | 'declined'

/** Events that a caller with a link can cause repeatedly: at most half of the events of a script. */
export const COMINGS: readonly ShareEvent['kind'][] = ['opened', 'joined', 'left']
export const COMINGS_KEPT = SHARE_EVENTS_KEPT / 2

import type { InvitedRole, LinkRole } from '@andscene/contracts/sharing/roles'
import { SHARE_EVENTS_KEPT } from '@andscene/contracts/limits'
import type { SHARE_EVENT_KINDS } from '@andscene/contracts/sharing/sharing'
import type { ListedScript } from './script-store.ts'

/** A user who was invited by address. */
export type Collaborator = {
  id: string
  scriptId: string
  /** As addressOf; one invitation per script and address. */
  email: string
  role: InvitedRole
  invitedAt: Date
  /** Name of who invited. */
  invitedBy: string
  /** The account it is bound to. */
  uid?: string | undefined
  joinedAt?: Date | undefined
  /** The name of that account; absent until its next visit in records of older releases. */
  name?: string | undefined
  /** Absent of an invitation from before keys: it is bound by its verified address alone (decision 0067). */
  expiresAt?: Date | undefined
  /** SHA-256 of the latest key, hexadecimal; absent until one was made. */
  keyHash?: string | undefined
  /** The link that they came by; absent once the owner has set their role. */
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
  /** As passphrases.ts makes it. */
  passphraseHash?: string | undefined
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
  /** SHA-256 of the guest's key, hexadecimal; absent for guests from before keys, and for restored ones. */
  keyHash?: string | undefined
}

export type ShareEvent = {
  scriptId: string
  at: Date
  kind: (typeof SHARE_EVENT_KINDS)[number]
  /** Name, address, or that of a guest; FORMER_COLLABORATOR once the account was deleted. */
  actor: string
  /** Their account or guest. */
  actorId?: string | undefined
  /** The address or the name of the link. */
  subject: string
  /** The invitation of the event, if any: its address is erased with the account that it was bound to. */
  subjectId?: string | undefined
  /**
   * The account of the invitation. The store finds it while the invitation exists; the caller passes it only for a
   * removed one.
   */
  subjectUid?: string | undefined
  role?: InvitedRole | undefined
}

export type LinkChange = Partial<Pick<ShareLink, 'name' | 'role' | 'expiresAt' | 'revokedAt'>>

export type SharedScript = ListedScript & { role: InvitedRole; sharedBy: string; sharedAt: Date }

export type JoiningCollaborator = Collaborator & { uid: string; linkId: string }
export type JoinResult = 'joined' | 'present' | 'claimed' | 'removed' | 'no-room'

/** How a removed invitation ended. */
export type InvitationEnd = 'withdrawn' | 'declined'

/** What a caller with a link can do again and again: at most half of the events of a script. */
export const COMINGS: readonly ShareEvent['kind'][] = ['opened', 'joined', 'left']
export const COMINGS_KEPT = SHARE_EVENTS_KEPT / 2

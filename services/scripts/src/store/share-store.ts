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

export interface CollaboratorStore {
  /**
   * Undefined when the script was deleted or has COLLABORATORS_LIMIT. The same address again changes the role of its
   * invitation, as changeRole does, and returns that; an expired invitation is replaced.
   */
  invite(collaborator: Collaborator): Promise<Collaborator | undefined>
  /** The first that was invited comes first. */
  collaborators(scriptId: string): Promise<Collaborator[]>
  findCollaborator(scriptId: string, id: string): Promise<Collaborator | undefined>
  /** A collaborator who joined by a link is one like any other from then on. */
  changeRole(scriptId: string, id: string, role: InvitedRole): Promise<boolean>
  /** Its key is known as withdrawn from then on, and its account does not join again until an invitation was bound to it. */
  removeCollaborator(scriptId: string, id: string, now: Date): Promise<boolean>
  /** Stores the name of the account of an invitation. */
  nameCollaborator(scriptId: string, id: string, name: string): Promise<void>
  /** What the account's invitation to this script says. */
  collaboratorOf(scriptId: string, uid: string): Promise<Collaborator | undefined>
  /**
   * Binds the unbound invitations without keys of a verified address, and returns them. Of two concurrent accounts
   * one gets each. Skips the account's own scripts and a second invitation to a script. UNAUTHENTICATED when there
   * are some, but the account is closed.
   */
  bind(email: string, uid: string, now: Date): Promise<Collaborator[]>
  /**
   * Adds an account that came by a link, unless it is a member already. 'claimed': another account has the id.
   * 'no-room': the script was deleted, has COLLABORATORS_LIMIT, or LINK_COLLABORATORS_LIMIT by links, or has invited
   * the address. 'removed': the owner removed the account since it was last a member. UNAUTHENTICATED when the
   * account is closed.
   */
  join(collaborator: JoiningCollaborator): Promise<JoinResult>
  /** Invitations to be mailed yet, the oldest first; those behind `after`. */
  unmailed(limit: number, after?: Pick<Collaborator, 'invitedAt' | 'id'>): Promise<Collaborator[]>
  /** Does nothing once it does not wait any more. */
  markMailed(id: string, mail: 'sent' | 'none'): Promise<void>
  /** Scripts the account is invited to, with its own progress in them, the latest invitation first. Reads no lines. */
  sharedWith(uid: string, limit: number): Promise<SharedScript[]>
  /** Gives up what the account was invited to: one script, or all. */
  leave(uid: string, scriptId?: string): Promise<boolean>
  /**
   * For a deleted account: removes its invitations, its name and address in events, and who declined its invitations.
   */
  removeOf(uid: string): Promise<void>
}

/** How a removed invitation ended. */
export type InvitationEnd = 'withdrawn' | 'declined'

/** The keys of invitations (decision 0067). */
export interface InvitationKeyStore {
  /**
   * Gives an invitation another key and expiry; false when it does not exist or is bound. A key for a link ends a
   * pending mail, which would have another key; a key for a mail is set only while that mail is pending.
   */
  setKey(id: string, keyHash: string, expiresAt: Date, to: 'mail' | 'link'): Promise<boolean>
  findByKey(keyHash: string): Promise<Collaborator | undefined>
  /**
   * Binds the invitation of the key; undefined when it does not exist, has expired or is bound, for one's own script,
   * and for a second one to a script. UNAUTHENTICATED when the account is closed.
   */
  bindByKey(keyHash: string, uid: string, now: Date): Promise<Collaborator | undefined>
  /** Removes the invitation of the key, unless it is bound, and records that it was declined. Returns it. */
  decline(keyHash: string, now: Date): Promise<Collaborator | undefined>
  endOf(keyHash: string): Promise<InvitationEnd | undefined>
  /**
   * False when this mailbox has declined an invitation to a script of this owner, or DECLINES_LIMIT mailboxes have
   * since.
   */
  mayMail(ownerId: string, email: string, since: Date): Promise<boolean>
  /** Withdrawn ones that ended before this moment are not known any more. */
  forgetWithdrawn(before: Date): Promise<void>
}

export interface LinkStore {
  /**
   * False when the script was deleted, or has LINKS_LIMIT that are neither expired nor revoked. Of ended links the
   * latest ENDED_LINKS_KEPT stay; older ones are removed with their guests.
   */
  addLink(link: ShareLink): Promise<boolean>
  /** Newest first. */
  links(scriptId: string): Promise<ShareLink[]>
  findLink(id: string): Promise<ShareLink | undefined>
  findLinkByHash(tokenHash: string): Promise<ShareLink | undefined>
  /**
   * Undefined when it does not exist. Revoked again, it keeps the time of the first revocation. With `now`, also
   * undefined when a new expiry would reopen an expired link in addition to LINKS_LIMIT open ones.
   */
  changeLink(scriptId: string, id: string, change: LinkChange, now?: Date): Promise<ShareLink | undefined>
  /**
   * Counts an opening and stores its guest. Of GUESTS_LIMIT guests one is then forgotten, with their progress
   * (decision 0064): first those without notes, of these those with neither a name nor a played line, of these the
   * one whose last visit is longest ago. False when the link was revoked or deleted.
   */
  addGuest(guest: Guest): Promise<boolean>
  /**
   * Sets the guest's name, if the guest exists. A forgotten guest is stored again, which does not count as an
   * opening. As addGuest.
   */
  keepGuest(guest: Guest): Promise<boolean>
  findGuest(id: string): Promise<Guest | undefined>
  findGuestByKey(keyHash: string): Promise<Guest | undefined>
  removeGuest(id: string): Promise<void>
  /** Links that were revoked or over before this moment go, with their guests and the places of these. */
  forgetEnded(before: Date): Promise<void>
  /** Of all links of a script, the latest first, at most `perLink` of each. */
  guests(scriptId: string, perLink: number): Promise<Guest[]>
}

/** What a caller with a link can do again and again: at most half of the events of a script. */
export const COMINGS: readonly ShareEvent['kind'][] = ['opened', 'joined', 'left']
export const COMINGS_KEPT = SHARE_EVENTS_KEPT / 2

export interface ShareEventStore {
  /**
   * Keeps the latest SHARE_EVENTS_KEPT of a script, COMINGS half of that at most: a caller with a link can join and
   * leave often without displacing other events. Does nothing when the script was deleted. Closed accounts are not
   * named.
   */
  addEvent(event: ShareEvent): Promise<void>
  /** Newest first. */
  events(scriptId: string): Promise<ShareEvent[]>
}

/**
 * Stores who has access to a script. All of it is deleted with the script, and concurrent calls never exceed a limit.
 * Does not check permissions.
 */
export interface ShareStore extends CollaboratorStore, InvitationKeyStore, LinkStore, ShareEventStore {}

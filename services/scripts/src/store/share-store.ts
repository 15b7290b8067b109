import type { InvitedRole, LinkRole } from '@andscene/contracts/roles'
import { SHARE_EVENTS_KEPT } from '@andscene/contracts/limits'
import type { SHARE_EVENT_KINDS } from '@andscene/contracts/sharing'
import type { ListedScript } from './script-store.ts'

/** Somebody who was invited by their address. */
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
  /** What that account is called; absent until it has been here since it is kept. */
  name?: string | undefined
  /** Absent of an invitation from before keys: it is bound by its verified address alone (decision 0067). */
  expiresAt?: Date | undefined
  /** SHA-256 of the latest key, hexadecimal; absent until one was made. */
  keyHash?: string | undefined
  /** The link that they came by; absent once the owner has given them a role. */
  linkId?: string | undefined
  mail: 'pending' | 'sent' | 'none'
}

export type ShareLink = {
  id: string
  scriptId: string
  /** SHA-256 of the token, hexadecimal: the token itself is kept nowhere. */
  tokenHash: string
  name: string
  role: LinkRole
  createdAt: Date
  expiresAt: Date
  revokedAt?: Date | undefined
  /** As passphrase-hash.ts makes it. */
  passphraseHash?: string | undefined
  opens: number
  lastOpenedAt?: Date | undefined
}

/** Somebody who came by a link. */
export type Guest = {
  id: string
  linkId: string
  scriptId: string
  openedAt: Date
  name?: string | undefined
  /** SHA-256 of the guest's key, hexadecimal; absent of those who came before there were keys, and of those kept again. */
  keyHash?: string | undefined
}

export type ShareEvent = {
  scriptId: string
  at: Date
  kind: (typeof SHARE_EVENT_KINDS)[number]
  /** Name, address, or that of a guest; FORMER_COLLABORATOR once their account is gone. */
  actor: string
  /** Their account or guest. */
  actorId?: string | undefined
  /** The address or the name of the link. */
  subject: string
  /** The invitation that it is about, if it is one: its address goes with the account that it was bound to. */
  subjectId?: string | undefined
  /** That account. The store finds it by itself while the invitation is there: only of one that was removed it must be told. */
  subjectUid?: string | undefined
  role?: InvitedRole | undefined
}

export type LinkChange = Partial<Pick<ShareLink, 'name' | 'role' | 'expiresAt' | 'revokedAt'>>

export type SharedScript = ListedScript & { role: InvitedRole; sharedBy: string; sharedAt: Date }

export type JoiningCollaborator = Collaborator & { uid: string; linkId: string }
export type JoinResult = 'joined' | 'present' | 'claimed' | 'removed' | 'no-room'

export interface CollaboratorStore {
  /**
   * Undefined when the script is gone, or has COLLABORATORS_LIMIT. The same address again changes the role of its
   * invitation as changeRole does, and returns that; one that nobody accepted in time gives way.
   */
  invite(collaborator: Collaborator): Promise<Collaborator | undefined>
  /** The first that was invited comes first. */
  collaborators(scriptId: string): Promise<Collaborator[]>
  findCollaborator(scriptId: string, id: string): Promise<Collaborator | undefined>
  /** A collaborator who joined by a link is one like any other from then on. */
  changeRole(scriptId: string, id: string, role: InvitedRole): Promise<boolean>
  /** Its key is known as withdrawn from then on, and its account does not join again until an invitation was bound to it. */
  removeCollaborator(scriptId: string, id: string, now: Date): Promise<boolean>
  /** Keeps what the account of an invitation is called. */
  nameCollaborator(scriptId: string, id: string, name: string): Promise<void>
  /** What the account's invitation to this script says. */
  collaboratorOf(scriptId: string, uid: string): Promise<Collaborator | undefined>
  /**
   * Binds invitations from before keys of a verified address that are bound to nobody yet; returns them. Of two accounts at once one gets
   * each. None to the account's own scripts, and no second one to a script. UNAUTHENTICATED when there are some, but the
   * account is closed.
   */
  bind(email: string, uid: string, now: Date): Promise<Collaborator[]>
  /**
   * Adds an account that came by a link, unless it is here already. An id that is there has been claimed by somebody else. No
   * room: the script is gone, has COLLABORATORS_LIMIT, or LINK_COLLABORATORS_LIMIT by links, or has invited the address. Removed:
   * by the owner, since the account had its last part here. UNAUTHENTICATED when the account is closed.
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
   * Of a person whose account is deleted: gives up all, and no event names them, their account or their address any more; nor
   * is it kept who declined their invitations.
   */
  removeOf(uid: string): Promise<void>
}

/** What became of an invitation that is gone. */
export type InvitationEnd = 'withdrawn' | 'declined'

/** The keys of invitations (decision 0067). */
export interface InvitationKeyStore {
  /**
   * Gives an invitation another key and end; false when it is gone or bound. That of a link ends what waits to be mailed, which would
   * have another key; that of a mail is given only to what still waits for it.
   */
  setKey(id: string, keyHash: string, expiresAt: Date, to: 'mail' | 'link'): Promise<boolean>
  findByKey(keyHash: string): Promise<Collaborator | undefined>
  /**
   * Binds the invitation of the key; undefined when it is gone, over or bound, for one's own script, and for a second one to a
   * script. UNAUTHENTICATED when the account is closed.
   */
  bindByKey(keyHash: string, uid: string, now: Date): Promise<Collaborator | undefined>
  /** Removes the invitation of the key, unless it is bound, and keeps that it was declined. Returns it. */
  decline(keyHash: string, now: Date): Promise<Collaborator | undefined>
  endOf(keyHash: string): Promise<InvitationEnd | undefined>
  /**
   * False when somebody of this mailbox has declined an invitation to a script of this owner, or the people of DECLINES_LIMIT
   * have since.
   */
  mayMail(ownerId: string, email: string, since: Date): Promise<boolean>
  /** Withdrawn ones that ended before this moment are not known any more. */
  forgetWithdrawn(before: Date): Promise<void>
}

export interface LinkStore {
  /**
   * False when the script is gone, or has LINKS_LIMIT that are neither expired nor revoked at their creation. Of those that
   * are, the latest ENDED_LINKS_KEPT stay; older ones go, with their guests.
   */
  addLink(link: ShareLink): Promise<boolean>
  /** Newest first. */
  links(scriptId: string): Promise<ShareLink[]>
  findLink(id: string): Promise<ShareLink | undefined>
  findLinkByHash(tokenHash: string): Promise<ShareLink | undefined>
  /**
   * Undefined when it is gone. Revoked again, it keeps the moment of the first time. With `now`, undefined also when a new end
   * would open a link that is over by then beside LINKS_LIMIT that are open.
   */
  changeLink(scriptId: string, id: string, change: LinkChange, now?: Date): Promise<ShareLink | undefined>
  /**
   * Counts an opening, and keeps its guest: of GUESTS_LIMIT that are there one is forgotten for it, with their place (decision
   * 0064). First those who have written no note; of these first who neither gave a name nor played a line; of these who was
   * here last longest ago. False when the link is revoked or gone by now.
   */
  addGuest(guest: Guest): Promise<boolean>
  /** Gives the guest this name, if there is one here. One who was forgotten is kept again; that is no opening. As addGuest. */
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
   * Keeps the latest SHARE_EVENTS_KEPT of a script, COMINGS half of that at most: a caller with a link can join and leave often, and
   * nothing else of the list goes for it. Does nothing when the script is gone. Whose account is closed is not named.
   */
  addEvent(event: ShareEvent): Promise<void>
  /** Newest first. */
  events(scriptId: string): Promise<ShareEvent[]>
}

/**
 * Keeps who else hears a script. All of it goes with the script, and no limit is exceeded however much runs at once. Knows
 * nothing of permissions.
 */
export interface ShareStore extends CollaboratorStore, InvitationKeyStore, LinkStore, ShareEventStore {}

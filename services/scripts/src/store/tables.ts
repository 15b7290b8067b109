import type { Casting } from '@andscene/contracts/script'
import { Table } from '@andscene/service-kit/stores/table'
import type { NoteRange } from '@andscene/contracts/notes'
import type { CastingChange } from './casting-save.ts'
import type { StoredNote } from './note-store.ts'
import type { Collaborator, Guest, InvitationEnd, ShareEvent, ShareLink } from './share-store.ts'

/* The tables of the embedded store. MongoDB stores the same fields, and backups are files of these tables. */

export const SCRIPTS = new Table<{
  id: string
  ownerId: string
  ownerName?: string | undefined
  title: string
  uploadedAt: Date
  pages: number
  characterCount: number
  lineCount: number
  characters: string[]
  casting: Casting
  castingVersion: number
  uploadKey: string
  fileHash: string
  contentBytes: number
  castCount: number
  pageStarts?: readonly number[] | undefined
}>('scripts', {
  id: 'value',
  ownerId: 'value',
  ownerName: 'value',
  title: 'value',
  uploadedAt: 'isoDate',
  pages: 'value',
  characterCount: 'value',
  lineCount: 'value',
  characters: 'json',
  casting: 'json',
  castingVersion: 'value',
  uploadKey: 'value',
  fileHash: 'value',
  contentBytes: 'value',
  castCount: 'value',
  pageStarts: 'json',
})

export const CASTING_CHANGES = new Table<CastingChange & { scriptId: string }>('casting_changes', {
  scriptId: 'value',
  slot: 'value',
  voiceId: 'value',
  uid: 'value',
  name: 'value',
  at: 'date',
})

export const COLLABORATORS = new Table<Collaborator>('collaborators', {
  id: 'value',
  scriptId: 'value',
  email: 'value',
  role: 'value',
  invitedAt: 'date',
  invitedBy: 'value',
  uid: 'value',
  joinedAt: 'date',
  name: 'value',
  mail: 'value',
  keyHash: 'value',
  expiresAt: 'date',
  linkId: 'value',
})

export const INVITATION_ENDS = new Table<{
  /** SHA-256 of the key. */
  keyHash: string
  reason: InvitationEnd
  endedAt: Date
  /** Of a declined invitation: the owner of the script and the SHA-256 of the mailbox. */
  ownerId?: string | undefined
  addressHash?: string | undefined
}>('invitation_ends', {
  keyHash: 'value',
  reason: 'value',
  endedAt: 'date',
  ownerId: 'value',
  addressHash: 'value',
})

export const SHARE_LINKS = new Table<ShareLink>('share_links', {
  id: 'value',
  scriptId: 'value',
  tokenHash: 'value',
  name: 'value',
  role: 'value',
  createdAt: 'date',
  expiresAt: 'date',
  revokedAt: 'date',
  passphraseHash: 'value',
  opens: 'value',
  lastOpenedAt: 'date',
})

/** The script of a guest is that of the link. */
export const SHARE_GUESTS = new Table<Omit<Guest, 'scriptId'>>('share_guests', {
  id: 'value',
  linkId: 'value',
  openedAt: 'date',
  name: 'value',
  keyHash: 'value',
})

export const SHARE_EVENTS = new Table<ShareEvent>('share_events', {
  scriptId: 'value',
  at: 'date',
  kind: 'value',
  actor: 'value',
  actorId: 'value',
  subject: 'value',
  subjectId: 'value',
  subjectUid: 'value',
  role: 'value',
})

type FlatNote = Omit<StoredNote, 'range'> & {
  rangeStart?: number | undefined
  rangeEnd?: number | undefined
}
export const NOTES = new Table<FlatNote>('notes', {
  scriptId: 'value',
  id: 'value',
  version: 'value',
  lineId: 'value',
  rangeStart: 'value',
  rangeEnd: 'value',
  quote: 'value',
  atMs: 'value',
  text: 'value',
  colour: 'value',
  category: 'value',
  authorId: 'value',
  linkId: 'value',
  author: 'value',
  createdAt: 'date',
  editedAt: 'date',
  deletedAt: 'date',
  resolvedAt: 'date',
  resolvedBy: 'value',
  resolverId: 'value',
  replyTo: 'value',
})

export const flatNote = ({ range, ...note }: StoredNote): FlatNote => ({
  ...note,
  rangeStart: range?.start,
  rangeEnd: range?.end,
})

export function noteFromRow(row: object): StoredNote {
  const { rangeStart, rangeEnd, ...note } = NOTES.fromRow(row)
  const range: NoteRange | undefined =
    rangeStart === undefined || rangeEnd === undefined ? undefined : { start: rangeStart, end: rangeEnd }
  return { ...note, range }
}

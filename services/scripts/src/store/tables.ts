import { stored, Table } from '@andscene/service-kit/stores/table'
import type { NoteRange } from '@andscene/contracts/notes'
import type { CastingChange } from './casting-save.ts'
import type { StoredNote } from './note-store.ts'
import type { ScriptHead } from './script-store.ts'
import type { Collaborator, Guest, InvitationEnd, ShareEvent, ShareLink } from './share-store.ts'

/* The tables of the embedded store. MongoDB stores the same fields, and backups are files of these tables. */

export const SCRIPTS = new Table<
  Omit<ScriptHead, 'castingChanges'> & {
    uploadKey: string
    fileHash: string
    contentBytes: number
    castCount: number
  }
>('scripts', {
  ...stored('value', 'id', 'ownerId', 'ownerName', 'title', 'pages', 'characterCount', 'lineCount'),
  ...stored('value', 'castingVersion', 'uploadKey', 'fileHash', 'contentBytes', 'castCount'),
  ...stored('json', 'characters', 'casting', 'pageStarts'),
  uploadedAt: 'isoDate',
})

export const CASTING_CHANGES = new Table<CastingChange & { scriptId: string }>('casting_changes', {
  ...stored('value', 'scriptId', 'slot', 'voiceId', 'uid', 'name'),
  at: 'date',
})

export const COLLABORATORS = new Table<Collaborator>('collaborators', {
  ...stored('value', 'id', 'scriptId', 'email', 'role', 'invitedBy'),
  ...stored('value', 'uid', 'name', 'mail', 'keyHash', 'linkId'),
  ...stored('date', 'invitedAt', 'joinedAt', 'expiresAt'),
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
  ...stored('value', 'keyHash', 'reason', 'ownerId', 'addressHash'),
  endedAt: 'date',
})

export const SHARE_LINKS = new Table<ShareLink>('share_links', {
  ...stored('value', 'id', 'scriptId', 'tokenHash', 'name', 'role', 'passphraseHash', 'opens'),
  ...stored('date', 'createdAt', 'expiresAt', 'revokedAt', 'lastOpenedAt'),
})

/** The script of a guest is that of the link. */
export const SHARE_GUESTS = new Table<Omit<Guest, 'scriptId'>>('share_guests', {
  ...stored('value', 'id', 'linkId', 'name', 'keyHash'),
  openedAt: 'date',
})

export const SHARE_EVENTS = new Table<ShareEvent>('share_events', {
  ...stored('value', 'scriptId', 'kind', 'actor', 'actorId', 'subject', 'subjectId', 'subjectUid', 'role'),
  at: 'date',
})

type FlatNote = Omit<StoredNote, 'range'> & {
  rangeStart?: number | undefined
  rangeEnd?: number | undefined
}
export const NOTES = new Table<FlatNote>('notes', {
  ...stored('value', 'scriptId', 'id', 'version', 'lineId', 'rangeStart'),
  ...stored('value', 'rangeEnd', 'quote', 'atMs', 'text'),
  ...stored('value', 'colour', 'category', 'authorId', 'linkId'),
  ...stored('value', 'author', 'resolvedBy', 'resolverId', 'replyTo'),
  ...stored('date', 'createdAt', 'editedAt', 'deletedAt', 'resolvedAt'),
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

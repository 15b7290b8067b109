import { Type, type Static } from './schema/schema.ts'
import { Success } from './schema/envelope.ts'
import * as limits from './limits.ts'
import { LineId, ScriptParams } from './script.ts'

/** Notes on the lines of a script (decision 0048). A note hangs on the identity of its line, not on its index. */

export const NOTE_COLOURS = ['yellow', 'green', 'blue', 'pink', 'purple', 'orange'] as const
export const NOTE_CATEGORIES = [
  'General',
  'Dialogue',
  'Story',
  'Character',
  'Performance',
  'Production',
] as const
const colour = Type.Enum([...NOTE_COLOURS], { title: 'The colour' })
const category = Type.Enum([...NOTE_CATEGORIES], { title: 'The category' })
export type NoteColour = Static<typeof colour>
export type NoteCategory = Static<typeof category>

export const AUTHOR_KINDS = ['owner', 'collaborator', 'guest'] as const
const authorKind = Type.Enum([...AUTHOR_KINDS], { title: 'The kind of the author' })
export type AuthorKind = Static<typeof authorKind>

/** Characters of the line, in UTF-16 units; the end is not included. */
export const NoteRange = Type.Object(
  {
    start: Type.Integer({ title: 'The first character', minimum: 0 }),
    end: Type.Integer({ title: 'The last character', minimum: 1 }),
  },
  { title: 'The characters of the note' },
)
export type NoteRange = Static<typeof NoteRange>

const Moment = Type.String({ format: 'date-time' })
/** Made by the author's client, so that sending it again writes one note. */
const NoteId = Type.String({
  title: 'The id of the note',
  maxLength: limits.ID_LIMIT,
  // At least 16 characters, so that two people do not make the same one.
  pattern: `^[A-Za-z0-9_-]{16,${limits.ID_LIMIT}}$`,
})
const text = Type.String({ title: 'The note', minLength: 1, maxLength: limits.NOTE_TEXT_LIMIT })
/** Milliseconds from the start of the line's clip at 1×: what was heard when the note was begun. */
const atMs = Type.Integer({ title: 'The time in the line', minimum: 0, maximum: limits.NOTE_TIME_LIMIT_MS })

export const Note = Type.Object({
  _id: NoteId,
  lineId: LineId,
  /** Absent: the whole line. Of replies: absent. */
  range: Type.Optional(NoteRange),
  /** The characters of the range as they were when it was written. */
  quote: Type.Optional(Type.String()),
  /** Absent: the note was not written while the line was heard. */
  atMs: Type.Optional(atMs),
  /** Empty when the note was deleted and others have answered it. */
  text: Type.String(),
  colour,
  category,
  /** Name of the author; FORMER_COLLABORATOR once their account is deleted; "Name (guest)" for a guest with a member's name. */
  author: Type.String(),
  /** What they are to the script, which is no word of theirs. Absent in responses of an older release. */
  authorKind: Type.Optional(authorKind),
  /** For users who may delete all notes of an author: the same for each of these notes. Absent once their account is deleted. */
  authorKey: Type.Optional(Type.String()),
  /** Likewise, the same with each note of those who came by this link. Absent where the author came by none. */
  linkKey: Type.Optional(Type.String()),
  /** The caller wrote it. */
  mine: Type.Boolean(),
  createdAt: Moment,
  editedAt: Type.Optional(Moment),
  deletedAt: Type.Optional(Moment),
  resolvedAt: Type.Optional(Moment),
  resolvedBy: Type.Optional(Type.String()),
  resolvedByKind: Type.Optional(authorKind),
  /** The note that this one answers. */
  replyTo: Type.Optional(NoteId),
  /** Rises with every change of any note of the script: what an edit must name, so that none overwrites another. */
  version: Type.Integer({ minimum: 1 }),
})
export type Note = Static<typeof Note>

/** Author of what a deleted person wrote, where others have answered. */
export const FORMER_COLLABORATOR = 'Former collaborator'

export const NotesQuery = Type.Object({
  /** What changed since this version; everything from 0. */
  after: Type.Integer({ title: 'The version', minimum: 0, default: 0 }),
})
export const NotesResponse = Success(
  Type.Object({
    /** By version, at most NOTES_PAGE. */
    notes: Type.Array(Note),
    removed: Type.Array(Type.String()),
    /** What to send as `after` the next time. */
    version: Type.Integer({ minimum: 0 }),
    /** There are more: request the next page immediately. */
    more: Type.Boolean(),
    /** What the caller has is too old to be brought up to date: these are all, from the beginning. */
    reset: Type.Boolean(),
  }),
)
export type NotesPage = Static<typeof NotesResponse>['data']

export const NoteParams = Type.Object({ ...ScriptParams.properties, noteId: NoteId })
export const CreateNoteBody = Type.Object({
  _id: NoteId,
  lineId: LineId,
  range: Type.Optional(NoteRange),
  atMs: Type.Optional(atMs),
  text,
  colour: { ...colour, default: 'yellow' },
  category: { ...category, default: 'General' },
  replyTo: Type.Optional(NoteId),
})
export type CreateNoteBody = Static<typeof CreateNoteBody>
export const ChangeNoteBody = Type.Object({
  /** The version that was edited; CONFLICT when there is a later one. */
  version: Type.Integer({ title: 'The version', minimum: 1 }),
  text: Type.Optional(text),
  colour: Type.Optional(colour),
  category: Type.Optional(category),
})
export type ChangeNoteBody = Static<typeof ChangeNoteBody>
export const ResolveNoteBody = Type.Object({ resolved: Type.Boolean({ title: 'Whether it is resolved' }) })
export const NoteResponse = Success(Type.Object({ note: Note }))
export const DeletedNotesResponse = Success(Type.Object({ deleted: Type.Integer({ minimum: 0 }) }))

/** The Final Draft file with the notes in it, or the uploaded one. */
export const ScriptFileQuery = Type.Object({
  notes: Type.Enum(['all', 'open', 'none'], { title: 'The choice of notes', default: 'all' }),
})

/**
 * Server-sent events of a script, each with JSON as its data: `role` ({ role }) first and with every change of it, `title`
 * ({ title }) and `casting` ({ version }) next and with every change, `notes` ({ version }) with every change of the notes
 * for roles that may read them, `narration` ({}) when the casting is fully narrated, `gone` when the script was deleted or is no
 * longer shared. The stream ends after `gone`, and after some minutes: request it again. Further kinds may be added.
 */
export const SCRIPT_EVENTS = {
  role: 'role',
  title: 'title',
  casting: 'casting',
  notes: 'notes',
  narration: 'narration',
  gone: 'gone',
} as const

/** The same colours on paper and in a Final Draft file, as `#RRGGBB`. */
export const NOTE_COLOUR_VALUES: Readonly<Record<NoteColour, string>> = {
  yellow: '#F7D154',
  green: '#7BC67E',
  blue: '#6FB1F0',
  pink: '#F291B2',
  purple: '#B39DDB',
  orange: '#F5A65B',
}

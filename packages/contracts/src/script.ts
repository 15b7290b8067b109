import { Type, type Static } from './schema/schema.ts'
import { CharacterSound } from './character-sound.ts'
import { Success } from './schema/envelope.ts'
import { forRight } from './sharing/field-rights.ts'
import * as limits from './limits.ts'
import { RevisionMarks, RevisionSets } from './revision-marks.ts'
import { RunStyles } from './run-styles.ts'
import { Role } from './sharing/roles.ts'

/* Every field that a caller provides has a `title`, which error messages use (product §8). */

const id = (title: string) =>
  Type.String({ title, minLength: 1, maxLength: limits.ID_LIMIT, pattern: '^[A-Za-z0-9_-]+$' })
export const ScriptId = id('The id of the script')
export const LineId = id('The id of the line')
/** Of a draft, from 1. Absent in a request: the present draft. */
export const DraftNumber = Type.Integer({
  title: 'The number of the draft',
  minimum: 1,
  maximum: limits.DRAFT_NUMBER_LIMIT,
})
export const VoiceId = Type.String({
  title: 'The id of the voice',
  minLength: 1,
  maxLength: limits.VOICE_ID_LIMIT,
})

/** The stored clip of a line (product §3), with its duration, so that the player need not load it. */
export const AudioCache = Type.Object({
  path: Type.String(),
  contentType: Type.String(),
  voiceId: Type.String(),
  lastUpdated: Type.String({ format: 'date-time' }),
  durationMs: Type.Number(),
  /** Of a line that was spoken in its own language (Line.language), by a voice of that language. */
  language: Type.Optional(Type.String()),
  /** Only of a speech with directions inside: whether the narrator reads them, instead of a pause. */
  readsDirections: Type.Optional(Type.Boolean()),
})
export type AudioCache = Static<typeof AudioCache>

export const Line = Type.Object({
  _id: Type.String(),
  /** One of LINE_TYPES (line-types.ts), or the name in the file for an "other" line. */
  type: Type.String(),
  text: Type.String(),
  /** Speaker in capitals without extensions; on cues and on the speech that follows. */
  character: Type.Optional(Type.String()),
  /** From 1. */
  act: Type.Integer({ minimum: 1 }),
  /** As written in the script (`9A`); counted if no heading has a number, absent if only others have one. */
  sceneNumber: Type.Optional(Type.String()),
  dual: Type.Optional(Type.Union([Type.Literal('left'), Type.Literal('right')])),
  scriptNote: Type.Optional(Type.String(forRight('cast'))),
  forcePageBreak: Type.Optional(Type.Boolean()),
  /** The paragraph style shows it in capitals; `text` is unchanged. */
  capitals: Type.Optional(Type.Boolean()),
  /** BCP 47 primary subtag, if it is not the script's language; absent in scripts stored by older releases. */
  language: Type.Optional(Type.String()),
  /** Characters who speak it together; never stored, found in the lines by those who read them (product §5). */
  together: Type.Optional(Type.Array(Type.String())),
  /** Parts of `text` that are bold, struck out and the like. */
  styles: Type.Optional(RunStyles),
  /** Parts of `text` that the file marks as revised. */
  revisions: Type.Optional(RevisionMarks),
  /** Of a scene heading: the length of its scene as Final Draft measured it, in eighths of a page. */
  eighths: Type.Optional(Type.Integer({ minimum: 1 })),
  audioCache: Type.Optional(AudioCache),
})
export type Line = Static<typeof Line>

export const CharacterAssignment = Type.Object({
  character: Type.String({
    title: 'The name of a character',
    minLength: 1,
    maxLength: limits.CHARACTER_NAME_LIMIT,
  }),
  voiceId: Type.Optional(
    Type.String({ title: 'The voice of a character', maxLength: limits.VOICE_ID_LIMIT }),
  ),
})

/** False: all lines are spoken by the assigned voice, also those in another language. Absent means true. */
const LanguageByLine = Type.Boolean({ title: 'Whether lines are spoken in their own language' })

/**
 * Map key of any text. TypeBox's default pattern stops at a line break, so values of such keys would not be validated.
 */
const AnyName = Type.String({ pattern: '^[\\s\\S]*$' })
const CharacterSounds = Type.Record(AnyName, CharacterSound)

/** False: lines are spoken plainly, whatever the page says about their delivery. Absent means true. */
const Deliveries = Type.Boolean({ title: 'Whether directions are followed' })

const ScriptFacts = Type.Object({
  _id: Type.String(),
  title: Type.String(),
  characterCount: Type.Integer(),
  pages: Type.Integer(),
  lineCount: Type.Integer(),
  uploadedAt: Type.String({ format: 'date-time' }),
  /** BCP 47 primary subtag, if it is clear; absent in scripts stored by older releases. */
  language: Type.Optional(Type.String()),
  /** The draft that these facts are of; absent from an older backend. */
  draft: Type.Optional(Type.Object({ number: DraftNumber, name: Type.String() })),
  /** How many drafts there are that the caller may open; absent from an older backend. */
  draftCount: Type.Optional(Type.Integer({ minimum: 1 })),
})

export const ScriptListItem = Type.Object({
  ...ScriptFacts.properties,
  /** Number of characters with a voice, plus one for narration: `characterCount + 1` when complete. */
  castCount: Type.Integer({ minimum: 0 }),
  /** Where the caller listened last; absent when nowhere, or when cleared. */
  lastPlayed: Type.Optional(
    Type.Object({
      lineIndex: Type.Integer({ minimum: 0 }),
      /** From 1. */
      page: Type.Integer({ minimum: 1 }),
      lastUpdated: Type.String({ format: 'date-time' }),
    }),
  ),
  /** Notes of others that the caller may read and has not seen, up to NEW_NOTES_LIMIT; absent when there are none. */
  newNotes: Type.Optional(Type.Integer({ minimum: 1 })),
  /** The draft that the caller heard last, if it is not the present one, and how many places changed since. */
  heard: Type.Optional(Type.Object({ draft: DraftNumber, changes: Type.Integer({ minimum: 0 }) })),
})
export type ScriptListItem = Static<typeof ScriptListItem>

export const Script = Type.Object({
  ...ScriptFacts.properties,
  /** The caller's role; absent from an older backend, which supported owners only. */
  role: Type.Optional(Role),
  content: Type.Object({ lines: Type.Array(Line), characters: Type.Array(CharacterAssignment) }),
  /** Absent if the file marks no line as revised, and in scripts stored by older releases. */
  revisionSets: Type.Optional(RevisionSets),
  narrationVoiceId: Type.Optional(Type.String()),
  sceneHeadingVoiceId: Type.Optional(Type.String()),
  languageByLine: Type.Optional(LanguageByLine),
  deliveries: Type.Optional(Deliveries),
  characterSounds: Type.Optional(CharacterSounds),
  castingVersion: Type.Optional(Type.Integer()),
})
export type Script = Static<typeof Script>

/** `nextCursor` of the previous page: timestamp and id of its last script. */
export const LIST_CURSOR_FORM = `^\\d{1,14}\\.[A-Za-z0-9_-]{1,${limits.ID_LIMIT}}$`

export const ScriptParams = Type.Object({ id: ScriptId })
export const ScriptListQuery = Type.Object({
  limit: Type.Integer({
    title: 'The number of scripts',
    minimum: 1,
    maximum: limits.LIST_PAGE_LIMIT,
    default: limits.LIST_PAGE_DEFAULT,
  }),
  cursor: Type.Optional(
    Type.String({ title: 'The cursor of the list', maxLength: 80, pattern: LIST_CURSOR_FORM }),
  ),
})
export const ScriptListResponse = Success(
  Type.Object({ scripts: Type.Array(ScriptListItem), nextCursor: Type.Optional(Type.String()) }),
)
export type ScriptListResponse = Static<typeof ScriptListResponse>
export const ScriptResponse = Success(Type.Object({ script: Script }))
export type ScriptResponse = Static<typeof ScriptResponse>
/** The key of an upload that must be discarded. */
export const CancelUploadBody = Type.Object({
  key: Type.String({ title: 'The idempotency key', maxLength: 200, pattern: limits.IDEMPOTENCY_KEY_FORM }),
})
export const ChangedScriptResponse = Success(
  Type.Object({
    script: Type.Object({
      ...Script.properties,
      /** Absent when the caller prefers only the list item. */
      content: Type.Optional(Script.properties.content),
    }),
  }),
)
export type ChangedScriptResponse = Static<typeof ChangedScriptResponse>
export const RenameBody = Type.Object({
  title: Type.String({ title: 'The title', minLength: 1, maxLength: limits.TITLE_LIMIT }),
})

/** Casting in a request: a map from character to voiceId, or a list of entries (product §3). Empty or absent clears. */
const VoiceOrNone = (title: string) =>
  Type.Union([Type.String({ maxLength: limits.VOICE_ID_LIMIT }), Type.Null()], { title })
const VoicesByName = Type.Record(AnyName, VoiceOrNone('The voice of a character'), {
  title: 'The cast',
  maxProperties: limits.CASTING_LIMIT,
})
const SoundsOrNone = (title: string) =>
  Type.Record(AnyName, Type.Union([CharacterSound, Type.Null()], { title: 'The sound of a character' }), {
    title,
    maxProperties: limits.CASTING_LIMIT,
  })
/** The voice that each changed slot had when it was read, null for none. CONFLICT if it differs now. */
export const SeenCasting = Type.Object(
  {
    version: Type.Integer({ title: 'The version of the casting', minimum: 0 }),
    characterAssignments: Type.Optional(VoicesByName),
    narrationVoiceId: Type.Optional(VoiceOrNone('The narration voice that was seen')),
    sceneHeadingVoiceId: Type.Optional(VoiceOrNone('The scene heading voice that was seen')),
    /** Likewise the sound of each character whose sound changes; an older client names none, and its save wins. */
    characterSounds: Type.Optional(SoundsOrNone('The sounds that were seen')),
  },
  { title: 'The casting that was seen' },
)
export type SeenCasting = Static<typeof SeenCasting>
export const CastingSlot = Type.Object({
  kind: Type.Enum(['narration', 'scene-heading', 'character'], { title: 'The kind of a slot' }),
  name: Type.Optional(
    Type.String({ title: 'The name of a character', maxLength: limits.CHARACTER_NAME_LIMIT }),
  ),
})
export type CastingSlot = Static<typeof CastingSlot>
/** A slot with two choices; `sound`: how a character sounds. */
export const ConflictingSlot = Type.Object({
  ...CastingSlot.properties,
  kind: Type.Enum(['narration', 'scene-heading', 'character', 'sound'], { title: 'The kind of a slot' }),
})
export type ConflictingSlot = Static<typeof ConflictingSlot>
export const CastingBody = Type.Object({
  characterAssignments: Type.Optional(
    Type.Union([VoicesByName, Type.Array(CharacterAssignment, { maxItems: limits.CASTING_LIMIT })], {
      title: 'The cast',
    }),
  ),
  narrationVoiceId: Type.Optional(VoiceOrNone('The narration voice')),
  sceneHeadingVoiceId: Type.Optional(VoiceOrNone('The scene heading voice')),
  /** Absent, together with `seen`: unchanged. */
  languageByLine: Type.Optional(LanguageByLine),
  deliveries: Type.Optional(Deliveries),
  /** With `seen`: of the changed characters, null for none. Otherwise of all characters. */
  characterSounds: Type.Optional(SoundsOrNone('The sounds of the characters')),
  /** Absent: replaces the current casting as a whole (product §7). */
  seen: Type.Optional(SeenCasting),
  /** Changed slots whose voices were suggested, not chosen by the user: better voices may replace them (product §2). */
  suggested: Type.Optional(
    Type.Array(CastingSlot, { title: 'The suggested voices', maxItems: limits.CASTING_LIMIT + 2 }),
  ),
})
export type CastingBody = Static<typeof CastingBody>

/** Casting as stored and sent: absent means not assigned. */
export const Casting = Type.Object({
  characterAssignments: Type.Record(AnyName, Type.String()),
  narrationVoiceId: Type.Optional(Type.String()),
  sceneHeadingVoiceId: Type.Optional(Type.String()),
  languageByLine: Type.Optional(LanguageByLine),
  deliveries: Type.Optional(Deliveries),
  characterSounds: Type.Optional(CharacterSounds),
})
export type Casting = Static<typeof Casting>
/** Who last assigned a slot or cleared it. */
export const CastingChange = Type.Object({
  slot: CastingSlot,
  by: Type.String(),
  mine: Type.Boolean(),
  at: Type.String({ format: 'date-time' }),
  /** The voice was suggested, and no user has chosen one since. */
  suggested: Type.Optional(Type.Boolean()),
})
export type CastingChange = Static<typeof CastingChange>
export const VersionedCasting = Type.Object({
  ...Casting.properties,
  /** Increases with every save; absent from an older backend. */
  version: Type.Optional(Type.Integer()),
  /** For callers who may cast: the slots whose last change is known. */
  changes: Type.Optional(Type.Array(CastingChange)),
})
export type VersionedCasting = Static<typeof VersionedCasting>
/** The three casting fields are at the top level of the response (product §7). */
export const CastingResponse = Type.Object({ success: Type.Literal(true), ...VersionedCasting.properties })
export type CastingResponse = Static<typeof CastingResponse>

export const CheckCacheBody = Type.Object({
  startLineIndex: Type.Integer({ title: 'The first line', minimum: 0 }),
  linesToCheck: Type.Integer({
    title: 'The number of lines',
    minimum: 1,
    maximum: limits.CACHE_WINDOW_LIMIT,
    default: limits.CACHE_WINDOW_DEFAULT,
  }),
  /** As in GenerateBody: which clips of the lines the listener plays. */
  readsDirections: Type.Optional(
    Type.Boolean({ title: 'Whether the narrator reads directions inside a speech' }),
  ),
  draft: Type.Optional(DraftNumber),
})
export const CheckCacheResponse = Success(Type.Object({ updatedLines: Type.Array(Line) }))
export type CheckCacheResponse = Static<typeof CheckCacheResponse>

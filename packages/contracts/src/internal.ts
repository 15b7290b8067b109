import { Type, type Static } from './schema.ts'
import {
  CACHE_WINDOW_LIMIT,
  ID_LIMIT,
  NARRATIONS_LIMIT,
  PASSPHRASE_LIMIT,
  PERSON_ID_LIMIT,
} from './limits.ts'
import { LinkRole, Role } from './roles.ts'
import { Casting, ScriptId } from './script.ts'

/** readNarrationSource: at most `count` lines from `from` on, about PAGE_CHARACTERS; without these all. */
export const NarrationSource = Type.Object({
  scriptId: Type.String(),
  ownerId: Type.String(),
  lines: Type.Array(
    Type.Object({
      _id: Type.String(),
      type: Type.String(),
      text: Type.String(),
      character: Type.Optional(Type.String()),
    }),
  ),
  casting: Casting,
  castingVersion: Type.Integer(),
  /** Of the whole script. */
  lineCount: Type.Optional(Type.Integer()),
  /** Index of the first line that is not in `lines`; absent when these reach the end. */
  next: Type.Optional(Type.Integer()),
})
export const NarrationQuery = Type.Object({
  from: Type.Integer({ title: 'The first line', minimum: 0, default: 0 }),
  count: Type.Optional(Type.Integer({ title: 'The number of lines', minimum: 0, maximum: 5_000 })),
})
export const PAGE_CHARACTERS = 200_000
export type NarrationSource = Static<typeof NarrationSource>

/** listScriptHeads: of those that are there, in no order. */
export const HeadsBody = Type.Object({
  ids: Type.Array(ScriptId, { title: 'The list of scripts', maxItems: NARRATIONS_LIMIT }),
})
export const ScriptHeads = Type.Object({
  scripts: Type.Array(
    Type.Object({ scriptId: Type.String(), ownerId: Type.String(), castingVersion: Type.Integer() }),
  ),
})
export type ScriptHeads = Static<typeof ScriptHeads>

export const LineSource = Type.Object({
  ownerId: Type.String(),
  lineIndex: Type.Integer(),
  line: NarrationSource.properties.lines.items,
  casting: Casting,
})
export type LineSource = Static<typeof LineSource>

/** listClips: by path, those behind `after`, at most `count` of them; without the numbers all, in no order. */
export const ClipRow = Type.Object({
  path: Type.String(),
  contentType: Type.String(),
  voiceId: Type.String(),
  /** SHA-256 of the spoken text: tells a clip of the same text under another voice (product §4). */
  textHash: Type.String(),
  durationMs: Type.Number(),
  bytes: Type.Integer(),
  lastUpdated: Type.String({ format: 'date-time' }),
})
export type ClipRow = Static<typeof ClipRow>
export const ClipIndex = Type.Object({
  clips: Type.Array(ClipRow),
  /** What to send as `after` for those that follow; absent when there are none. */
  next: Type.Optional(Type.String()),
})
export const ClipsQuery = Type.Object({
  after: Type.Optional(Type.String({ title: 'The path of the last clip', maxLength: 1_000 })),
  count: Type.Optional(Type.Integer({ title: 'The number of clips', minimum: 1, maximum: 5_000 })),
})
export type ClipIndex = Static<typeof ClipIndex>

/** listTextClips: some spoken texts, as of a window of lines. */
export const TextsBody = Type.Object({
  /** SHA-256 of each, as in ClipRow. */
  textHashes: Type.Array(Type.String({ pattern: '^[0-9a-f]{64}$' }), {
    title: 'The list of text hashes',
    maxItems: CACHE_WINDOW_LIMIT,
  }),
})
export const TextClips = Type.Object({
  /** In every voice; in no order. */
  clips: Type.Array(ClipRow),
  /** Nothing is left to make for the casting that was planned last: all is stored, or failed permanently. */
  complete: Type.Boolean(),
})
export type TextClips = Static<typeof TextClips>

/** acknowledgeCommand: a command of the outbox (product §10). */
export const AcknowledgeBody = Type.Object({
  kind: Type.Union([Type.Literal('casting'), Type.Literal('deleted')], { title: 'The kind of the command' }),
  mark: Type.Integer({ title: 'The mark of the command' }),
})
export type AcknowledgeBody = Static<typeof AcknowledgeBody>

export const PersonParams = Type.Object({
  uid: Type.String({ title: 'The id of the person', minLength: 1, maxLength: PERSON_ID_LIMIT }),
})
export const ForgetSubscriberBody = Type.Object({
  email: Type.String({ title: 'The e-mail address', maxLength: 320 }),
})

/** The user or guest of a request, as the gateway verified them. */
export type Person = {
  /** Of a guest: their own id, which no account has. */
  uid: string
  name?: string | undefined
  /** Verified or not. */
  email?: string | undefined
  emailVerified?: boolean | undefined
  /** They came by a link and have no account; a token of an older release does not name the owner of the link. */
  guest?: { linkId: string; scriptId: string; ownerId?: string | undefined } | undefined
}

const hash = (title: string) => Type.String({ title, pattern: '^[0-9a-f]{64}$' })
/** openLink: the gateway has taken the token's SHA-256, so that the token itself goes no further. */
export const LinkSourceBody = Type.Object({
  tokenHash: hash('The hash of the token'),
  passphrase: Type.Optional(Type.String({ title: 'The passphrase', maxLength: PASSPHRASE_LIMIT })),
  /** SHA-256 as well: of the key that was brought, and of the key that a new guest gets. */
  guestKeyHash: Type.Optional(hash('The hash of the key')),
  newKeyHash: Type.Optional(hash('The hash of the new key')),
  /** NOT_FOUND unless the key that was brought is of a guest of the link; a service of an older release makes a new one. */
  onlyKnown: Type.Optional(Type.Boolean({ title: 'Whether only a known guest is returned' })),
})
export const LinkSource = Type.Object({
  guestId: Type.String(),
  linkId: Type.String(),
  scriptId: Type.String(),
  /** Whose script it is: the guests count under the owner. */
  ownerId: Type.String(),
  role: LinkRole,
  linkName: Type.String(),
  title: Type.String(),
  expiresAt: Type.String({ format: 'date-time' }),
  /** The guest of `newKeyHash`; absent for one who was here before. */
  isNew: Type.Optional(Type.Boolean()),
  guestName: Type.Optional(Type.String()),
})
export type LinkSource = Static<typeof LinkSource>

/** readAccess: what a person is to a script, and whose it is. */
export const AccessBody = Type.Object({
  uid: Type.String({ title: 'The id of the person', minLength: 1, maxLength: PERSON_ID_LIMIT }),
  email: Type.Optional(Type.String({ title: 'The e-mail address', maxLength: 320 })),
  emailVerified: Type.Optional(Type.Boolean({ title: 'Whether the address is verified' })),
  guest: Type.Optional(
    Type.Object(
      {
        linkId: Type.String({ title: 'The id of the link', maxLength: ID_LIMIT }),
        scriptId: Type.String({ title: 'The id of the script', maxLength: ID_LIMIT }),
      },
      { title: 'The guest' },
    ),
  ),
})
export const AccessSource = Type.Object({ ownerId: Type.String(), role: Role })
export type AccessSource = Static<typeof AccessSource>

/** What an internal token says (architecture §5, product §10). Signed with Ed25519, 60 seconds of life. */
export type PersonToken = { iss: 'gateway'; aud: ServiceName; sub: string } & Omit<Person, 'uid'>
export type ServiceToken = { iss: Audience; aud: Audience }
export type ServiceName = 'scripts' | 'tts' | 'subscriptions'
export type Audience = ServiceName | 'gateway'

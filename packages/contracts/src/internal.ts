import { Type, type Static } from './schema/schema.ts'
import {
  CACHE_WINDOW_LIMIT,
  ID_LIMIT,
  NARRATIONS_LIMIT,
  PASSPHRASE_LIMIT,
  PERSON_ID_LIMIT,
} from './limits.ts'
import { LinkRole, Role } from './sharing/roles.ts'
import { RunStyles } from './run-styles.ts'
import { Casting, DraftNumber, LineId, ScriptId } from './script.ts'
import { Delivery } from './voices/delivery.ts'
import { Pronunciation } from './voices/pronunciation.ts'
import { NarrationCounts } from './voices/voice.ts'

const person = Type.Object(
  {
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
  },
  { title: 'The person' },
)

/** readScripts: which scripts to read, and which parts besides owner and casting version. */
export const ScriptsBody = Type.Object({
  ids: Type.Array(ScriptId, { title: 'The list of scripts', maxItems: NARRATIONS_LIMIT }),
  /** Include the role of this user. */
  person: Type.Optional(person),
  /** Include the casting, unless its version is `known`. */
  casting: Type.Optional(
    Type.Object(
      { known: Type.Optional(Type.Integer({ title: 'The known version' })) },
      { title: 'The casting' },
    ),
  ),
  /** Include at most `count` lines from `from` on, about PAGE_CHARACTERS; for a single script only, like `lineId`. */
  lines: Type.Optional(
    Type.Object(
      {
        from: Type.Integer({ title: 'The first line', minimum: 0 }),
        count: Type.Integer({ title: 'The number of lines', minimum: 1, maximum: 5_000 }),
      },
      { title: 'The page of lines' },
    ),
  ),
  /** Include this line. */
  lineId: Type.Optional(LineId),
  /** Read the line of this draft, if `person` may open it. */
  draft: Type.Optional(DraftNumber),
})
export type ScriptsBody = Static<typeof ScriptsBody>
export const PAGE_CHARACTERS = 200_000

export const SourceLine = Type.Object({
  _id: Type.String(),
  type: Type.String(),
  text: Type.String(),
  character: Type.Optional(Type.String()),
  /** As in Line. */
  language: Type.Optional(Type.String()),
  styles: Type.Optional(RunStyles),
  /** As the page has it delivered. */
  delivery: Type.Optional(Delivery),
  /** As a user has directed it, instead of `delivery`. Emphasis is in the written text. */
  directed: Type.Optional(Delivery),
  /** Characters who speak the line together. */
  together: Type.Optional(Type.Array(Type.String())),
})
export type SourceLine = Static<typeof SourceLine>
export const ScriptSource = Type.Object({
  scriptId: Type.String(),
  ownerId: Type.String(),
  castingVersion: Type.Integer(),
  role: Type.Optional(Role),
  casting: Type.Optional(Casting),
  /** With `casting`; absent from a service of an older release, and when there are none. */
  pronunciations: Type.Optional(Type.Array(Pronunciation)),
  /** With `casting`: the language of the script, if it is known. */
  language: Type.Optional(Type.String()),
  lines: Type.Optional(Type.Array(SourceLine)),
  /** Index of the first line after `lines`; absent at the end of the script. */
  next: Type.Optional(Type.Integer()),
  line: Type.Optional(SourceLine),
  /** Further deliveries in which the line may have been spoken: those of its takes. */
  lineDeliveries: Type.Optional(Type.Array(Delivery)),
  /** In the present draft; absent for a line that is not in it. */
  lineIndex: Type.Optional(Type.Integer()),
})
export type ScriptSource = Static<typeof ScriptSource>

export const ClipRow = Type.Object({
  path: Type.String(),
  contentType: Type.String(),
  voiceId: Type.String(),
  /** SHA-256 of the spoken text: identifies clips of the same text in another voice (product §4). */
  textHash: Type.String(),
  durationMs: Type.Number(),
  bytes: Type.Integer(),
  lastUpdated: Type.String({ format: 'date-time' }),
})
export type ClipRow = Static<typeof ClipRow>

/** readAudio: a page of all clips by path, the clips of given texts, or the narration progress. */
export const AudioBody = Type.Object({
  page: Type.Optional(
    Type.Object(
      {
        after: Type.Optional(Type.String({ title: 'The path of the last clip', maxLength: 1_000 })),
        count: Type.Integer({ title: 'The number of clips', minimum: 1, maximum: 5_000 }),
      },
      { title: 'The page of clips' },
    ),
  ),
  /** SHA-256 of each text, as in ClipRow. */
  textHashes: Type.Optional(
    Type.Array(Type.String({ pattern: '^[0-9a-f]{64}$' }), {
      title: 'The list of text hashes',
      maxItems: CACHE_WINDOW_LIMIT,
    }),
  ),
  counts: Type.Optional(Type.Boolean({ title: 'Whether lines are counted' })),
})
export const AudioSource = Type.Object({
  /** Clips of texts in every voice, unordered. */
  clips: Type.Optional(Type.Array(ClipRow)),
  /** `after` of the next page; absent on the last. */
  next: Type.Optional(Type.String()),
  /** With `textHashes`: the last planned casting is complete, i.e. every clip is stored or has permanently failed. */
  complete: Type.Optional(Type.Boolean()),
  counts: Type.Optional(NarrationCounts),
})
export type AudioSource = Static<typeof AudioSource>

export const ForgetSubscriberBody = Type.Object({
  email: Type.String({ title: 'The e-mail address', maxLength: 320 }),
})

/** The user or guest of a request, as verified by the gateway. */
export type Person = {
  /** For a guest: a guest id, which no account has. */
  uid: string
  name?: string | undefined
  /** May be unverified. */
  email?: string | undefined
  emailVerified?: boolean | undefined
  /** Set for a guest of a link without an account; tokens of older releases have no `ownerId`. */
  guest?: { linkId: string; scriptId: string; ownerId?: string | undefined } | undefined
}

const hash = (title: string) => Type.String({ title, pattern: '^[0-9a-f]{64}$' })
/** openLink: the gateway hashes the token with SHA-256, so that the token itself is not forwarded. */
export const LinkSourceBody = Type.Object({
  tokenHash: hash('The hash of the token'),
  passphrase: Type.Optional(Type.String({ title: 'The passphrase', maxLength: PASSPHRASE_LIMIT })),
  /** SHA-256 of the sent guest key, and of the key for a new guest. */
  guestKeyHash: Type.Optional(hash('The hash of the key')),
  newKeyHash: Type.Optional(hash('The hash of the new key')),
  /**
   * Responds with NOT_FOUND unless the sent key belongs to a guest of the link; a service of an older release creates a
   * guest.
   */
  onlyKnown: Type.Optional(Type.Boolean({ title: 'Whether only a known guest is returned' })),
})
export const LinkSource = Type.Object({
  guestId: Type.String(),
  linkId: Type.String(),
  scriptId: Type.String(),
  /** The script's owner, against whom the guests count. */
  ownerId: Type.String(),
  role: LinkRole,
  linkName: Type.String(),
  title: Type.String(),
  expiresAt: Type.String({ format: 'date-time' }),
  /** A guest was created with `newKeyHash`; absent for a returning guest. */
  isNew: Type.Optional(Type.Boolean()),
  guestName: Type.Optional(Type.String()),
})
export type LinkSource = Static<typeof LinkSource>

/** Claims of an internal token (architecture §5, product §10), signed with Ed25519 and valid for 60 seconds. */
export type PersonToken = { iss: 'gateway'; aud: ServiceName; sub: string } & Omit<Person, 'uid'>
export type ServiceToken = { iss: Audience; aud: Audience }
export type ServiceName = 'scripts' | 'tts' | 'subscriptions'
export type Audience = ServiceName | 'gateway'

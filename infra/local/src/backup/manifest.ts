import { Type, type Static } from '@andscene/contracts/schema/schema'

/** Incremented when older releases cannot read what this one writes. */
export const FORMAT = 1
/** First entry of an archive; identifies its type and format. */
export const HEAD = 'and-scene-backup.json'
export const MANIFEST = 'manifest.json'
/** Services that store data. */
export const PARTS = ['scripts', 'tts', 'subscriptions'] as const
export type PartName = (typeof PARTS)[number]
/** Name of the entry with the documents of a part; its objects are below OBJECTS. */
export const DOCUMENTS = 'documents.sqlite'
export const OBJECTS = 'clips/'
/** Accounts of the embedded identity, and the mark of the sample script, as stored in DATA_DIR. */
export const ACCOUNTS = 'platform/accounts.json'
export const SEED_MARK = 'platform/seeded.json'
/** Entries and their files in DATA_DIR. Keys are not included. */
export const OWN_FILES = [
  [ACCOUNTS, 'identity/accounts.json'],
  [SEED_MARK, 'seeded.json'],
] as const

export const Head = Type.Object({ format: Type.Integer({ minimum: 1 }), madeAt: Type.String() })
export type Head = Static<typeof Head>

const Count = Type.Integer({ minimum: 0 })

export const Manifest = Type.Object({
  format: Type.Integer({ minimum: 1 }),
  /** Unique id of the backup. */
  id: Type.String({ pattern: '^[\\w-]{1,64}$' }),
  /** Printed when a backup is checked. */
  madeAt: Type.String({ pattern: '^[\\w:.+-]{1,40}$' }),
  parts: Type.Record(
    Type.String(),
    Type.Object({
      /** Number of migrations applied to its documents. */
      schema: Count,
      rows: Type.Record(Type.String(), Count),
      objects: Count,
    }),
  ),
  entries: Type.Array(Type.Object({ name: Type.String(), bytes: Count, sha256: Type.String() })),
})
export type Manifest = Static<typeof Manifest>

const count = (number: number, one: string, many = `${one}s`) =>
  `${number.toLocaleString('en')} ${number === 1 ? one : many}`

export function describeParts({ scripts, tts, subscriptions }: Manifest['parts']): string {
  return [
    count(scripts?.rows['scripts'] ?? 0, 'script'),
    count(scripts?.rows['notes'] ?? 0, 'note'),
    count(tts?.objects ?? 0, 'clip'),
    count(subscriptions?.rows['subscribers'] ?? 0, 'sign-up'),
  ].join(', ')
}

export const formatMegabytes = (bytes: number): string => `${(bytes / 1e6).toFixed(1)} MB`

import { hash } from 'node:crypto'
import { Type, type Static, type TSchema } from './schema/schema.ts'

/** At most one waiting job of this id; with `debounceMs` a later one replaces it and restarts the delay. */
export type Deduplication = { id: string; debounceMs?: number | undefined }

/** A queue between services (architecture §7). New payload fields are optional: jobs in flight survive a release. */
export type QueueDefinition<T extends TSchema = TSchema> = {
  payload: T
  /** Attempts before a job counts as failed permanently. */
  attempts: number
  /** A second job of an id is not added while the first is in the queue, also when that has failed. No `:`, not all digits. */
  jobId?: (payload: Static<T>) => string
  /** Absent, as with jobId: every job is its own. */
  deduplication?: (payload: Static<T>) => Deduplication
}

export const defineQueue = <T extends TSchema>(queue: QueueDefinition<T>): QueueDefinition<T> => queue

/** Commands between services are tried for about a day; a clip gives up within minutes and waits for the next play. */
const COMMAND_ATTEMPTS = 1_000
const CLIP_ATTEMPTS = 7
/** A listener who jumps about is followed once they stay (architecture §7). */
const POSITION_DEBOUNCE_MS = 200

/** Of the request that added the job, while the platform is traced (decision 0056). */
const Traced = {
  /** W3C trace context of what added it. */
  traceparent: Type.Optional(Type.String({ maxLength: 55 })),
  /** When that joined it, in ms since 1970. */
  tracedAt: Type.Optional(Type.Integer({ minimum: 0 })),
}

export const NarrationJob = Type.Object({
  scriptId: Type.String(),
  /** The listener's line; clips from here on come first. Absent: from the start, at the rank of a script without a listener. */
  fromLineIndex: Type.Optional(Type.Integer({ minimum: 0 })),
  reason: Type.Union([Type.Literal('casting'), Type.Literal('position'), Type.Literal('reconcile')]),
  /** Which pending command of the scripts service this carries out; it is acknowledged once the work is recorded. */
  mark: Type.Optional(Type.Integer()),
  requestId: Type.Optional(Type.String()),
  ...Traced,
})
export type NarrationJob = Static<typeof NarrationJob>

export const ScriptDeletedJob = Type.Object({
  scriptId: Type.String(),
  /** As with NarrationJob: acknowledged once everything of the script is erased. */
  mark: Type.Optional(Type.Integer()),
  requestId: Type.Optional(Type.String()),
  ...Traced,
})
export type ScriptDeletedJob = Static<typeof ScriptDeletedJob>

export const PersonErasedJob = Type.Object({
  uid: Type.String(),
  requestId: Type.Optional(Type.String()),
  ...Traced,
})
export type PersonErasedJob = Static<typeof PersonErasedJob>

export const LineAudioJob = Type.Object({
  /** Absent for a preview. */
  scriptId: Type.Optional(Type.String()),
  /** Under whose allowance the clip is made: the script's owner, or who asked for the preview. */
  ownerId: Type.Optional(Type.String()),
  voiceId: Type.String(),
  /** What is spoken, after normalisation for speech. */
  text: Type.String(),
  textHash: Type.String(),
  /** Object path; also what deduplicates (product §10). */
  path: Type.String(),
  lineIndex: Type.Optional(Type.Integer()),
  /** Version of the casting that the clip was planned for; absent for a requested clip. */
  castingVersion: Type.Optional(Type.Integer()),
  /** When this job ends, the script is planned again, so that the clips behind its window follow. */
  refill: Type.Optional(Type.Boolean()),
  requestId: Type.Optional(Type.String()),
  ...Traced,
})
export type LineAudioJob = Static<typeof LineAudioJob>

/** The same for the same path, so that a clip in flight is joined. No script's id contains a dot. */
export const clipJobId = ({ scriptId, path }: { scriptId?: string | undefined; path: string }) =>
  `${clipJobIdPrefix(scriptId)}${hash('sha256', path)}`
export const clipJobIdPrefix = (scriptId: string | undefined) => `${scriptId ?? ''}.`
/** The script that a clip's job belongs to; empty for a preview. */
export const scriptOfClipJob = (jobId: string): string => jobId.slice(0, Math.max(0, jobId.lastIndexOf('.')))

export const QUEUES = {
  /** Plan a script: which distinct clips its casting wants and the index lacks. Consumed by the TTS worker. */
  narration: 'script-narration',
  /** A script was deleted: delete its clips and drop its waiting jobs. Consumed by the TTS worker. */
  deleted: 'script-deleted',
  /** An account is closed: erase its default voice, previews and usage. Consumed by the TTS worker. */
  erased: 'person-erased',
  /** Make one clip. Consumed by the TTS workers. */
  lineAudio: 'line-audio',
} as const

/** Redis channel for ids of scripts whose clips have changed. Pages poll too: a message may be lost. */
export const narratedChannel = (queuePrefix: string): string => `${queuePrefix}:narrated`

/**
 * Redis channel of commands that the TTS worker has carried out, as JSON. A message may be lost: the scripts service adds the
 * command again until one arrives.
 */
export const acknowledgedChannel = (queuePrefix: string): string => `${queuePrefix}:acknowledged`
export const Acknowledgement = Type.Union([
  Type.Object({
    scriptId: Type.String(),
    kind: Type.Union([Type.Literal('casting'), Type.Literal('deleted')]),
    mark: Type.Integer(),
  }),
  Type.Object({ erasedUid: Type.String() }),
])
export type Acknowledgement = Static<typeof Acknowledgement>

export const QUEUE_TABLE = {
  [QUEUES.narration]: defineQueue({
    payload: NarrationJob,
    attempts: COMMAND_ATTEMPTS,
    deduplication: ({ reason, scriptId }) => ({
      id: `${reason}.${scriptId}`,
      debounceMs: reason === 'position' ? POSITION_DEBOUNCE_MS : undefined,
    }),
  }),
  [QUEUES.deleted]: defineQueue({
    payload: ScriptDeletedJob,
    attempts: COMMAND_ATTEMPTS,
    deduplication: ({ scriptId }) => ({ id: `deleted.${scriptId}` }),
  }),
  [QUEUES.erased]: defineQueue({
    payload: PersonErasedJob,
    attempts: COMMAND_ATTEMPTS,
    deduplication: ({ uid }) => ({ id: `erased.${uid}` }),
  }),
  [QUEUES.lineAudio]: defineQueue({
    payload: LineAudioJob,
    attempts: CLIP_ATTEMPTS,
    jobId: clipJobId,
  }),
} as const

export type QueueName = keyof typeof QUEUE_TABLE
export type QueuePayloads = { [Name in QueueName]: Static<(typeof QUEUE_TABLE)[Name]['payload']> }
export const QUEUE_NAMES = Object.keys(QUEUE_TABLE) as readonly QueueName[]

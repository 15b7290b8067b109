import { hash } from 'node:crypto'
import { Type, type Static, type TSchema } from './schema/schema.ts'
import { Delivery } from './voices/delivery.ts'
import { Sound } from './voices/pronunciation.ts'

/** At most one waiting job with this id; with `debounceMs` a later job replaces it and restarts the delay. */
export type Deduplication = { id: string; debounceMs?: number | undefined }

/**
 * A queue between services (architecture §7). New payload fields must be optional: jobs in flight survive a release.
 */
export type QueueDefinition<T extends TSchema = TSchema> = {
  payload: T
  /** Attempts before a job fails permanently. */
  attempts: number
  /** A job is not added while one with the same id is in the queue, even a failed one. No `:`, not digits only. */
  jobId?: (payload: Static<T>) => string
  /** Without it and without jobId, no jobs are deduplicated. */
  deduplication?: (payload: Static<T>) => Deduplication
}

export const defineQueue = <T extends TSchema>(queue: QueueDefinition<T>): QueueDefinition<T> => queue

/**
 * Commands between services are retried for about a day; a clip fails within minutes and is retried on the next play.
 */
const COMMAND_ATTEMPTS = 1_000
const CLIP_ATTEMPTS = 7
/** Debounces the position of a listener who jumps repeatedly (architecture §7). */
const POSITION_DEBOUNCE_MS = 200

/** Trace of the request that added the job, while tracing is on (decision 0056). */
const Traced = {
  /** W3C trace context. */
  traceparent: Type.Optional(Type.String({ maxLength: 55 })),
  /** When the traced request was added to the job, in ms since 1970. */
  tracedAt: Type.Optional(Type.Integer({ minimum: 0 })),
}

export const NarrationJob = Type.Object({
  scriptId: Type.String(),
  /**
   * The listener's line; clips from here on have priority. Absent: from the start, at the priority of scripts without a
   * listener.
   */
  fromLineIndex: Type.Optional(Type.Integer({ minimum: 0 })),
  reason: Type.Union([Type.Literal('casting'), Type.Literal('position'), Type.Literal('reconcile')]),
  /** The pending command of the scripts service; acknowledged once the work is recorded. */
  mark: Type.Optional(Type.Integer()),
  requestId: Type.Optional(Type.String()),
  ...Traced,
})
export type NarrationJob = Static<typeof NarrationJob>

export const ScriptDeletedJob = Type.Object({
  scriptId: Type.String(),
  /** As in NarrationJob: acknowledged once all data of the script is deleted. */
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
  /** Counts against this user's allowance: the script's owner, or the requester of the preview. */
  ownerId: Type.Optional(Type.String()),
  voiceId: Type.String(),
  /** The spoken text, normalized for speech. */
  text: Type.String(),
  textHash: Type.String(),
  /** Object path; also deduplicates (product §10). */
  path: Type.String(),
  lineIndex: Type.Optional(Type.Integer()),
  /** Set for a line in another language: `voiceId` is then the voice that speaks it for the assigned one. */
  foreign: Type.Optional(Type.Object({ language: Type.String(), castVoiceId: Type.String() })),
  delivery: Type.Optional(Delivery),
  /** Pronunciations that a user gave, by their place in `text`. */
  sounds: Type.Optional(Type.Array(Sound)),
  /** Ids of the voices that speak together with `voiceId`. */
  together: Type.Optional(Type.Array(Type.String())),
  /** Where `text` continues after a short pause. */
  pauses: Type.Optional(Type.Array(Type.Integer({ minimum: 0 }))),
  /** Parts of `text` (start and length) that another voice speaks: directions inside a speech. */
  byNarrator: Type.Optional(
    Type.Object({
      voiceId: Type.String(),
      at: Type.Array(Type.Unsafe<[number, number]>(Type.Array(Type.Integer({ minimum: 0 })))),
    }),
  ),
  /** Version of the casting that the clip was planned for; absent for requested clips. */
  castingVersion: Type.Optional(Type.Integer()),
  /** Another delivery of a line, to be heard: removed like a preview, unless the casting needs it. */
  trial: Type.Optional(Type.Boolean()),
  /** Plan the script again after this job, so that clips after its window are added. */
  refill: Type.Optional(Type.Boolean()),
  requestId: Type.Optional(Type.String()),
  ...Traced,
})
export type LineAudioJob = Static<typeof LineAudioJob>

/** Equal for equal paths, so that requests share a clip in flight. Script ids contain no dot. */
export const clipJobId = ({ scriptId, path }: { scriptId?: string | undefined; path: string }) =>
  `${clipJobIdPrefix(scriptId)}${hash('sha256', path)}`
export const clipJobIdPrefix = (scriptId: string | undefined) => `${scriptId ?? ''}.`
/** Script id of a clip job; empty for a preview. */
export const scriptOfClipJob = (jobId: string): string => jobId.slice(0, Math.max(0, jobId.lastIndexOf('.')))

export const QUEUES = {
  /** Plan a script: find the clips that its casting needs and the index lacks. Consumed by the TTS worker. */
  narration: 'script-narration',
  /** A script was deleted: delete its clips and waiting jobs. Consumed by the TTS worker. */
  deleted: 'script-deleted',
  /** An account was closed: delete its default voice, previews and usage. Consumed by the TTS worker. */
  erased: 'person-erased',
  /** Make one clip. Consumed by the TTS workers. */
  lineAudio: 'line-audio',
} as const

/** Redis channel with ids of scripts whose clips have changed. Pages also poll, because messages may be lost. */
export const narratedChannel = (queuePrefix: string): string => `${queuePrefix}:narrated`

/**
 * Redis channel with commands that the TTS worker has completed, as JSON. Messages may be lost: the scripts service
 * adds the command again until one arrives.
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

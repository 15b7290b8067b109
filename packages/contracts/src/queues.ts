import { Type, type Static, type TSchema } from 'typebox'

/** Queue names and payloads (architecture §7). New payload fields are optional, so jobs in flight survive a release. */
export const QUEUES = {
  /** Plan a script: which distinct clips its casting wants and the index lacks. Consumed by the TTS worker. */
  narration: 'script-narration',
  /** A script is gone: delete its clips and drop its waiting jobs. Consumed by the TTS worker. */
  deleted: 'script-deleted',
  /** Make one clip. Consumed by the TTS workers. */
  lineAudio: 'line-audio',
} as const

export const NarrationJob = Type.Object({
  scriptId: Type.String(),
  /** The listener's line; clips from here on come first. Absent: from the start, at the rank of a script nobody plays. */
  fromLineIndex: Type.Optional(Type.Integer({ minimum: 0 })),
  reason: Type.Union([Type.Literal('casting'), Type.Literal('position'), Type.Literal('reconcile')]),
  /** Which pending command of the scripts service this carries out; it is acknowledged there once the work is recorded. */
  mark: Type.Optional(Type.Integer()),
  requestId: Type.Optional(Type.String()),
})
export type NarrationJob = Static<typeof NarrationJob>

export const ScriptDeletedJob = Type.Object({
  scriptId: Type.String(),
  /** As with NarrationJob: acknowledged once everything of the script is erased. */
  mark: Type.Optional(Type.Integer()),
  requestId: Type.Optional(Type.String()),
})
export type ScriptDeletedJob = Static<typeof ScriptDeletedJob>

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
  /** First line that wants the clip. */
  lineIndex: Type.Optional(Type.Integer()),
  /** When this job ends, the script is planned again, so that the clips behind its window follow. */
  refill: Type.Optional(Type.Boolean()),
  requestId: Type.Optional(Type.String()),
})
export type LineAudioJob = Static<typeof LineAudioJob>

export const QUEUE_PAYLOADS: Record<(typeof QUEUES)[keyof typeof QUEUES], TSchema> = {
  [QUEUES.narration]: NarrationJob,
  [QUEUES.deleted]: ScriptDeletedJob,
  [QUEUES.lineAudio]: LineAudioJob,
}

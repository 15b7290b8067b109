import { Type, type Static } from '../schema/schema.ts'
import { Success } from '../schema/envelope.ts'
import * as limits from '../limits.ts'
import { Pronunciation } from './pronunciation.ts'
import { NaturalVoices } from './natural-voices.ts'
import { RATES } from './rates.ts'
import { DraftNumber, LineId, ScriptId, VoiceId } from '../script.ts'
import { Delivery, DeliveryName } from './delivery.ts'

/** A synthetic voice (product §3). `voiceId` starts with its provider: `local:…`, `azure:…`. */
export const Voice = Type.Object({
  voiceId: Type.String(),
  name: Type.String(),
  gender: Type.Union([Type.Literal('female'), Type.Literal('male'), Type.Literal('neutral')]),
  /** BCP 47, e.g. `en-US`. */
  locale: Type.String(),
  language: Type.String(),
  provider: Type.String(),
  category: Type.String(),
  providerMetadata: Type.Object({ VoiceType: Type.Optional(Type.String()) }, { additionalProperties: true }),
  voiceStyles: Type.Array(Type.String()),
  voicePersonalities: Type.Array(Type.String()),
  isActive: Type.Boolean(),
  /** 0 to 100. */
  popularity: Type.Number(),
  previewUrl: Type.String(),
  wordsPerMinute: Type.Number(),
  /** Named deliveries that it can do; others are read plainly. Absent from a service of an older release. */
  deliveries: Type.Optional(Type.Array(DeliveryName)),
})
export type Voice = Static<typeof Voice>

export const VoicesResponse = Success(
  Type.Object({ voices: Type.Array(Voice), naturalVoices: Type.Optional(NaturalVoices) }),
)
export type VoicesResponse = Static<typeof VoicesResponse>

/** Null clears the default voice. */
export const DefaultVoiceBody = Type.Object({
  voiceId: Type.Union([VoiceId, Type.Null()], { title: 'The id of the voice' }),
})
export const DefaultVoiceResponse = Success(
  Type.Object({ voiceId: Type.Union([Type.String(), Type.Null()]) }),
)
export type DefaultVoiceResponse = Static<typeof DefaultVoiceResponse>

const SpeechText = Type.String({
  title: 'The text to speak',
  minLength: 1,
  maxLength: limits.SPEECH_TEXT_LIMIT,
})
export const PreviewBody = Type.Object({
  voiceId: VoiceId,
  text: Type.Optional(SpeechText),
  /** Applies to its word in the text. */
  pronunciation: Type.Optional(Pronunciation),
})
export const GenerateBody = Type.Object({
  voiceId: VoiceId,
  text: SpeechText,
  scriptId: Type.Optional(ScriptId),
  lineId: Type.Optional(LineId),
  /** Of which draft the line is. */
  draft: Type.Optional(DraftNumber),
  /** Speaks the line in this way instead of its own, for callers who may cast. Emphasis is in the written text. */
  delivery: Type.Optional(Delivery),
  /** For listeners who hear parentheticals. Without a narrator and without directions, the clip is the same. */
  readsDirections: Type.Optional(
    Type.Boolean({ title: 'Whether the narrator reads directions inside a speech' }),
  ),
  /** The caller can play the head of a clip before the rest is ready (CLIP_HEADERS.head). */
  head: Type.Optional(Type.Boolean({ title: 'Whether a head of the clip is of use' })),
  /** Milliseconds of the head that the caller already has: only a longer one is useful. */
  headMs: Type.Optional(
    Type.Number({ title: 'The length of the head at hand', minimum: 0, maximum: limits.HEAD_LIMIT_MS }),
  ),
  /** Milliseconds for which the caller has other audio: a clip that is complete in this time needs no head. */
  headAfterMs: Type.Optional(
    Type.Number({ title: 'The time until the head is needed', minimum: 0, maximum: limits.HEAD_LIMIT_MS }),
  ),
  /** The playback speed, for which heads are planned. */
  rate: Type.Optional(
    Type.Number({ title: 'The speed', minimum: Math.min(...RATES), maximum: Math.max(...RATES) }),
  ),
})

export const ClearLineCacheBody = Type.Object({
  scriptId: ScriptId,
  lineId: LineId,
  /** Of which draft the line is: only the clips of its text there are deleted. */
  draft: Type.Optional(DraftNumber),
})
export const ClearCacheBody = Type.Object({ scriptId: ScriptId })
/** `filesDeleted` is at the top level of the response (product §7). */
export const ClearCacheResponse = Type.Object({
  success: Type.Literal(true),
  filesDeleted: Type.Integer(),
  message: Type.Optional(Type.String()),
})
export type ClearCacheResponse = Static<typeof ClearCacheResponse>

/** Narration progress of a script, in lines. */
export const NarrationCounts = Type.Object({
  /** Lines that can be spoken: non-empty and cast. */
  total: Type.Integer(),
  ready: Type.Integer(),
  waiting: Type.Integer(),
  failed: Type.Integer(),
  /** While lines wait for it: when the owner's exhausted daily allowance of new audio is renewed. */
  pausedUntil: Type.Optional(Type.String({ format: 'date-time' })),
})
export type NarrationCounts = Static<typeof NarrationCounts>
export const NarrationResponse = Success(NarrationCounts)
export type NarrationResponse = Static<typeof NarrationResponse>

/** Script ids, separated by commas. */
export const NarrationsQuery = Type.Object({
  scripts: Type.String({
    title: 'The list of scripts',
    maxLength: limits.NARRATIONS_LIMIT * (limits.ID_LIMIT + 1),
    pattern: `^[A-Za-z0-9_-]{1,${limits.ID_LIMIT}}(,[A-Za-z0-9_-]{1,${limits.ID_LIMIT}}){0,${limits.NARRATIONS_LIMIT - 1}}$`,
  }),
})
/** Progress in lines, for a list. Omits scripts that are missing or that the caller may not hear; unordered. */
export const NarrationSummary = Type.Object({
  scriptId: Type.String(),
  total: Type.Integer(),
  ready: Type.Integer(),
  failed: Type.Integer(),
  /** Clips are being made. Other missing clips are made on play. */
  making: Type.Boolean(),
})
export type NarrationSummary = Static<typeof NarrationSummary>
export const NarrationsResponse = Success(Type.Object({ narrations: Type.Array(NarrationSummary) }))

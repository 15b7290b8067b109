import { CALL_TIMEOUT_MS } from './define-route.ts'

/**
 * How long a clip may take, hop by hop (product §9, architecture §10). Every limit follows from the time that a listener's
 * browser waits; a test keeps them in order. Milliseconds.
 *
 * | Hop                            | Waits for                       | Order                     | Ends by                    |
 * | ------------------------------ | ------------------------------- | ------------------------- | -------------------------- |
 * | browser, player                | the response                    | -                         | CLIENT_CLIP_MS, _PREVIEW_MS |
 * | edge                           | the response of the gateway     | -                         | EDGE_MS                    |
 * | gateway                        | the response of tts             | -                         | GATEWAY_MS                 |
 * | tts, `api/speech-routes.ts`    | line, voice, then the job's end | -                         | API_CLIP_MS, API_PREVIEW_MS |
 * | tts, each command to Redis     | Redis                           | -                         | QUEUE_COMMAND_MS           |
 * | BullMQ `line-audio`            | a job that a worker can take    | `pipeline/priorities.ts`  | nothing while it is wanted |
 * | BullMQ, delayed                | the next attempt                | then as before            | QUEUE_COME_AGAIN_MS, backoff |
 * | worker, `speech/work-queue`    | a place of its provider (one job ahead) | the same priority  | its job's end              |
 * | worker, `speech/threads`       | a thread that an abort left busy, or one to encode for a remote provider | the same priority | SYNTHESIS_MS |
 * | provider                       | the sound                       | -                         | SYNTHESIS_MS, PROVIDER_STALL_MS |
 * | provider that several workers share | the next part of the sound | the same priority, between its steps | SHARED_ENGINE_MS |
 * | provider                       | the list of its voices          | -                         | VOICE_LIST_MS              |
 * | thread                         | the engine                      | -                         | THREAD_HUNG_MS             |
 * | worker, `kokoro/engine`        | a sign of life of the engine process | the same priority, between its steps | PROVIDER_STALL_MS |
 * | worker, storage                | object, then row                | -                         | the store's client; `storage-watch.ts` |
 */

/** The constant: how long the browser waits for a clip, which is also the longest time one text may take (product §9). */
export const CLIENT_CLIP_MS = CALL_TIMEOUT_MS
/** A preview is awaited by a user who looks at a button. */
export const CLIENT_PREVIEW_MS = CLIENT_CLIP_MS - 5_000

/** Longer than any browser waits: the gateway never ends a clip, only a service that hangs. */
export const GATEWAY_MS = CLIENT_CLIP_MS + 5_000
/** The same, and the time in which the gateway finds out who asks. */
export const EDGE_MS = GATEWAY_MS + 10_000

/** The way back: a refusal with its reason and Retry-After arrives while the browser still waits for it. */
const WAY_BACK_MS = 2_000
export const API_CLIP_MS = CLIENT_CLIP_MS - WAY_BACK_MS
export const API_PREVIEW_MS = CLIENT_PREVIEW_MS - WAY_BACK_MS

/** One command to the queue. A request takes a few of them and must learn of an unavailable Redis in time. */
export const QUEUE_COMMAND_MS = CLIENT_CLIP_MS / 6

/** Lifetime of a request's mark that it waits for a clip, renewed three times in this, so that a dead API process stops waiting. */
export const WAITER_LEASE_MS = CLIENT_CLIP_MS / 2
/** A client that was refused because a clip is not ready asks again within this time; until then the clip stays in work. */
export const CLIENT_COMES_AGAIN_MS = CLIENT_CLIP_MS / 3

/** Latest that a long text, for which no slot was free, is taken from the queue again. */
export const QUEUE_COME_AGAIN_MS = CLIENT_CLIP_MS / 2

/**
 * A job whose worker died is taken by another after one lock and at most two looks: within the wait of a request, which
 * so still gets its clip.
 */
export const JOB_LOCK_MS = CLIENT_CLIP_MS / 3
export const STALLED_CHECK_MS = JOB_LOCK_MS / 2

/** One text at a provider, in the worker: what a request no longer waits for is still made for the next that asks. */
export const SYNTHESIS_MS = CLIENT_CLIP_MS
/**
 * The same between two parts of a text at an engine that several workers share, the turns of their texts included: a long
 * text is many parts. One that hangs is ended sooner: its process after PROVIDER_STALL_MS, a step of it after SYNTHESIS_MS.
 */
export const SHARED_ENGINE_MS = 4 * SYNTHESIS_MS
/** Silence of a provider within a text. Leaves time for another attempt. */
export const PROVIDER_STALL_MS = CLIENT_CLIP_MS / 3
/** A provider's list of its voices: who asks for a clip may have to wait for it before. */
export const VOICE_LIST_MS = CLIENT_CLIP_MS / 3
/** A thread is aborted at SYNTHESIS_MS and stops at the next piece; one that does not is terminated. */
export const THREAD_HUNG_MS = 2 * SYNTHESIS_MS

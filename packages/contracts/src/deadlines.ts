import { CALL_TIMEOUT_MS } from './define-route.ts'

/* How long a clip may take, hop by hop (product §9), in milliseconds; docs/reference/deadlines.md has a table. */

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

/** Another worker takes the job of a killed one after a lock and at most two looks, while the request still waits. */
export const JOB_LOCK_MS = CLIENT_CLIP_MS / 3
export const STALLED_CHECK_MS = JOB_LOCK_MS / 2

/** One text at a provider, in the worker: what a request no longer waits for is still made for the next that asks. */
export const SYNTHESIS_MS = CLIENT_CLIP_MS
/** The same between two parts of a text at an engine that several workers share. */
export const SHARED_ENGINE_MS = 4 * SYNTHESIS_MS
/** Silence of a provider within a text. Leaves time for another attempt. */
export const PROVIDER_STALL_MS = CLIENT_CLIP_MS / 3
/** A provider's list of its voices: who asks for a clip may have to wait for it before. */
export const VOICE_LIST_MS = CLIENT_CLIP_MS / 3
/** A thread is aborted at SYNTHESIS_MS and stops at the next piece; one that does not is terminated. */
export const THREAD_HUNG_MS = 2 * SYNTHESIS_MS

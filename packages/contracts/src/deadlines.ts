import { CALL_TIMEOUT_MS } from './define-route.ts'

/* Timeouts of a clip per hop (product §9), in milliseconds; docs/reference/deadlines.md has a table. */

/** Base value: how long the browser waits for a clip, and the maximum time for one text (product §9). */
export const CLIENT_CLIP_MS = CALL_TIMEOUT_MS
/** Shorter, because a user watches the button of a preview. */
export const CLIENT_PREVIEW_MS = CLIENT_CLIP_MS - 5_000

/** Longer than any browser waits: the gateway aborts only a hung service, never a clip. */
export const GATEWAY_MS = CLIENT_CLIP_MS + 5_000
/** Adds the time in which the gateway authenticates the caller. */
export const EDGE_MS = GATEWAY_MS + 10_000

/** Time for an error with its reason and Retry-After to reach the browser before its timeout. */
const RETURN_TRIP_MS = 2_000
export const API_CLIP_MS = CLIENT_CLIP_MS - RETURN_TRIP_MS
export const API_PREVIEW_MS = CLIENT_PREVIEW_MS - RETURN_TRIP_MS

/** Timeout of one queue command. A request sends several and must notice an unavailable Redis in time. */
export const QUEUE_COMMAND_MS = CLIENT_CLIP_MS / 6

/** Lease of a request that waits for a clip, renewed three times in this period; it expires with a dead API process. */
export const WAITER_LEASE_MS = CLIENT_CLIP_MS / 2
/**
 * A client that was refused because a clip is not ready retries within this time; until then its synthesis continues.
 */
export const CLIENT_RETRY_MS = CLIENT_CLIP_MS / 3

/** Maximum delay until a long text that found no free slot is taken from the queue again. */
export const MAX_REQUEUE_DELAY_MS = CLIENT_CLIP_MS / 2

/**
 * Another worker takes over the job of a killed one within the lock and two stalled checks, while the request still
 * waits.
 */
export const JOB_LOCK_MS = CLIENT_CLIP_MS / 3
export const STALLED_CHECK_MS = JOB_LOCK_MS / 2

/** One text at a provider, in the worker: a clip is completed for the next request even if its request has ended. */
export const SYNTHESIS_MS = CLIENT_CLIP_MS
/** Maximum time between two parts of a text at an engine that several workers share. */
export const SHARED_ENGINE_MS = 4 * SYNTHESIS_MS
/** Maximum silence of a provider within a text. Leaves time for another attempt. */
export const PROVIDER_STALL_MS = CLIENT_CLIP_MS / 3
/** A provider's list of voices: a clip request may have to wait for it first. */
export const VOICE_LIST_MS = CLIENT_CLIP_MS / 3
/** A thread is aborted at SYNTHESIS_MS and stops after the current piece; otherwise it is terminated. */
export const THREAD_HUNG_MS = 2 * SYNTHESIS_MS

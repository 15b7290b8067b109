/** Figures of the player (product §9, §4). Milliseconds unless named otherwise. */

/** Lines and sound that are always kept ready ahead of the listener; a floor, both count. */
export const LINES_AHEAD = 3
export const SOUND_AHEAD_MS = 8_000
/** Once the floor is there: the pause between further pre-cache requests, and where they end. */
export const PRECACHE_PAUSE_MS = 500
export const MOST_LINES_AHEAD = 10
/** Pause after the day's allowance of new audio was found used up, before lines ahead are asked for again. */
export const REFUSED_PAUSE_MS = 60_000
/** So long the line that was asked for has the network and the decoder to itself. */
export const FIRST_LINE_ALONE_MS = 150

/** Longest a clip may take to show its length, that is, to be decoded. */
export const METADATA_TIMEOUT_MS = 5_000

/** Tries after the first that a clip request gets on network faults, 408, 429 and 5xx. */
export const CLIP_RETRIES = 2
export const RETRY_DELAY_MS = 1_000

/** Silence is explained after this long, and with more detail after that. */
export const WAIT_SHOWN_MS = 600
export const LONG_WAIT_MS = 5_000

/** The page does not follow the line in the first moments after playback starts. */
export const PAGE_FOLLOW_GUARD_MS = 100
export const RETRY_AFTER_CASTING_MS = 500
/** Lines in a row that may fail before playback stops. */
export const MOST_FAILURES_IN_A_ROW = 3

/** Delays between cache-status checks while playing; the last one repeats. */
export const CACHE_POLL_DELAYS_MS = [2_000, 3_000, 5_000, 8_000, 10_000] as const

export const LOCAL_CLIP_LIFE_MS = 7 * 24 * 60 * 60 * 1_000
export const LOCAL_CLEANUP_INTERVAL_MS = 30 * 60 * 1_000
/** Bytes of clips kept on the device; beyond it the least recently used go. */
export const LOCAL_CLIPS_LIMIT_BYTES = 100 * 1024 ** 2

/** After a network outage playback resumes automatically only while the listener is likely still there. */
export const RESUME_WHEN_ONLINE_MS = 5 * 60_000
/** Delays between requests that see whether the backend is there again; the last one repeats. */
export const RECONNECT_DELAYS_MS = [1_000, 2_000, 4_000, 8_000, 15_000] as const
export const reconnectDelay = (tries: number) =>
  RECONNECT_DELAYS_MS[Math.min(tries, RECONNECT_DELAYS_MS.length - 1)]!

/** A move over more lines than this is easily made by mistake: the way back is offered. */
export const NEAR_LINES = 5
export const WAY_BACK_MS = 8_000

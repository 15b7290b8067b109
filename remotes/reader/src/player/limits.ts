/** Limits of the player (product §9, §4). Milliseconds unless named otherwise. */

/** Minimum of lines and of audio kept ready ahead of the listener. */
export const LINES_AHEAD = 3
export const SOUND_AHEAD_MS = 8_000
/** Beyond that minimum: the delay between prefetch requests, and their maximum. */
export const PRECACHE_PAUSE_MS = 500
export const MOST_LINES_AHEAD = 10
/** Delay before lines ahead are requested again after the daily allowance was found used up. */
export const REFUSED_PAUSE_MS = 60_000
/** For this long, the requested line has exclusive use of the network and the decoder. */
export const FIRST_LINE_ALONE_MS = 150

/** Timeout for a clip to show its length, that is, to be decoded. */
export const METADATA_TIMEOUT_MS = 5_000

/** Retries of a clip request after network faults, 408, 429 and 5xx. */
export const CLIP_RETRIES = 2
export const RETRY_DELAY_MS = 1_000

/** A silence is explained after this long, and in more detail after the second one. */
export const WAIT_SHOWN_MS = 600
export const LONG_WAIT_MS = 5_000

/** The page does not follow the line in the first moments after playback starts. */
export const PAGE_FOLLOW_GUARD_MS = 100
export const RETRY_AFTER_CASTING_MS = 500
/** Consecutive failed lines that stop playback. */
export const MOST_FAILURES_IN_A_ROW = 3

/** Delays between cache status checks while playing; the last one repeats. */
export const CACHE_POLL_DELAYS_MS = [2_000, 3_000, 5_000, 8_000, 10_000] as const

export const LOCAL_CLIP_LIFE_MS = 7 * 24 * 60 * 60 * 1_000
export const LOCAL_CLEANUP_INTERVAL_MS = 30 * 60 * 1_000
/** Maximum bytes of clips on the device; beyond it, the least recently used are evicted. */
export const LOCAL_CLIPS_LIMIT_BYTES = 100 * 1024 ** 2

/** After an outage, playback resumes automatically only while the listener is probably still there. */
export const RESUME_WHEN_ONLINE_MS = 5 * 60_000
/** Delays between attempts during an outage; the last one repeats. */
export const RECONNECT_DELAYS_MS = [1_000, 2_000, 4_000, 8_000, 15_000] as const
export const reconnectDelay = (tries: number) =>
  RECONNECT_DELAYS_MS[Math.min(tries, RECONNECT_DELAYS_MS.length - 1)]!

/** A longer move may be a mistake, so the way back is offered. */
export const NEAR_LINES = 5
export const WAY_BACK_MS = 8_000

/** Choices of the sleep timer, in minutes; its fade, and the return to full volume. */
export const SLEEP_MINUTES = [15, 30, 60] as const
export const SLEEP_FADE_MS = 8_000
export const WAKE_FADE_MS = 300

/** Response headers of a clip (product §7). */
export const CLIP_HEADERS = {
  /** Object path of the clip; readClip serves it. */
  path: 'x-audio-path',
  /** `true` or `false`. */
  fromCache: 'x-from-cache',
  /** `storage` when it was there, `generated` when it was made for this request. */
  source: 'x-cache-source',
  /** Milliseconds. */
  duration: 'x-audio-duration',
  /**
   * Milliseconds of sound in a response that is only the head of a clip, whose rest is still being spoken: the duration is
   * that of the whole, perhaps estimated, which the same request without `head` responds with.
   */
  head: 'x-audio-head',
} as const
export const CLIP_CONTENT_TYPE = 'audio/mpeg'

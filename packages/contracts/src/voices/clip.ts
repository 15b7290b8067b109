export const CLIP_HEADERS = {
  /** Object path of the clip; readClip serves it. */
  path: 'x-audio-path',
  /** `true` or `false`. */
  fromCache: 'x-from-cache',
  /** `storage` when it was there, `generated` when it was made for this request. */
  source: 'x-cache-source',
  /** Milliseconds. */
  duration: 'x-audio-duration',
  /** Milliseconds of sound in the head of a clip; `duration` is that of the whole, perhaps estimated. */
  head: 'x-audio-head',
} as const
/** Object path of a clip: its folder, the voice it is spoken by and the key of what it says. */
export const CLIP_PATH_FORM =
  '^(?:previews/[0-9a-f]{32}|scripts/[A-Za-z0-9_-]{1,64})/[A-Za-z0-9=_-]{1,140}/[0-9a-f]{64}\\.mp3$'
export const CLIP_PATH_LIMIT = 300
export const CLIP_CONTENT_TYPE = 'audio/mpeg'

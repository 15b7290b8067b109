export const CLIP_HEADERS = {
  /** Object path of the clip, as served by readClip. */
  path: 'x-audio-path',
  /** `true` or `false`. */
  fromCache: 'x-from-cache',
  /** `storage` for a stored clip, `generated` for one made for this request. */
  source: 'x-cache-source',
  /** Milliseconds. */
  duration: 'x-audio-duration',
  /** Milliseconds of audio in the head of a clip; `duration` is of the whole clip, possibly estimated. */
  head: 'x-audio-head',
} as const
/** Object path of a clip: its folder, its voice, and the hash of its content. */
export const CLIP_PATH_FORM =
  '^(?:previews/[0-9a-f]{32}|scripts/[A-Za-z0-9_-]{1,64})/[A-Za-z0-9=_-]{1,140}/[0-9a-f]{64}\\.mp3$'
export const CLIP_PATH_LIMIT = 300
export const CLIP_CONTENT_TYPE = 'audio/mpeg'

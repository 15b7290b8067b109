/** Limits of the voice screens (product §9, Voice UI constants). */

/** Voices shown at first, and added whenever the end of the list is reached. */
export const VOICE_PAGE_SIZE = 20
export const VOICE_SEARCH_LIMIT = 50
/** Pixels. */
export const DROPDOWN_MAX_HEIGHT = 300
export const NAME_CHIP_LENGTH = 25
export const STYLE_CHIPS = 3
/** Shown for Azure voices only. */
export const PERSONALITY_CHIPS = 2
export const CHARACTERS_AT_FIRST = 20
export const CHARACTERS_PER_CLICK = 15

/** Preview text of a scene-heading voice (product §2). */
export const SCENE_HEADING_SAMPLE = 'Interior. Living room. Day.'
/** Longest line used as a preview, in characters; about six seconds. */
export const PREVIEW_LINE_LIMIT = 100

/** product §9, data fetching. Milliseconds. */
export const CASTING_STALE_MS = 30_000
/** Time to live of this device's copy of a casting. */
export const LOCAL_CASTING_MS = 5 * 60_000

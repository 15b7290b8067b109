/** Figures of the voice screens (product §9, Voice UI constants). */

/** Voices a list shows at first, and adds each time its end is reached. */
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

/** What a scene-heading voice is heard with (product §2). */
export const SCENE_HEADING_SAMPLE = 'Interior. Living room. Day.'
/** Length of a character's own line that a voice is tried with, at most; about six seconds. */
export const PREVIEW_LINE_LIMIT = 100

/** product §9, data fetching. Milliseconds. */
export const CASTING_STALE_MS = 30_000
/** Life of this device's copy of a casting. */
export const LOCAL_CASTING_MS = 5 * 60_000

const FIRST_STRONG_ISOLATE = '\u2068'
const POP_ISOLATE = '\u2069'
/** Embeddings, overrides and isolates, which could end the isolation. */
const CONTROLS = /[\u202a-\u202e\u2066-\u2069]/g
/** Controls and letters of right-to-left scripts, which affect the order of the text around them. */
const AFFECTS_ORDER =
  /[\u0590-\u08ff\u200e\u200f\u061c\u202a-\u202e\u2066-\u2069\ufb1d-\ufdff\ufe70-\ufefc\u{10800}-\u{10fff}\u{1e800}-\u{1efff}]/u

/** A title without direction controls, which would show its letters in another order. */
export const plainTitle = (title: string): string => title.replaceAll(CONTROLS, '').trim()

/**
 * A title or name for use within a sentence that is not HTML: right-to-left text and direction controls in it do not
 * reorder the sentence. Other text is returned as is. In HTML, use `<bdi>`.
 */
export const isolated = (text: string): string =>
  AFFECTS_ORDER.test(text) ? FIRST_STRONG_ISOLATE + text.replaceAll(CONTROLS, '') + POP_ISOLATE : text

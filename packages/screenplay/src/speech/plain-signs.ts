/** For headings: keeps dashes and slashes, which the rules of slug lines interpret. */
export const plainQuotes = (text: string): string =>
  text
    .replace(/[’‘ʼ´`]/g, "'")
    .replace(/[“”„‟]/g, '"')
    .replace(/…/g, '...')

export const plainWith = (text: string): string =>
  text.replace(/\bw\/o\b/gi, 'without').replace(/\bw\/(?=\s|$)/gi, 'with')

/** Unifies typographic variants that engines mispronounce. */
export const plainSigns = (text: string): string =>
  plainWith(plainQuotes(text))
    // Emphasis marks of plain-text formats.
    .replace(/(?<![\p{L}\p{N}])[*_]+(?=\S)|(?<=\S)[*_]+(?![\p{L}\p{N}])/gu, '')
    // Removes slashes, both for overlapping speech ("/grown up") and in "and/or".
    .replace(/(?<=\p{L})\/(?=\p{L})|(?<![\p{L}\p{N}])\/(?=\p{L})|(?<=\p{L})\/(?![\p{L}\p{N}])/gu, ' ')
    // Two hyphens are a dash. A dash is a pause, and at the end an interrupted sentence.
    .replace(/--[-–—]*|—[-–—]*/g, '—')
    .replace(/\s*(?:—|\s–)\s*$/, '...')
    .replace(/^\s*[—–]\s*/, '')
    .replace(/\s*—\s*|\s–\s/g, ', ')
    .replace(/,\s*([,.;:!?])/g, '$1')

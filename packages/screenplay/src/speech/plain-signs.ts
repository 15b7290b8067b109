/** A heading's dashes and slashes separate; the slug line's own rules read them. */
export const plainQuotes = (text: string): string =>
  text
    .replace(/[’‘ʼ´`]/g, "'")
    .replace(/[“”„‟]/g, '"')
    .replace(/…/g, '...')

export const plainWith = (text: string): string =>
  text.replace(/\bw\/o\b/gi, 'without').replace(/\bw\/(?=\s|$)/gi, 'with')

/** One form for what typographers vary and engines stumble over. */
export const plainSigns = (text: string): string =>
  plainWith(plainQuotes(text))
    // Emphasis marks of plain-text writers.
    .replace(/(?<![\p{L}\p{N}])[*_]+(?=\S)|(?<=\S)[*_]+(?![\p{L}\p{N}])/gu, '')
    // The mark of overlapping speech ("/grown up") is not said, nor is the slash of "and/or".
    .replace(/(?<=\p{L})\/(?=\p{L})|(?<![\p{L}\p{N}])\/(?=\p{L})|(?<=\p{L})\/(?![\p{L}\p{N}])/gu, ' ')
    // Two hyphens are a dash; a dash is a pause, at the end a voice that stays up.
    .replace(/--[-–—]*|—[-–—]*/g, '—')
    .replace(/\s*(?:—|\s–)\s*$/, '...')
    .replace(/^\s*[—–]\s*/, '')
    .replace(/\s*—\s*|\s–\s/g, ', ')
    .replace(/,\s*([,.;:!?])/g, '$1')

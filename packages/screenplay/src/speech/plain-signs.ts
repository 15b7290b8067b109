const plainQuotes = (text: string): string =>
  text
    .replace(/[’‘ʼ´`]/g, "'")
    .replace(/[“”„‟]/g, '"')
    .replace(/…/g, '...')

/** A heading's dashes and slashes separate; the slug line's own rules read them. */
export const plainHeadingSigns = plainQuotes

/** One form for what typographers vary and engines stumble over. */
export const plainSigns = (text: string): string =>
  plainQuotes(text)
    // Emphasis marks of plain-text writers.
    .replace(/(?<![\p{L}\p{N}])[*_]+(?=\S)|(?<=\S)[*_]+(?![\p{L}\p{N}])/gu, '')
    .replace(/\bw\/o\b/gi, 'without')
    .replace(/\bw\/(?=\s|$)/gi, 'with')
    // The mark of overlapping speech ("/grown up") is not said, nor is the slash of "and/or".
    .replace(/(?<=\p{L})\/(?=\p{L})|(?<![\p{L}\p{N}])\/(?=\p{L})|(?<=\p{L})\/(?![\p{L}\p{N}])/gu, ' ')
    // Two hyphens are a dash; a dash is a pause, at the end a voice that stays up.
    .replace(/--[-–—]*|—[-–—]*/g, '—')
    .replace(/\s*(?:—|\s–)\s*$/, '...')
    .replace(/^\s*[—–]\s*/, '')
    .replace(/\s*—\s*|\s–\s/g, ', ')
    .replace(/,\s*([,.;:!?])/g, '$1')

const ROMAN = ['I', 'II', 'III', 'IV', 'V', 'VI', 'VII', 'VIII', 'IX', 'X', 'XI', 'XII']

/** "PART I" is a number only where the words end; "the part I love" goes on. */
const endsHere = (rest: string) => /^\s*(?:$|[-–—:.,])/.test(rest)

/** Before capitals become words: Roman numbers ("ACT II"), "#2", "10 AM". */
export const plainNumbers = (text: string): string =>
  text
    .replace(
      /\b(?:act|scene|part|chapter|episode|volume|book)\s+[IVX]+\b/gi,
      (all, at: number, whole: string) => {
        const roman = all.split(/\s/).at(-1) ?? ''
        const number = ROMAN.indexOf(roman) + 1
        if (number === 0 || (number === 1 && !endsHere(whole.slice(at + all.length, at + all.length + 3))))
          return all
        return all.slice(0, -roman.length) + number
      },
    )
    .replace(/#\s?(?=\d)/g, 'number ')
    .replace(/(\d)\s?([AP])\.?M\b/g, '$1 $2 M')

const DECADES = ['twenties', 'thirties', 'forties', 'fifties', 'sixties', 'seventies', 'eighties', 'nineties']

/** After capitals have become words: "in her 40s", "the '70s". */
export const plainDecades = (text: string): string =>
  text.replace(/(?<![\d$€£.,])'?\b([2-9])0'?s\b/g, (all, ten: string) => DECADES[Number(ten) - 2] ?? all)

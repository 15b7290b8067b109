import data from '../../../data/abbreviations.json' with { type: 'json' }
import { matchesOf, type SaidContext, type TokenClass } from '../token-class.ts'
import { tableOf } from './short-word.ts'

const PHRASES = tableOf(data.phrases)
/** "w/", "b/c", "N/D": letters around a slash; "e.g.": letters with full stops. */
const SLASHED =
  /(?<![\p{L}\p{N}.'/])(?:w\/(?:out|in|o|i)?(?![\p{L}\d]|\/)|\p{L}{1,2}\/\p{L}{1,2}(?![\p{L}\p{N}/])|w\/(?=\p{L})|(?:e\.\s?g|i\.\s?e|a\.\s?k\.\s?a|n\.b|p\.s|y\.o|et al)\b\.?|eg\.|ie\.|u\.(?=\sof\s))/giu
const PHOTO =
  /^\s(?:photo|picture|tv|film|image|shot|footage|movie|still|monitor|screen|security|surveillance|cctv|newsreel|portrait|print|video|tape|poster|snapshot|flash|montage|set\b)|^\s?(?:$|[-–—.,:)])/i
const PHOTO_BEFORE = /\b(?:an?|the|old|grainy|in|into|to|goes|go)\s$/i
/** "B/W THE TRUCKS", "B/W DANA AND LEE" */
const BETWEEN = /^\s(?:the|two|three|four|them|these|those|us|his|her)\b|^[^.:]{1,24}\s(?:and\b|&)/i
const isBlackAndWhite = (before: string, after: string, { isCaption, isHeading }: SaidContext): boolean =>
  PHOTO.test(after) || PHOTO_BEFORE.test(before) || ((isCaption || isHeading) && !BETWEEN.test(after))

/** "w/", "b/c", "N/D", "A/V": letters around a slash, and "e.g.". Before the slashes of a heading. */
export const slashedWords: TokenClass = {
  name: 'slashed word',
  *find(text, context) {
    for (const { 0: all, index } of matchesOf(text, SLASHED)) {
      const to = index + all.length
      const small = all.toLowerCase().replaceAll(' ', '')
      const words = PHRASES.get(small) ?? PHRASES.get(`${small}.`)
      if (
        small === 'b/w' &&
        isBlackAndWhite(text.slice(Math.max(0, index - 9), index), text.slice(to, to + 32), context)
      )
        yield { from: index, to, words: 'black and white' }
      else if (words !== undefined) yield { from: index, to, words }
      else if (/^\p{Lu}\/\p{Lu}$/u.test(all) && !/^[IE]\/[IE]$/.test(all))
        yield { from: index, to, words: all.replace('/', ' ') }
      else if (/^\p{Lu}{2}\/\p{Lu}{2}$/u.test(all) && !context.isAllCapitals)
        yield { from: index, to, words: [...all.replace('/', '')].join(' ') }
    }
  },
}

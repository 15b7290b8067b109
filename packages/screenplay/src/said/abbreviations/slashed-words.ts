import data from '../../../data/abbreviations.json' with { type: 'json' }
import { matchesOf, type TokenClass } from '../token-class.ts'
import { tableOf } from './short-word.ts'

const PHRASES = tableOf(data.phrases)
/** "w/", "b/c", "N/D": letters around a slash; "e.g.": letters with full stops. */
const SLASHED =
  /(?<![\p{L}\p{N}.'/])(?:w\/(?:out|in|o|i)?(?![\p{L}\d]|\/)|\p{L}{1,2}\/\p{L}{1,2}(?![\p{L}\p{N}/])|w\/(?=\p{L})|(?:e\.\s?g|i\.\s?e|a\.\s?k\.\s?a|n\.b|p\.s|y\.o|et al)\b\.?|eg\.|ie\.|u\.(?=\sof\s))/giu
const PHOTO = /^\s(?:photo|picture|tv|film|image|shot|footage|movie|still)|^\s?(?:$|[-–—.,)])/i

/** "w/", "b/c", "N/D", "A/V": letters around a slash, and "e.g.". Before the slashes of a heading. */
export const slashedWords: TokenClass = {
  name: 'slashed word',
  *find(text, context) {
    for (const { 0: all, index } of matchesOf(text, SLASHED)) {
      const to = index + all.length
      const small = all.toLowerCase().replaceAll(' ', '')
      const words = PHRASES.get(small) ?? PHRASES.get(`${small}.`)
      if (small === 'b/w' && PHOTO.test(text.slice(to, to + 9)))
        yield { from: index, to, words: 'black and white' }
      else if (words !== undefined) yield { from: index, to, words }
      else if (/^\p{Lu}\/\p{Lu}$/u.test(all) && !/^[IE]\/[IE]$/.test(all))
        yield { from: index, to, words: all.replace('/', ' ') }
      else if (/^\p{Lu}{2}\/\p{Lu}{2}$/u.test(all) && !context.isAllCapitals)
        yield { from: index, to, words: [...all.replace('/', '')].join(' ') }
    }
  },
}

import data from '../../../data/letters.json' with { type: 'json' }
import { wordSet } from '../../word-set.ts'
import { matchesOf, type SaidContext, type TokenClass } from '../token-class.ts'
import { neighbors, wordMatcher } from './neighbors.ts'

const SPELLED = wordSet(data.spelled)
/** Those that are no word in any language, so that small letters are enough: "tv". */
const SPELLED_IN_SMALL = wordSet(data.spelledInSmall)
/** Acronyms that are said as a word: NASA. */
const WORDS = wordSet(data.words)
/** Words and names of two letters, and those of three that are shaped like an acronym: "IF", "OLD". */
const SHORT = wordSet(data.short)
const VOWELLESS = wordSet(data.vowelless)
const INTERJECTION =
  /^(?:H*M+|S+H+|[GB]R+|Z+|P+S+T+|P?F+T*|A+[HW]*|O+[HWF]*|U+[HGM]+|E+[WK]*|A+R*G+H*|W+|(?:HA|HO|HE)+H*|T+S+K+)$/
const NO_VOWEL = /^[^AEIOUYÀ-ÖØ-Ý]{1,5}$/
/** Shapes that few words of three letters have: "EPA", "MBA". */
const ACRONYM =
  /^(?:[AEIOU][A-Z]{1,2}|(?!BL|BR|CH|CL|CR|DR|DW|FL|FR|GH|GL|GN|GR|KH|KL|KN|KR|LL|PH|PL|PR|PS|RH|SC|SH|SK|SL|SM|SN|SP|SQ|ST|SV|SW|TH|TR|TS|TW|TZ|VL|WH|WR|ZH)[B-DF-HJ-NP-TV-XZ]{2}[AEIOU])$/
type Beside = { after?: string; before?: string; also?: string }
/** Letters that are a word too: by the words they follow, the words that follow them, and where else. */
const BESIDE = new Map(
  Object.entries(data.beside as Record<string, Beside>).map(([word, { after, before, also = '' }]) => [
    word,
    { follows: wordMatcher(after), precedes: wordMatcher(before), also: new Set(also.split(' ')) },
  ]),
)

/** "ATMs" and "FBI's": the ending is said with the last letter. */
export const spelled = (letters: string, ending = ''): string => [...letters].join(' ') + ending.toLowerCase()

/** The edges of a part of a heading: "INT. ER - NIGHT", "ER/HALL". */
const isPart = (text: string, from: number, to: number): boolean =>
  /(?:^|[-–—/(]\s*|\b(?:INT|EXT|I\/E)[./]?\s+)$/i.test(text.slice(Math.max(0, from - 12), from)) &&
  /^\s*(?:$|[-–—/),]|\d)/.test(text.slice(to, to + 4))

const isSpelledBeside = (word: string, text: string, from: number, to: number, context: SaidContext) => {
  const entry = BESIDE.get(word)!
  const { before, twoBefore, after, capitalAfter } = neighbors(text, from, to)
  if (word === 'LA' && (/^l?as?$/.test(before) || /^(?:, |-| )la\b/i.test(text.slice(to, to + 5))))
    return false
  const isFollowing = entry.follows(before) || entry.follows(twoBefore)
  if (entry.also.has('both')) return isFollowing && entry.precedes(after)
  if (isFollowing || entry.precedes(after)) return true
  if (entry.also.has('number') && /^[\s#-]*\d/.test(text.slice(to, to + 3))) return true
  if (entry.also.has('part') && context.isHeading && isPart(text, from, to)) return true
  if (entry.also.has('cue') && context.kind === 'Character' && from === 0)
    return /^\s\p{L}/u.test(text.slice(to, to + 2))
  if (context.isAllCapitals || context.isHeading) return false
  return entry.also.has('mixed') || (entry.also.has('name') && capitalAfter)
}

/** Whether a word in capitals is spelled. */
function isSpelled(word: string, text: string, from: number, to: number, context: SaidContext): boolean {
  // "IVO (40)" and "UTA, 19," are introduced.
  if (!SPELLED.has(word) && /^,? \(?\d/.test(text.slice(to, to + 4)) && context.kind === 'Action')
    return false
  if (BESIDE.has(word)) return isSpelledBeside(word, text, from, to, context)
  if (/^[EPCM][SD]T$/.test(word) && /(?:\d|[AP]\.?M\.?)\s$/i.test(text.slice(Math.max(0, from - 6), from)))
    return true
  if (SPELLED.has(word)) return true
  if (WORDS.has(word) || VOWELLESS.has(word) || INTERJECTION.test(word)) return false
  if (NO_VOWEL.test(word)) return true
  if (context.kind === 'Character' || context.isAllCapitals) return false
  return ACRONYM.test(word) && !SHORT.has(word)
}

const CAPITALS = new RegExp(
  String.raw`(?<![\p{L}\p{M}\p{N}.&'*])(?:([A-Z]{2,6}?)('?[sS]|'[dD])?|(${[...SPELLED_IN_SMALL].join('|')})('?s)?)(?![\p{L}\p{M}&*]|\.\p{L}|'\p{L})`,
  'gu',
)
/** What every line with spelled letters has. */
export const MAY_BE_SPELLED = new RegExp(
  String.raw`[A-Z]{2}|\p{L}\.\s?\p{L}|\p{Lu} \p{Lu}(?!\p{L})|-\p{L}-|[A-Z]&|Ph\.?\s?D|Psy|[BM]Sc|mRNA|dB|[CDH]oD|\p{Lu}\.|\b(?:${[...SPELLED_IN_SMALL].join('|')})\b`,
  'u',
)
/** "F B I", "C-A-T": letters that are apart already. */
const APART =
  /(?<![\p{L}'-])\p{Lu}(?:[ ]\p{Lu}){2,20}(?![\p{L}'])|(?<![\p{L}'-])(?:\p{L}-){2,20}\p{L}(?![\p{L}'-])/gu
/** "N-o-o-o", "s-s-s": not "E-G-G". */
const isHeld = (letters: string): boolean =>
  new Set(letters.toLowerCase()).size < 3 && (/(.)\1\1/i.test(letters) || letters !== letters.toUpperCase())

/** "U.S.", "F.B.I.'s", "D.A.". */
const DOTTED = /(?<![\p{L}.])((?:\p{Lu}\.){2,6}|(?:\p{Lu}\.){1,5}\p{Lu}(?![\p{L}.])|(?:\p{Ll}\.){2,6})('s)?/gu
const MIXED = /(?<!\p{L})(?:Ph\.?\s?D|Psy\.?D|Ed\.D|B\.?Sc|M\.?Sc|mRNA|dB|CoD|DoD|HoD)(s)?\b\.?(?!\p{L})/gu

/** Whether a full stop behind an abbreviation ends the sentence as well. */
export const endsSentence = (
  text: string,
  to: number,
  { isHeading, isAllCapitals, kind }: SaidContext,
): boolean =>
  !isHeading &&
  kind !== 'Parenthetical' &&
  kind !== 'Character' &&
  (/^["']?\s*$/.test(text.slice(to, to + 6)) ||
    (!isAllCapitals && /^["')\]]*\s["'([]?(?:\p{Lu}(?=[\p{Ll}'])|[IA]\s)/u.test(text.slice(to, to + 6))))

function* dotted(text: string, context: SaidContext) {
  for (const { 0: all, 1: letters = '', 2: ending = '', index } of matchesOf(text, DOTTED)) {
    const bare = letters.replaceAll('.', '').toUpperCase()
    const to = index + all.length
    const words = bare === 'OK' ? 'okay' : WORDS.has(bare) ? bare.toLowerCase() : spelled(bare, ending)
    const isEnd =
      all.endsWith('.') &&
      endsSentence(text, to, context) &&
      !isBeforeName(text, to, bare) &&
      (bare.length > 2 ||
        SPELLED.has(bare) ||
        BESIDE.has(bare) ||
        /^[AP]M$/.test(bare) ||
        /^\s*$/.test(text.slice(to)))
    yield { from: index, to, words: isEnd ? `${words}.` : words }
  }
}

/** "the U.S. Army", "D.A. Poole": no sentence ends here. */
const isBeforeName = (text: string, to: number, letters: string): boolean =>
  /^(?:US|DA|UK|UN|DC|JR|J|PI|AD|NY|LA|EU|USS|HMS|FBI|CIA|CEO|VP|ME|ADA)$/.test(letters) &&
  /^\s\p{Lu}\p{Ll}/u.test(text.slice(to, to + 3)) &&
  !/^\s(?:I|He|She|It|We|They|You|The|A|An|And|But|So|No|Yes|What|Who|That|This|There|Then|Now|My|His|Her|Our|Your)\b/.test(
    text.slice(to, to + 7),
  )

/** "AT&T", "R&D", "PB&J". */
const WITH_AND = /(?<![\p{L}\p{N}&])([A-Z]{1,3})&([A-Z]{1,3})('?s)?(?![\p{L}\p{N}&])/gu

export const letters: TokenClass = {
  name: 'letters',
  *find(text, context) {
    for (const { 0: all, 1: one = '', 2: two = '', 3: ending = '', index } of matchesOf(text, WITH_AND))
      yield { from: index, to: index + all.length, words: `${spelled(one)} and ${spelled(two, ending)}` }
    for (const { 0: all, index } of matchesOf(text, APART)) {
      const bare = all.replace(/[ -]/g, '')
      // "n-n-n", "N-o-o-o" are held.
      if (all.includes('-') && isHeld(bare)) continue
      yield { from: index, to: index + all.length, words: spelled(bare.toUpperCase()) }
    }
    for (const { 0: all, 1: ending = '', index } of matchesOf(text, MIXED)) {
      const bare = all.replace(/[.\s]/g, '').replace(/s$/, '').toUpperCase()
      const isEnd = all.endsWith('.') && endsSentence(text, index + all.length, context)
      yield { from: index, to: index + all.length, words: spelled(bare, ending) + (isEnd ? '.' : '') }
    }
    yield* dotted(text, context)
    for (const { 0: all, 1: capitals, 2: ending = '', 3: small, 4: s = '', index } of matchesOf(
      text,
      CAPITALS,
    )) {
      const from = index
      if (small !== undefined) {
        yield { from, to: from + all.length, words: spelled(small.toUpperCase(), s) }
        continue
      }
      // "IDS" in capitals is "IDs", unless it is a word itself.
      const whole = capitals! + (/^S$/.test(ending) ? 'S' : '')
      const isWhole = whole !== capitals && (SPELLED.has(whole) || !SPELLED.has(capitals!))
      const word = isWhole ? whole : capitals!
      if (isSpelled(word, text, from, from + all.length - (isWhole ? 0 : ending.length), context))
        yield { from, to: from + all.length, words: spelled(word, isWhole ? '' : ending) }
    }
  },
}

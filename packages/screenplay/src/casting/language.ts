import data from '../../data/words.json' with { type: 'json' }
import type { Line } from '@andscene/contracts/script'
import { COMMON_WORDS, CYRILLIC_WORDS } from './common-words.ts'

/** Scripts (writing systems) of one language, or of a few that differ in common words or letters. */
const LANGUAGE_OF_SCRIPT: Record<string, string> = data.languageOfScript
const KANA = '[\\p{Script=Hiragana}\\p{Script=Katakana}]'

/** How much of a script is read, in UTF-16 code units; more hardly changes the result. */
const SAMPLE = 16_000
/** Smallest share of kana in Japanese text; Chinese text has none. */
const MIN_KANA = 0.05
/** Smallest share and smallest number of common words that identify a language. */
const MIN_SHARE = 0.08
const MIN_WORDS = 4

const count = (text: string, pattern: string) => text.match(new RegExp(pattern, 'gu'))?.length ?? 0

/** The English pronoun; in lower case it means "and" in Catalan, Polish and Croatian. */
const I = 'I'

/** The language whose common words are most frequent, if there is a clear winner. */
function byWords(text: string, words: Record<string, ReadonlySet<string>>): string | undefined {
  const said = (text.match(/[\p{L}\p{M}]+/gu) ?? []).map((word) => (word === I ? word : word.toLowerCase()))
  const hits = Object.entries(words)
    .map(([language, common]) => ({
      language,
      hits: said.filter((word) => common.has(word) || (word === I && language === 'en')).length,
    }))
    .sort((a, b) => b.hits - a.hits)
  const [best, second] = hits
  const least = Math.max(MIN_WORDS, said.length * MIN_SHARE)
  return best && best.hits >= least && best.hits > (second?.hits ?? 0) ? best.language : undefined
}

/** Persian and Urdu use letters that Arabic lacks. */
const ofArabicLetters = (text: string, letters: number): string => {
  if (count(text, '[ٹڈڑںے]') > letters * 0.02) return 'ur'
  return count(text, '[پچژگ]') > letters * 0.01 ? 'fa' : 'ar'
}

/** The language of a text whose letters only one language uses, or a few; `latin` or `cyrillic` for those of many. */
export function byLetters(text: string): string | undefined {
  const letters = count(text, '\\p{L}')
  const isMost = (found: number) => found > letters / 2
  const kana = count(text, KANA)
  const east = kana + count(text, '\\p{Script=Han}')
  if (isMost(east)) return kana > east * MIN_KANA ? 'ja' : 'zh'
  if (isMost(count(text, '\\p{Script=Latin}'))) return 'latin'
  if (isMost(count(text, '\\p{Script=Cyrillic}'))) return 'cyrillic'
  for (const [script, language] of Object.entries(LANGUAGE_OF_SCRIPT)) {
    const found = count(text, `\\p{Script=${script}}`)
    if (isMost(found)) return script === 'Arabic' ? ofArabicLetters(text, found) : language
  }
  return undefined
}

/** The beginning of the dialogue and action of a script. */
export function sampleOf(lines: readonly Pick<Line, 'type' | 'text'>[]): string {
  let text = ''
  for (const line of lines) {
    if (line.type === 'Dialogue' || line.type === 'Action') text += `${line.text}\n`
    if (text.length > SAMPLE) break
  }
  return text
}

/**
 * The language as a BCP 47 primary subtag, from letters and common words of dialogue and action; undefined if unclear.
 */
export function likelyLanguage(lines: readonly Pick<Line, 'type' | 'text'>[]): string | undefined {
  const text = sampleOf(lines)
  const letters = byLetters(text)
  if (letters === 'latin') return byWords(text, COMMON_WORDS)
  return letters === 'cyrillic' ? byWords(text, CYRILLIC_WORDS) : letters
}

import data from '../../../data/words.json' with { type: 'json' }
import { byRows, where, type SaidContext, type TokenClass, type Verbalise } from '../token-class.ts'
import { endsSentence } from '../words/letters.ts'
import { captionWords } from './caption-words.ts'

const SIZES = new Map(Object.entries(data.abbreviations.sizes))
/** Shot sizes, only where they name a shot: "CU on the lock", "ECU: a key", "WS - the harbour". */
const SIZE =
  /(?<=^|[.:;(–—-]\s?|\b(?:to|TO|IN|in|INTO|into|a|A|the|THE|EXTREME|TIGHT|BIG|MEDIUM|MED\.?|QUICK)\s)(?<![.\p{L}])((?:[EXM]\.?)?C\.?U|[Ee]cu|[Mm]cu|[EMV]?WS|MS|LS|OTS|ELS|MLS|XLS)\b\.?(?=\s(?:on|ON|On|of|OF|shot|SHOT)\b|\s?[:,]|\s[–—-]|\s?$)/gu

const rows: readonly (readonly [RegExp, string])[] = [
  [/(?<![.\p{L}])[vV]\.\s?[oO]\b\.?|(?<=\p{Lu}{2}\s?[([]\s?)V\W?O(?=\s?[,;)\]])/gu, 'voice over'],
  [/(?<![.\p{L}])[oO]\.\s?[sS]\b\.?|(?<=\p{Lu}{2}\s?[([]\s?)O\/?S(?=\s?[,;)\]])/gu, 'off screen'],
  [/(?<![.\p{L}]|\bthe\s|^)[oO]\.\s?[cC]\b\.?|(?<=\p{Lu}{2}\s?[([]\s?)O\/?C(?=\s?[,;)\]])/gu, 'off camera'],
  [/(?<![.\p{L}])b\.\s?g\b\.?|\bBG\b(?!\.\w)|(?<=\b(?:in|the)\s)bg\b(?!\.\w)/giu, 'background'],
  [/(?<![.\p{L}])f\.\s?g\b\.?|\bFG\b(?!\.\w)|(?<=\b(?:in|the)\s)fg\b(?!\.\w)/giu, 'foreground'],
  [/(?<![.\p{L}])m\.\s?g\b\.?(?=\s|$)/giu, 'middle ground'],
  [/(?<!\bW\/\s?|\bWITH\s)\bSFX(?=\s?[:–—-])|\bFX(?=\s?[:])/g, 'sound effect'],
  [/\bSFX\b/g, 'sound effects'],
  [/\bVFX\b/g, 'visual effects'],
  [/(?<![.\p{L}])p\.\s?o\.\s?v\b\.?|\bpov\b\.?/giu, 'P O V'],
  [/\bPOVs\b/g, 'P O Vs'],
  [/(?<!\d\s?)\bM\.?O\.?S\b\.?(?!\s(?:AGO|LATER|EARLIER))/g, 'M O S'],
  [/\bINT(?:\.(?!\s?\d)|(?=\/EXT\b))/g, 'interior'],
  [/\bEXT(?:\.(?!\s?\d)|(?=\/INT\b))/g, 'exterior'],
  [/\bmed\.(?=\s(?:close|full|long|wide|two|three|group|shot|angle)\b)/gi, 'medium'],
  ...captionWords,
  [/\bB\.?C\.?U\b\.?(?=\s(?:of|on|shot)\b|\s?[:–—-])/g, 'big close up'],
]

/** A stop that ends the sentence as well is kept. */
const said =
  (words: string): Verbalise =>
  ({ 0: match, index, input }, context) =>
    match.endsWith('.') && endsSentence(input, index + match.length, context) ? `${words}.` : words
const size: Verbalise = ([, letters = '']) => SIZES.get(letters.replaceAll('.', '').toUpperCase())

const finding = (some: typeof rows) =>
  byRows([...some.map(([pattern, words]) => [pattern, said(words)] as const), [SIZE, size]])
const everywhere = finding(rows)
/** A heading has no voices that are heard from elsewhere. */
const inHeadings = finding(rows.filter(([, words]) => !words.startsWith('off ') && words !== 'voice over'))

/** Names of shots and abbreviations of stage directions; in a speech the letters themselves may be meant. */
const isStage = ({ kind, type }: SaidContext) =>
  kind !== 'Dialogue' && type !== 'Lyrics' && kind !== 'Character'

export const stageWords: TokenClass = {
  name: 'stage word',
  find: where(
    (_text, context) => isStage(context),
    (text, context) => (context.isHeading ? inHeadings : everywhere)(text, context),
  ),
}

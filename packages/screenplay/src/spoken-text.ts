import type { Line } from '@andscene/contracts/script'
import { canBeSpoken } from './can-be-spoken.ts'
import { cueName, sameness } from './cue-name.ts'
import { heardText, type StyledText } from './heard-text.ts'
import { isHeading, lineKind } from './line-types.ts'
import { oneLine } from './normalise-text.ts'
import {
  plainAmpersands,
  plainContinued,
  looksForeign,
  plainCounts,
  plainIntros,
  plainRanks,
  plainStageWords,
} from './speech/abbreviations.ts'
import { isAllCapitals, sentenceFromCapitals, wordsFromCapitals, wordsFromStyle } from './speech/capitals.ts'
import {
  numbersInHeading,
  numbersInSentence,
  plainDecades,
  plainLetters,
  plainNumbers,
  plainRomans,
} from './speech/numbers.ts'
import { plainSigns } from './speech/plain-signs.ts'
import { isSlugLine, spokenSlugLine } from './speech/slug-line.ts'

const LATIN = /\p{Script=Latin}/u

const inSmall = (text: string, wereAllCapitals: boolean): string =>
  plainDecades(wereAllCapitals ? sentenceFromCapitals(text) : wordsFromCapitals(text))

const plainProse = (signs: string, isSentence: boolean): string =>
  plainContinued(
    plainAmpersands(plainRomans(plainCounts(plainRanks(signs, isSentence), isSentence), isSentence)),
  )

/** Text that is not dialogue may contain abbreviations to expand; "TEASER / ACT ONE" is two items. */
const plainDirection = (signs: string, isSentence: boolean): string =>
  plainStageWords(plainProse(signs.replace(/(?<!\d)\s\/\s(?!\d)/g, ', '), isSentence))

const spokenSpeech = (text: string): string => {
  const signs = plainSigns(text)
  return inSmall(numbersInSentence(plainNumbers(plainProse(signs, true))), isAllCapitals(text))
}

const spokenDirection = (text: string): string => {
  const signs = plainSigns(plainIntros(text))
  return inSmall(numbersInSentence(plainNumbers(plainDirection(signs, true))), isAllCapitals(text))
}

/** Types with captions instead of sentences: four digits are a year, " - " is a pause. */
const CAPTIONS = new Set(['Shot', 'Transition', 'New Act', 'End of Act'])

/** Adds a full stop. Final Draft displays most of these types in capitals, which hides how they were typed. */
const spokenLabel = (type: string, text: string): string => {
  const isCaption = CAPTIONS.has(type) && !looksForeign(text)
  const pauses = isCaption ? text.replace(/(?<=\p{L}) - | - (?=\p{L})/gu, ', ') : text
  const signs = plainSigns(plainIntros(pauses))
  const plain = plainNumbers(plainDirection(signs, !isCaption))
  const cased = isAllCapitals(text) ? sentenceFromCapitals(plain) : wordsFromStyle(plain)
  const numbers = (isCaption ? numbersInHeading : numbersInSentence)(plainDecades(cased))
  const ended = plainLetters(numbers).replace(/(?<![\s:;,-])[\s:;,-]+$/, '')
  return /[.!?"')\]]$/.test(ended) ? ended : `${ended}.`
}

const byKind = (line: Pick<Line, 'type'>, text: string): string => {
  if (isHeading(line)) return spokenSlugLine(text)
  const kind = lineKind(line.type)
  switch (kind) {
    case 'Character':
      return spokenCue(text)
    case 'Parenthetical':
      return spokenDirection(text).replace(/^[\s([]+|(?<![\s)\]])[\s)\]]+$/g, '')
    case 'Dialogue':
      return spokenSpeech(text)
    case 'Action':
      return spokenDirection(text)
    default:
      if (line.type === 'Lyrics') return spokenSpeech(text)
      return line.type === 'Shot' && isSlugLine(text) ? spokenSlugLine(text) : spokenLabel(line.type, text)
  }
}

/** Longest name with extensions at the start of a speech. */
const OWN_NAME_LIMIT = 80

/** Removes the name from a speech typed with its cue: "HAGEN: Get out." */
const withoutOwnName = (text: string, character: string | undefined): string => {
  if (character === undefined) return text
  const colon = text.slice(0, OWN_NAME_LIMIT).search(/[:：]/)
  const prefix = text.slice(0, Math.max(0, colon))
  // "Ada: a name to remember." may be a sentence about her.
  const isWritten = colon > 0 && (prefix === prefix.toUpperCase() || /[)\]]\s*$/.test(prefix))
  if (!isWritten || sameness(cueName(prefix) ?? '') !== sameness(character)) return text
  const speech = text.slice(colon + 1)
  return canBeSpoken({ text: speech }) ? speech.trimStart() : text
}

/** The name alone; an extension without a name is read as is. */
const spokenCue = (text: string): string => {
  const name = cueName(text)
  if (name === undefined) return /cont/i.test(text) ? 'Continued' : text.replace(/[()[\]]/g, ' ')
  const joined = name.replace(/\s*[/+]\s*/g, ', ').replace(/\s*&\s*/g, ' and ')
  return plainDecades(
    wordsFromCapitals(plainRomans(plainCounts(plainSigns(plainRanks(joined, false)), false), false)),
  )
}

/** Audible breaks: a wide gap or a new row separates parts of a heading; a new row of lyrics is a short pause. */
const withBreaks = (line: { type: string; text: string }): string => {
  if (isHeading(line)) return line.text.trim().replace(/[^\S\n]{3,}|[\t\n]/g, ' - ')
  return line.type === 'Lyrics' ? line.text.replace(/(?<=[\p{L}\p{N}]) ?\n/gu, ', ') : line.text
}

export type SpokenLine = StyledText &
  Pick<Line, 'type'> & { character?: string | undefined; language?: string | undefined }

/**
 * Whether the rules of this module, which are those of English, apply. Lines in the script's own language have no
 * `language`, whichever that is.
 */
const isRewritten = ({ type, language }: Pick<SpokenLine, 'type' | 'language'>, text: string): boolean =>
  language === undefined ? LATIN.test(text) || type === 'Character' : language === 'en'

/**
 * The text to be read aloud, in a single line (product §3). Empty only if the line has no letter or digit that is not
 * struck out.
 */
export const spokenText = (line: SpokenLine): string => {
  const heard = heardText(line)
  const whole = oneLine(heard)
  if (!canBeSpoken({ text: whole })) return ''
  const text = oneLine(withBreaks({ type: line.type, text: heard }))
  const said = line.type === 'Dialogue' ? withoutOwnName(text, line.character) : text
  const spoken = oneLine(isRewritten(line, said) ? byKind(line, said) : said)
  return canBeSpoken({ text: spoken }) ? spoken : whole
}

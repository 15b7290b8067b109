import type { Line } from '@andscene/contracts/script'
import { isHeading, lineKind } from './line-types.ts'
import { oneLine } from './normalise-text.ts'
import { isAllCapitals, sentenceFromCapitals, wordsFromCapitals } from './speech/capitals.ts'
import { plainDecades, plainHeadingSigns, plainNumbers, plainSigns } from './speech/plain-signs.ts'
import { spokenSlugLine } from './speech/slug-line.ts'
import { spokenCue } from './speech/spoken-cue.ts'

/** A letter or a digit; a few letters are blanks that take up room, such as the Hangul filler. */
const SOUNDS = /(?!\p{Default_Ignorable_Code_Point})[\p{L}\p{N}]/u
const LATIN = /\p{Script=Latin}/u

/** Text in which some words may be in capitals, or all of them. */
const spokenProse = (text: string): string => {
  const plain = plainNumbers(plainSigns(text))
  return plainDecades(isAllCapitals(plain) ? sentenceFromCapitals(plain) : wordsFromCapitals(plain))
}

/** A line that is no sentence of its own, such as a transition: it ends with a full stop, whatever stood there. */
const spokenSentence = (text: string): string => {
  const ended = spokenProse(text).replace(/(?<![\s:;,-])[\s:;,-]+$/, '')
  return /[.!?"')\]]$/.test(ended) ? ended : `${ended}.`
}

const byKind = (line: Pick<Line, 'type'>, text: string): string => {
  if (isHeading(line)) return plainDecades(spokenSlugLine(plainNumbers(plainHeadingSigns(text))))
  switch (lineKind(line.type)) {
    case 'Character':
      return spokenCue(text)
    case 'Parenthetical':
      return spokenProse(text.replace(/^[\s([]+|(?<![\s)\]])[\s)\]]+$/g, ''))
    case 'Dialogue':
    case 'Action':
      return spokenProse(text)
    default:
      return spokenSentence(text)
  }
}

/** Whether there is anything to say: a letter or a digit that is heard. Much quicker than saying it. */
export const canBeSpoken = (line: Pick<Line, 'text'>): boolean => SOUNDS.test(line.text)

/**
 * What is said aloud for a line, in one row of text: slug lines spelled out ("Interior. Kitchen. Day."), cues without
 * their extensions, words in capitals as words, parentheticals without brackets. Text without Latin letters stays as it
 * is. Empty only for a line without any letter or digit, which nobody can say.
 */
export const spokenText = (line: Pick<Line, 'type' | 'text'>): string => {
  const text = oneLine(line.text)
  if (!SOUNDS.test(text)) return ''
  const spoken = oneLine(LATIN.test(text) || line.type === 'Character' ? byKind(line, text) : text)
  return SOUNDS.test(spoken) ? spoken : text
}

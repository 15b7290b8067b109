import { wordSet } from '../../../word-set.ts'
import type { Gender } from '../../cue-words.ts'
import { birthdayAt } from '../ages/birthday-at.ts'
import { numberAt } from '../ages/number-at.ts'
import { LEVEL } from '../evidence.ts'
import { predicateAt } from '../phrases/predicates.ts'
import { lowerAt, type Token } from '../tokens.ts'

/** Something that a speech states about the speaker, the person addressed, or "she". */
export type Said = {
  about: 'speaker' | 'addressed' | 'third'
  gender?: Gender | undefined
  years?: number | undefined
  /** Whether the age is in numbers, not "an old woman". */
  isStated: boolean
  from: number
  to: number
}

/** Most speeches state no age: only these are split into words. */
export const MAY_STATE =
  /\b(?:I|you|she|he|we)(?:['’](?:m|re|s|ll|ve)|\s+(?:am|are|is|turn|turned|turns|will|have|has|just|must|can['’]?t))\b|\bhappy\b|\bbig\b|\bturn(?:s|ed|ing)?\b/i

/** What such a statement is about: an age, or a woman or man. */
export const MAY_TELL =
  /\d|teen|(?:twen|thir|for|fif|six|seven|eigh|nine)t|\b(?:two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|hundred|old|young|girl|boy|lady|mother|father)\b|m[ae]n\b|oh\b/i

const SPEAKER = wordSet("i i'm i've i'll i’m i’ve i’ll")
const ADDRESSED = wordSet("you you're you've you'll you’re you’ve you’ll")
const BEING = /['’](?:m|s|re)$/
/** "When I was nine", "if I were". */
const NOT_NOW = wordSet('when if since until till before say said says')
/** In the past "was" and "were" say nothing about the age now. */
const NOT_BEING = wordSet("was were wasn't weren't had looked seemed would might could may not never")
/** "The big five oh". */
const OH = wordSet('oh o 0')
const noName = () => false

export function saidIn(tokens: readonly Token[]): Said[] {
  const said: Said[] = []
  for (const [at, { lower }] of tokens.entries()) {
    const about = whomAt(tokens, at)
    const one = about
      ? statementAt(tokens, at, about)
      : lower === 'happy'
        ? happyBirthdayAt(tokens, at)
        : lower === 'big'
          ? bigDecadeAt(tokens, at)
          : undefined
    if (one) said.push(one)
  }
  return said
}

function whomAt(tokens: readonly Token[], at: number): Said['about'] | undefined {
  const { lower, subject } = tokens[at]!
  if (SPEAKER.has(lower)) return 'speaker'
  if (ADDRESSED.has(lower)) return 'addressed'
  return subject && 'third'
}

/** "I am forty", "you're an old woman", "she's nine". */
function statementAt(tokens: readonly Token[], at: number, about: Said['about']): Said | undefined {
  const { lower, subject } = tokens[at]!
  if (NOT_NOW.has(lowerAt(tokens, at - 1))) return undefined
  const verb = lowerAt(tokens, at + 1)
  if (NOT_BEING.has(verb)) return undefined
  const isAm = verb === 'am'
  const predicate = predicateAt(tokens, isAm ? at + 2 : at + 1, noName, isAm || BEING.test(lower))
  if (!predicate) return undefined
  const { years, phrase, to } = predicate
  return {
    about,
    gender: subject ?? phrase?.gender,
    years: years ?? phrase?.years,
    isStated: years !== undefined || (phrase?.level ?? 0) > LEVEL.said,
    from: at,
    to,
  }
}

/** "Happy fiftieth birthday". */
function happyBirthdayAt(tokens: readonly Token[], at: number): Said | undefined {
  const birthday = birthdayAt(tokens, at + 1)
  if (!birthday || birthday.years <= 0) return undefined
  return { about: 'addressed', years: birthday.years, isStated: true, from: at, to: birthday.end }
}

/** "The big five oh". */
function bigDecadeAt(tokens: readonly Token[], at: number): Said | undefined {
  const number = numberAt(tokens, at + 1)
  if (!number || number.value >= 10 || !OH.has(lowerAt(tokens, number.end))) return undefined
  return { about: 'addressed', years: number.value * 10, isStated: true, from: at, to: number.end + 1 }
}

import { numberAt, ageAt, birthdayAt } from './ages.ts'
import type { Gender } from '../cue-words.ts'
import { predicateAt } from './predicates.ts'
import type { Token } from './tokens.ts'

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

const SPEAKER = /^(?:i|i'm|i've|i'll|i’m|i’ve|i’ll)$/
const ADDRESSED = /^(?:you|you're|you've|you'll|you’re|you’ve|you’ll)$/
const BEING = /['’](?:m|s|re)$/
const noName = () => false

export function saidIn(tokens: readonly Token[]): Said[] {
  const said: Said[] = []
  for (let at = 0; at < tokens.length; at++) {
    const { lower, subject } = tokens[at]!
    const about = SPEAKER.test(lower)
      ? 'speaker'
      : ADDRESSED.test(lower)
        ? 'addressed'
        : subject
          ? 'third'
          : undefined
    if (about) {
      // "When I was nine", "if I were".
      if (/^(?:when|if|since|until|till|before|say|said|says)$/.test(tokens[at - 1]?.lower ?? '')) continue
      const predicate = readNow(tokens, at + 1, BEING.test(lower))
      if (!predicate) continue
      const { years, phrase, to } = predicate
      const isStated = years !== undefined || (phrase?.level ?? 0) > 3
      said.push({
        about,
        gender: subject ?? phrase?.gender,
        years: years ?? phrase?.years,
        isStated,
        from: at,
        to,
      })
      continue
    }
    if (lower === 'happy') {
      const birthday = birthdayAt(tokens, at + 1)
      if (birthday && birthday.years > 0)
        said.push({ about: 'addressed', years: birthday.years, isStated: true, from: at, to: birthday.end })
    } else if (lower === 'big') {
      const number = numberAt(tokens, at + 1)
      if (number && number.value < 10 && /^(?:oh|o|0)$/.test(tokens[number.end]?.lower ?? ''))
        said.push({
          about: 'addressed',
          years: number.value * 10,
          isStated: true,
          from: at,
          to: number.end + 1,
        })
    } else if (lower === 'turning' && at > 0) {
      const age = ageAt(tokens, at + 1, true)
      if (age && tokens[at - 1]!.lower !== 'are') continue
    }
  }
  return said
}

/** In the past "was" and "were" say nothing about the age now. */
function readNow(tokens: readonly Token[], from: number, isBeing: boolean) {
  if (/^(?:was|were|wasn't|weren't|had|looked|seemed|would|might|could|may)$/.test(tokens[from]?.lower ?? ''))
    return undefined
  if (/^(?:not|never)$/.test(tokens[from]?.lower ?? '')) return undefined
  const start = /^(?:am)$/.test(tokens[from]?.lower ?? '') ? from + 1 : from
  return predicateAt(tokens, start, noName, isBeing || start > from)
}

import type { Voice } from '@andscene/contracts/voices/voice'
import { wordSet } from '../word-set.ts'
import { AGES, type Age } from './age.ts'

const LOW = wordSet('deep grave gruff husky rough hoarse bass low baritone resonant strong')
const HIGH = wordSet('bright light high breathy gentle soft playful frail')
const LIVELY = wordSet(
  'lively expressive eager brisk nervous anxious energetic cheerful excited upbeat playful',
)
const STILL = wordSet('calm steady measured even flat plain formal serious relaxed grave')
const COARSE = wordSet('husky gruff rough hoarse frail breathy raspy croaky')
const AGE_WORDS: readonly (readonly [Age, ReadonlySet<string>])[] = [
  ['child', wordSet('child childlike kid')],
  ['young', wordSet('young youthful youth teen teenage')],
  ['mature', wordSet('mature middle-aged')],
  ['old', wordSet('old elderly senior aged')],
]
const STRANGE = wordSet('whispering whisper character shouting singing demonic')

const wordsOf = (voice: Voice) =>
  [...voice.voiceStyles, ...voice.voicePersonalities].map((word) => word.toLowerCase())
const share = (words: readonly string[], these: ReadonlySet<string>) =>
  Math.min(words.filter((word) => these.has(word)).length, 1)

type VoiceStyle = {
  age: Age
  /** Does not sound like a person. */
  isRobotic: boolean
  /** Not an ordinary way of speaking: whispering, a monster. */
  isStrange: boolean
  isAnnouncer: boolean
  isNarrator: boolean
  /** Register, liveliness, age, coarseness and pace, each from about -1 to 1. */
  vector: readonly number[]
}

const USUAL_PACE = 175
const PACE_RANGE = 35

const clamp = (value: number) => Math.max(-1, Math.min(1, value))

function readStyle(voice: Voice): VoiceStyle {
  const words = wordsOf(voice)
  const age = AGE_WORDS.find(([, these]) => share(words, these))?.[0] ?? 'adult'
  return {
    age,
    isRobotic: words.includes('robotic') || words.includes('mechanical'),
    isStrange: share(words, STRANGE) > 0,
    isAnnouncer: words.includes('announcer') || words.some((word) => word.startsWith('news')),
    isNarrator: words.some((word) => word.startsWith('narrat')),
    vector: [
      share(words, HIGH) - share(words, LOW),
      share(words, LIVELY) - share(words, STILL),
      (AGES.indexOf(age) - 2) / 2,
      share(words, COARSE),
      clamp((voice.wordsPerMinute - USUAL_PACE) / PACE_RANGE),
    ],
  }
}

const styles = new WeakMap<Voice, VoiceStyle>()
export function styleOf(voice: Voice): VoiceStyle {
  const known = styles.get(voice)
  if (known) return known
  const style = readStyle(voice)
  styles.set(voice, style)
  return style
}

import type { Voice } from '@andscene/contracts/voices/voice'
import { styleOf } from './voice-style.ts'

/** Perceived difference of two voices, from 0 (the same voice) to 1. */
export type VoiceDistance = (a: Voice, b: Voice) => number

const GENDER_DISTANCE = 0.45
const KIND_DISTANCE = 0.15
const LOCALE_DISTANCE = 0.1

export const distanceByStyle: VoiceDistance = (a, b) => {
  if (a.voiceId === b.voiceId) return 0
  const [one, other] = [styleOf(a).vector, styleOf(b).vector]
  let squares = 0
  for (let at = 0; at < one.length; at++) squares += (one[at]! - other[at]!) ** 2
  const gender = a.gender === b.gender ? 0 : GENDER_DISTANCE
  const kind = a.category === b.category ? 0 : KIND_DISTANCE
  const locale = a.locale === b.locale ? 0 : LOCALE_DISTANCE
  return Math.min(1, gender + kind + locale + Math.sqrt(squares) / 6)
}

/** Typical distance of a male and a female voice. Voices that are easy to tell apart differ by a quarter of it. */
const SOUND_RANGE = 4

const isSound = (sound: unknown): sound is readonly number[] =>
  Array.isArray(sound) && sound.length > 0 && sound.every((value) => Number.isFinite(value))

const sounds = new WeakMap<Voice, readonly number[] | 'unmeasured'>()
/** Cached per voice. */
function soundOf(voice: Voice): readonly number[] | 'unmeasured' {
  const known = sounds.get(voice)
  if (known) return known
  const { sound } = voice.providerMetadata as Record<string, unknown>
  const read = isSound(sound) ? sound : 'unmeasured'
  sounds.set(voice, read)
  return read
}

/** The measured distance if both voices were measured the same way, else an estimate. */
export const distanceOf: VoiceDistance = (a, b) => {
  if (a.voiceId === b.voiceId) return 0
  const [one, other] = [soundOf(a), soundOf(b)]
  if (one === 'unmeasured' || other === 'unmeasured' || one.length !== other.length)
    return distanceByStyle(a, b)
  let squares = 0
  for (let at = 0; at < one.length; at++) squares += (one[at]! - other[at]!) ** 2
  return Math.min(1, Math.sqrt(squares) / SOUND_RANGE)
}

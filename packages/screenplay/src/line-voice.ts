import type { Voice } from '@andscene/contracts/voices/voice'
import { AGES } from './casting/age.ts'
import { speaks, subtag } from './casting/script-voices.ts'
import { styleOf } from './casting/voice-style.ts'

/**
 * Returns the voice that speaks a language for an assigned voice: itself, else the most similar one, of the same provider
 * if possible. Undefined if no voice speaks the language.
 */
export function voiceInLanguage(cast: Voice, tag: string, voices: readonly Voice[]): Voice | undefined {
  const language = subtag(tag)
  if (speaks(cast, language)) return cast
  const region = regionOf(language)
  const found = voices
    .filter((voice) => speaks(voice, language) && isAsAvailable(voice, cast))
    .map((voice) => ({ voice, order: [...difference(voice, cast, region), mixed(cast, voice)] }))
  return found.sort((a, b) => compare(a.order, b.order))[0]?.voice
}

/** While natural voices load, a line waits for the natural voice, as other lines of its character do. */
const isAsAvailable = (voice: Voice, cast: Voice): boolean =>
  voice.isActive || (!cast.isActive && voice.provider === cast.provider)

/** Smaller is more similar. */
function difference(voice: Voice, cast: Voice, region: string | undefined): number[] {
  const [style, wanted] = [styleOf(voice), styleOf(cast)]
  const gender =
    voice.gender === cast.gender ? 0 : voice.gender === 'neutral' || cast.gender === 'neutral' ? 1 : 2
  return [
    Number(voice.provider !== cast.provider),
    Number(style.isRobotic && !wanted.isRobotic),
    Number(style.isStrange && !wanted.isStrange),
    gender,
    Math.abs(AGES.indexOf(style.age) - AGES.indexOf(wanted.age)),
    Number(regionOf(voice.locale) !== region),
  ]
}

function regionOf(tag: string): string | undefined {
  try {
    return new Intl.Locale(tag).maximize().region
  } catch {
    return undefined
  }
}

function compare(a: readonly number[], b: readonly number[]): number {
  const at = a.findIndex((value, index) => value !== b[index])
  return at < 0 ? 0 : a[at]! - b[at]!
}

/**
 * A number that spreads different characters over equally similar voices, and stays the same when others are added
 * (FNV-1a).
 */
function mixed(cast: Voice, voice: Voice): number {
  let hash = 0x81_1c_9d_c5
  for (const character of `${cast.voiceId} ${voice.voiceId}`)
    hash = Math.imul(hash ^ character.codePointAt(0)!, 0x01_00_01_93) >>> 0
  return hash
}

import { isNatural } from '@andscene/contracts/voices/is-natural'
import type { Voice } from '@andscene/contracts/voices/voice'
import type { Gender } from './cue-words.ts'
import { styleOf } from './voice-style.ts'

/** Norwegian means Bokmål unless the tag specifies another. */
const SAME: Record<string, string> = { no: 'nb', cmn: 'zh' }

export const subtag = (tag: string): string => {
  const [first = ''] = tag.toLowerCase().split(/[-_]/)
  return SAME[first] ?? first
}

export const speaks = (voice: Voice, language: string): boolean =>
  subtag(voice.locale) === language || voice.language.toLowerCase() === language

/** The script of a language, such as `Latn`; undefined if unknown. */
const writingOf = (tag: string): string | undefined => {
  try {
    return new Intl.Locale(tag).maximize().script
  } catch {
    return undefined
  }
}

/** Whether a voice's own language has the same script, so that it can read the words at least. */
export const reads = (voice: Voice, language: string): boolean => {
  const [writing, own] = [writingOf(language), writingOf(voice.locale)]
  return writing === undefined || own === undefined || own === writing
}

/** Number of voices per gender that are compared between accents. */
const DECIDING = 3

/** The locale of the voices already assigned, else the one with the best voices of both genders. */
export function commonAccent(
  voices: readonly Voice[],
  given: readonly Voice[],
  language: string,
): string | undefined {
  const own = given.filter((voice) => speaks(voice, language))
  const counts = new Map<string, number>()
  for (const { locale } of own) counts.set(locale, (counts.get(locale) ?? 0) + 1)
  const usual = [...counts].sort((a, b) => b[1] - a[1] || (a[0] < b[0] ? -1 : 1))[0]
  if (usual) return usual[0]
  const human = voices.filter((voice) => speaks(voice, language) && !styleOf(voice).isRobotic)
  const spoken = human.some(isNatural) ? human.filter(isNatural) : human
  const worth = (locale: string, gender: Gender) =>
    spoken
      .filter((voice) => voice.locale === locale && voice.gender === gender)
      .map(({ popularity }) => popularity + 1)
      .sort((a, b) => b - a)
      .slice(0, DECIDING)
      .reduce((sum, one) => sum + one, 0)
  return [...new Set(spoken.map(({ locale }) => locale))]
    .map((locale) => ({ locale, worth: worth(locale, 'female') + worth(locale, 'male') }))
    .sort((a, b) => b.worth - a.worth || (a.locale < b.locale ? -1 : 1))[0]?.locale
}

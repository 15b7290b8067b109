import { isNatural, NATURAL_CATEGORY } from '@andscene/contracts/voices/is-natural'
import type { Voice } from '@andscene/contracts/voices/voice'

type VoiceOption = {
  value: string
  label: string
  search: string
}
type VoiceGroup = { label: string; options: VoiceOption[] }

const names = new Intl.DisplayNames('en', { type: 'language' })
const { compare } = new Intl.Collator('en', { sensitivity: 'base', numeric: true })

function languageOf({ locale, language }: Voice): string {
  try {
    return names.of(locale) ?? language
  } catch {
    return language
  }
}

/** Synthetic voices sound less natural than recorded or trained ones. */
const isSynthetic = ({ category }: Voice) => category === 'Synthetic'

/** Keeps the chosen voice in the list, even while it is unavailable. */
export type Chosen = { voiceId: string | null | undefined; absence: (voice: Voice) => string | undefined }
const NO_VOICE: Chosen = { voiceId: undefined, absence: () => undefined }

/** Voices by language, the user's languages first; the most natural first in each. */
export function voiceGroups(
  voices: readonly Voice[],
  own: readonly string[],
  chosen: Chosen = NO_VOICE,
): VoiceGroup[] {
  const byLanguage = Map.groupBy(
    voices.filter(({ isActive, voiceId }) => isActive || voiceId === chosen.voiceId),
    languageOf,
  )
  return [...byLanguage]
    .map(([language, spoken]) => ({ language, spoken, rank: rankOf(spoken[0]!.locale, own) }))
    .sort((a, b) => a.rank - b.rank || compare(a.language, b.language))
    .map(({ language, spoken }) => ({
      label: language,
      options: spoken
        .sort(
          (a, b) =>
            Number(isNatural(b)) - Number(isNatural(a)) ||
            Number(isSynthetic(a)) - Number(isSynthetic(b)) ||
            b.popularity - a.popularity ||
            compare(a.name, b.name),
        )
        .map((voice) => optionOf(voice, language, chosen.absence(voice))),
    }))
}

/** Rank of a locale: the user's locales in order, then other locales of the same languages, then all others. */
function rankOf(locale: string, own: readonly string[]): number {
  const [spoken] = locale.toLowerCase().split('-')
  const ranks = own.map((tag, index) => {
    const wanted = tag.toLowerCase()
    if (wanted === locale.toLowerCase()) return 2 * index
    return wanted.split('-')[0] === spoken ? 2 * own.length + index : Infinity
  })
  return Math.min(4 * own.length, ...ranks)
}

function optionOf(voice: Voice, language: string, absence: string | undefined): VoiceOption {
  const { voiceId, name, gender, locale } = voice
  const kind = isNatural(voice) ? [NATURAL_CATEGORY] : []
  return {
    value: voiceId,
    label: [name, language, gender, ...kind, ...(absence === undefined ? [] : [absence])].join(' · '),
    search: [name, gender, locale, voice.language, language, ...kind].join(' ').toLowerCase(),
  }
}

import { isNatural, NATURAL_CATEGORY } from '@andscene/contracts/is-natural'
import type { Voice } from '@andscene/contracts/voice'

type VoiceOption = {
  value: string
  label: string
  /** What finds it, in small letters. */
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

/** Speech that a program makes up sounds less like a person than what was recorded or learned. */
const isSynthetic = ({ category }: Voice) => category === 'Synthetic'

/** The one that was chosen stays, also while it is not on offer. */
export type Chosen = { voiceId: string | null | undefined; absence: (voice: Voice) => string | undefined }
const NOBODY: Chosen = { voiceId: undefined, absence: () => undefined }

/** The voices of the person's own languages first, in their order; in each language the most natural first. */
export function voiceGroups(
  voices: readonly Voice[],
  own: readonly string[],
  chosen: Chosen = NOBODY,
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

/** 0 for the first of the person's languages as it is spoken where they are, then the same language elsewhere. */
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

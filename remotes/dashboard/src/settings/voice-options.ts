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

/** The voices of the person's own languages first, in their order; in each language the most natural first. */
export function voiceGroups(voices: readonly Voice[], own: readonly string[]): VoiceGroup[] {
  const byLanguage = Map.groupBy(
    voices.filter(({ isActive }) => isActive),
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
            Number(isSynthetic(a)) - Number(isSynthetic(b)) ||
            b.popularity - a.popularity ||
            compare(a.name, b.name),
        )
        .map((voice) => optionOf(voice, language)),
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

const optionOf = (voice: Voice, language: string): VoiceOption => ({
  value: voice.voiceId,
  label: `${voice.name} · ${language} · ${voice.gender}`,
  search: `${voice.name} ${voice.gender} ${voice.locale} ${voice.language} ${language}`.toLowerCase(),
})

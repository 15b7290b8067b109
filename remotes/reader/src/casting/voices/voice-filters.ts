import type { Voice } from '@andscene/contracts/voices/voice'
import { speaks } from '@andscene/screenplay/casting/script-voices'

export const FILTER_KINDS = ['languages', 'roles', 'genders', 'providers', 'categories'] as const
export type FilterKind = (typeof FILTER_KINDS)[number]
/** Chosen values per kind: combined with OR within a kind and AND across kinds. */
export type VoiceFilters = Readonly<Record<FilterKind, readonly string[]>>

export const NO_FILTERS: VoiceFilters = {
  languages: [],
  roles: [],
  genders: [],
  providers: [],
  categories: [],
}

export function filtersFor(voices: readonly Voice[], language: string | undefined): VoiceFilters {
  if (language === undefined) return NO_FILTERS
  const own = voices.filter((voice) => voice.isActive && speaks(voice, language))
  return { ...NO_FILTERS, languages: [...new Set(own.map((voice) => voice.language))].sort() }
}

const VALUES: Record<FilterKind, (voice: Voice) => readonly string[]> = {
  languages: (voice) => [voice.language],
  roles: (voice) => [...voice.voiceStyles, ...voice.voicePersonalities],
  genders: (voice) => [voice.gender],
  providers: (voice) => [voice.provider],
  categories: (voice) => [voice.category],
}

const agrees = (voice: Voice, kind: FilterKind, chosen: readonly string[]) =>
  chosen.length === 0 || VALUES[kind](voice).some((value) => chosen.includes(value))

const passes = (voice: Voice, filters: VoiceFilters, except?: FilterKind) =>
  FILTER_KINDS.every((kind) => kind === except || agrees(voice, kind, filters[kind]))

export const filterVoices = (voices: readonly Voice[], filters: VoiceFilters): Voice[] =>
  voices.filter((voice) => passes(voice, filters))

const { compare } = new Intl.Collator('en', { sensitivity: 'base' })

/** The options of a kind: values of voices that pass the other filters, plus those already chosen; sorted. */
export function filterOptions(voices: readonly Voice[], filters: VoiceFilters, kind: FilterKind): string[] {
  const values = new Set<string>(filters[kind])
  for (const voice of voices) {
    if (passes(voice, filters, kind)) for (const value of VALUES[kind](voice)) values.add(value)
  }
  values.delete('')
  return [...values].sort(compare)
}

export const filterLabel = (kind: FilterKind, value: string): string =>
  kind === 'genders' ? value.charAt(0).toUpperCase() + value.slice(1) : value

/** Compares values that contain `typed`: those that start with it come first. */
export function byTyped(typed: string, a: string, b: string): number {
  const isLater = (value: string) => Number(compare(value.slice(0, typed.length), typed) !== 0)
  return isLater(a) - isLater(b) || compare(a, b)
}

export const countFilters = (filters: VoiceFilters): number =>
  FILTER_KINDS.reduce((sum, kind) => sum + filters[kind].length, 0)

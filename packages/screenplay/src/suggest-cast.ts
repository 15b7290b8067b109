import type { Casting } from '@andscene/contracts/script'
import type { Voice } from '@andscene/contracts/voice'
import { likelyGender, type LikelyGender } from './casting/gender.ts'
import type { Part } from './casting/parts.ts'

export type CastSuggestionInput = {
  /** In the order of their first cue; `partsOf` makes them from a script. */
  parts: readonly Part[]
  voices: readonly Voice[]
  casting: Casting
  /** Language of the script, as in Voice.language or the start of Voice.locale; else that of the voices already given. */
  language?: string | undefined
  /** Language of the listener, for when neither tells; else English. */
  listenerLanguage?: string | undefined
}

const DEFAULT_LANGUAGE = 'en'

/** Other names of a language: Norwegian is Bokmål unless it says otherwise. */
const SAME: Record<string, string> = { no: 'nb', cmn: 'zh' }

const subtag = (tag: string): string => {
  const [first = ''] = tag.toLowerCase().split(/[-_]/)
  return SAME[first] ?? first
}
const languageOf = (voice: Voice) => subtag(voice.locale)

const speaks = (voice: Voice, language: string) =>
  languageOf(voice) === language || voice.language.toLowerCase() === language

/** How a language is written, e.g. `Latn`; undefined when that is not known. */
const writingOf = (tag: string): string | undefined => {
  try {
    return new Intl.Locale(tag).maximize().script
  } catch {
    return undefined
  }
}

const commonest = (values: readonly string[]): string | undefined => {
  const counts = new Map<string, number>()
  for (const value of values) counts.set(value, (counts.get(value) ?? 0) + 1)
  return [...counts].sort((a, b) => b[1] - a[1])[0]?.[0]
}

/** The better voice first; among equals by name, so that the same voices give the same result. */
const byStanding = (a: Voice, b: Voice) =>
  b.popularity - a.popularity || (a.name < b.name ? -1 : a.name > b.name ? 1 : a.voiceId < b.voiceId ? -1 : 1)

/** What speaks against a voice, by weight: that it cannot read the letters, that it is taken, another language. */
const UNREADABLE = 100_000
const TAKEN = 100
const FOREIGN = 10

class VoicePool {
  readonly #voices: readonly Voice[]
  readonly #distance: ReadonlyMap<Voice, number>
  readonly #uses = new Map<string, number>()
  #female = 0
  #male = 0

  constructor(voices: readonly Voice[], language: string) {
    this.#voices = [...voices].sort(byStanding)
    const writing = writingOf(language)
    const distance = (voice: Voice) => {
      if (speaks(voice, language)) return 0
      const own = writingOf(voice.locale)
      return writing === undefined || own === undefined || own === writing ? FOREIGN : UNREADABLE
    }
    this.#distance = new Map(voices.map((voice) => [voice, distance(voice)]))
  }

  /** Notes that a voice is taken. */
  take(voice: Voice): string {
    this.#uses.set(voice.voiceId, (this.#uses.get(voice.voiceId) ?? 0) + 1)
    if (voice.gender === 'female') this.#female++
    if (voice.gender === 'male') this.#male++
    return voice.voiceId
  }

  /**
   * Least used first, so that nobody shares while a voice is free that can read the script at all; then language, gender
   * and standing.
   */
  best(gender: LikelyGender): Voice | undefined {
    const wanted = gender ?? (this.#female < this.#male ? 'female' : 'male')
    const rank = (voice: Voice) =>
      (this.#uses.get(voice.voiceId) ?? 0) * TAKEN +
      (this.#distance.get(voice) ?? FOREIGN) +
      (voice.gender === wanted ? 0 : voice.gender === 'neutral' || gender === undefined ? 1 : 2)
    let best: Voice | undefined
    for (const voice of this.#voices) if (!best || rank(voice) < rank(best)) best = voice
    return best
  }
}

/**
 * Completes a casting: every uncast character gets a voice of its own (shared only when there are more characters than
 * voices that can read the script), in the script's language as long as there are such voices, by likely gender, the
 * better voices for the bigger parts; narration and headings get one when unset. Voices already given are never touched;
 * one that no longer exists counts as none. Pure and deterministic.
 */
export const suggestCast = (input: CastSuggestionInput): Casting => {
  const { parts, voices, casting, language, listenerLanguage } = input
  const active = voices.filter((voice) => voice.isActive)
  const byId = new Map(voices.map((voice) => [voice.voiceId, voice]))
  const given = (voiceId: string | undefined) => (voiceId === undefined ? undefined : byId.get(voiceId))
  const kept = Object.entries(casting.characterAssignments).filter(([, voiceId]) => given(voiceId))
  const keptNarration = given(casting.narrationVoiceId)
  const keptHeading = given(casting.sceneHeadingVoiceId)

  const taken = [...kept.map(([, voiceId]) => given(voiceId)), keptNarration, keptHeading].filter(
    (voice) => voice !== undefined,
  )
  const spoken = [language, commonest(taken.map(languageOf)), listenerLanguage]
    .filter((tag) => tag !== undefined)
    .map(subtag)
    .find((tag) => active.some((voice) => speaks(voice, tag)))
  const pool = new VoicePool(active, spoken ?? DEFAULT_LANGUAGE)
  for (const voice of taken) pool.take(voice)

  const suggest = (gender: LikelyGender): string | undefined => {
    const voice = pool.best(gender)
    return voice && pool.take(voice)
  }

  // The narrator is heard most of all, and headings are the narrator's too.
  const narrationVoiceId = keptNarration?.voiceId ?? suggest(undefined)
  const sceneHeadingVoiceId = keptHeading?.voiceId ?? narrationVoiceId

  const characterAssignments = new Map(kept)
  const uncast = parts.filter((part) => !characterAssignments.has(part.name))
  for (const part of [...uncast].sort((a, b) => b.lineCount - a.lineCount)) {
    const voiceId = suggest(likelyGender(part.name, part.introduction))
    if (voiceId !== undefined) characterAssignments.set(part.name, voiceId)
  }
  return {
    characterAssignments: Object.fromEntries(characterAssignments),
    ...(narrationVoiceId !== undefined && { narrationVoiceId }),
    ...(sceneHeadingVoiceId !== undefined && { sceneHeadingVoiceId }),
  }
}

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
  language?: string
}

const DEFAULT_LANGUAGE = 'en'

const languageOf = (voice: Voice) => voice.locale.split(/[-_]/)[0]?.toLowerCase() ?? ''

const speaks = (voice: Voice, language: string) =>
  languageOf(voice) === language || voice.language.toLowerCase() === language

const commonest = (values: readonly string[]): string | undefined => {
  const counts = new Map<string, number>()
  for (const value of values) counts.set(value, (counts.get(value) ?? 0) + 1)
  return [...counts].sort((a, b) => b[1] - a[1])[0]?.[0]
}

/** The better voice first; among equals by name, so that the same question has the same answer. */
const byStanding = (a: Voice, b: Voice) =>
  b.popularity - a.popularity || (a.name < b.name ? -1 : a.name > b.name ? 1 : a.voiceId < b.voiceId ? -1 : 1)

class VoicePool {
  readonly #voices: readonly Voice[]
  readonly #language: string
  readonly #uses = new Map<string, number>()
  #female = 0
  #male = 0

  constructor(voices: readonly Voice[], language: string) {
    this.#voices = [...voices].sort(byStanding)
    this.#language = language
  }

  /** Notes that a voice is taken. */
  take(voice: Voice): string {
    this.#uses.set(voice.voiceId, (this.#uses.get(voice.voiceId) ?? 0) + 1)
    if (voice.gender === 'female') this.#female++
    if (voice.gender === 'male') this.#male++
    return voice.voiceId
  }

  /** Least used first, so that nobody shares while a voice is free; then language, gender and standing. */
  best(gender: LikelyGender): Voice | undefined {
    const wanted = gender ?? (this.#female < this.#male ? 'female' : 'male')
    const rank = (voice: Voice) =>
      (this.#uses.get(voice.voiceId) ?? 0) * 100 +
      (speaks(voice, this.#language) ? 0 : 10) +
      (voice.gender === wanted ? 0 : voice.gender === 'neutral' || gender === undefined ? 1 : 2)
    let best: Voice | undefined
    for (const voice of this.#voices) if (!best || rank(voice) < rank(best)) best = voice
    return best
  }
}

/**
 * Completes a casting: every uncast character gets a voice of its own (shared only when there are more characters than
 * voices), by likely gender, the better voices for the bigger parts; narration and headings get one when unset. Voices
 * already given are never touched; one that no longer exists counts as none. Pure and deterministic.
 */
export const suggestCast = ({ parts, voices, casting, language }: CastSuggestionInput): Casting => {
  const active = voices.filter((voice) => voice.isActive)
  const byId = new Map(voices.map((voice) => [voice.voiceId, voice]))
  const given = (voiceId: string | undefined) => (voiceId === undefined ? undefined : byId.get(voiceId))
  const kept = Object.entries(casting.characterAssignments).filter(([, voiceId]) => given(voiceId))
  const keptNarration = given(casting.narrationVoiceId)
  const keptHeading = given(casting.sceneHeadingVoiceId)

  const taken = [...kept.map(([, voiceId]) => given(voiceId)), keptNarration, keptHeading].filter(
    (voice) => voice !== undefined,
  )
  const spoken = language?.toLowerCase() ?? commonest(taken.map(languageOf))
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

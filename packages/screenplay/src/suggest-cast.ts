import type { Casting } from '@andscene/contracts/script'
import type { Voice } from '@andscene/contracts/voices/voice'
import type { Gender } from './casting/cue-words.ts'
import { describePart } from './casting/describe-part.ts'
import type { Part } from './casting/parts.ts'
import { commonAccent, speaks, subtag } from './casting/script-voices.ts'
import { distanceOf, type VoiceDistance } from './casting/voice-distance.ts'
import { VoicePool } from './casting/voice-pool.ts'

export type CastSuggestionInput = {
  /** Sorted by first cue; created from a script with `partsOf`. */
  parts: readonly Part[]
  /** All existing voices; assignments of other voices count as none. */
  voices: readonly Voice[]
  offered?: readonly Voice[] | undefined
  casting: Casting
  /** As in Voice.language or the start of Voice.locale; by default the language of the voices already assigned. */
  language?: string | undefined
  /** Used if neither is known; English by default. */
  listenerLanguage?: string | undefined
  distance?: VoiceDistance | undefined
}

export type CastSuggestion = {
  casting: Casting
  /** By character name. */
  reasons: ReadonlyMap<string, string>
}

const DEFAULT_LANGUAGE = 'en'
/** Number of parts that are leads in any case; others need at least this many lines and this share of all lines. */
const LEADS = 6
const LEAD_LINES = 4
const LEAD_SHARE = 0.012

const commonest = (values: readonly string[]): string | undefined => {
  const counts = new Map<string, number>()
  for (const value of values) counts.set(value, (counts.get(value) ?? 0) + 1)
  return [...counts].sort((a, b) => b[1] - a[1])[0]?.[0]
}

/** The gender with fewer lines, whose voices are in less demand; used for the narrator. */
const scarcer = (parts: readonly Part[]): Gender | undefined => {
  const lines = { female: 0, male: 0 }
  for (const { gender, lineCount } of parts) if (gender) lines[gender] += lineCount
  return lines.female === lines.male ? undefined : lines.female < lines.male ? 'female' : 'male'
}

const capital = (word: string) => word.charAt(0).toUpperCase() + word.slice(1)

function reasonFor(part: Part, sharers: readonly string[], twin: string | undefined): string {
  if (twin !== undefined) return `The same person as ${twin}`
  const said = [
    describePart(part),
    part.accent !== undefined && `${capital(part.accent)} accent in the text`,
    sharers.length > 0 && `shares the voice of ${sharers[0]}`,
  ].filter((words) => typeof words === 'string')
  return said.length > 0 ? said.join(', ') : 'Nothing in the text tells who this is'
}

function leadsOf(parts: readonly Part[]): ReadonlySet<Part> {
  const all = parts.reduce((sum, { lineCount }) => sum + lineCount, 0)
  const least = Math.max(LEAD_LINES, all * LEAD_SHARE)
  return new Set(parts.filter(({ lineCount }, rank) => lineCount > 0 && (rank < LEADS || lineCount >= least)))
}

/**
 * Completes a casting: leads get voices of their own, small parts share a few, cues of one character get related
 * voices. Keeps existing assignments; a voice that no longer exists counts as none. Pure and deterministic.
 */
export const suggestCast = (input: CastSuggestionInput): CastSuggestion => {
  const {
    parts,
    voices,
    offered = voices,
    casting,
    language,
    listenerLanguage,
    distance = distanceOf,
  } = input
  const active = offered.filter((voice) => voice.isActive)
  const byId = new Map(voices.map((voice) => [voice.voiceId, voice]))
  const given = (voiceId: string | undefined) => (voiceId === undefined ? undefined : byId.get(voiceId))
  const kept = Object.entries(casting.characterAssignments).flatMap(([name, voiceId]) => {
    const voice = given(voiceId)
    return voice ? [{ name, voice }] : []
  })
  const keptNarration = given(casting.narrationVoiceId)
  const keptHeading = given(casting.sceneHeadingVoiceId)
  const taken = [...kept.map(({ voice }) => voice), keptNarration, keptHeading].filter(
    (voice) => voice !== undefined,
  )
  const spoken =
    [language, commonest(taken.map(({ locale }) => subtag(locale))), listenerLanguage]
      .filter((tag) => tag !== undefined)
      .map(subtag)
      .find((tag) => active.some((voice) => speaks(voice, tag))) ?? DEFAULT_LANGUAGE
  const pool = new VoicePool(active, {
    language: spoken,
    accent: commonAccent(active, taken, spoken),
    distance,
  })

  const busiest = [...parts].sort((a, b) => b.lineCount - a.lineCount)
  const leads = leadsOf(busiest)
  const byName = new Map(parts.map((part) => [part.name, part]))
  const castOf = new Map(kept.map(({ name, voice }) => [name, voice]))
  for (const [name, voice] of castOf) {
    const part = byName.get(name)
    pool.take(voice, part, part !== undefined && leads.has(part))
  }
  if (keptNarration) pool.take(keptNarration, undefined, true)
  if (keptHeading && keptHeading !== keptNarration) pool.take(keptHeading, undefined, true)

  const narration = keptNarration ?? pool.narrator(scarcer(parts))
  if (narration && !keptNarration) pool.take(narration, undefined, true)
  const heading = keptHeading ?? narration

  const reasons = new Map<string, string>()
  // The plainest cue of a person comes first, even if another one has more lines.
  const inTurn = new Set(busiest.flatMap((part) => [byName.get(part.person) ?? part, part]))
  for (const part of inTurn) {
    if (castOf.has(part.name)) continue
    // EDWARD'S VOICE is EDWARD; YOUNG EDWARD, at another age, gets a different voice.
    const same = part.person === part.name ? undefined : byName.get(part.person)
    const twin = same && (part.age === undefined || part.age === same.age) ? castOf.get(same.name) : undefined
    const isLead = leads.has(part)
    const kin = part.person === part.name ? undefined : castOf.get(part.person)
    const voice = twin ?? pool.best({ part, isLead, kin })
    if (!voice) continue
    const sharers = pool.sharers(voice, part)
    pool.take(voice, part, isLead)
    castOf.set(part.name, voice)
    reasons.set(part.name, reasonFor(part, sharers, twin && part.person))
  }

  const characterAssignments = Object.fromEntries([...castOf].map(([name, { voiceId }]) => [name, voiceId]))
  return {
    casting: {
      characterAssignments,
      ...(narration && { narrationVoiceId: narration.voiceId }),
      ...(heading && { sceneHeadingVoiceId: heading.voiceId }),
    },
    reasons,
  }
}

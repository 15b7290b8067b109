import type { Casting } from '@andscene/contracts/script'
import type { Voice } from '@andscene/contracts/voices/voice'
import { assignVoices } from './casting/assign-voices.ts'
import type { Gender } from './casting/cue-words.ts'
import { describePart } from './casting/describe-part.ts'
import type { Part } from './casting/parts.ts'
import { groupsOf, rolesOf } from './casting/roles.ts'
import { commonAccent, speaks, subtag } from './casting/script-voices.ts'
import { distanceOf, type VoiceDistance } from './casting/voice-distance.ts'
import { VoiceCosts } from './casting/voice-costs.ts'

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

/** Why each character has its voice, according to the script; by character name. */
export function reasonsOf(
  parts: readonly Part[],
  assignments: Casting['characterAssignments'],
): ReadonlyMap<string, string> {
  const groups = groupsOf(parts)
  const groupOf = new Map([...groups].flatMap(([name, group]) => group.map((part) => [part, name] as const)))
  const assigned = parts.flatMap((part) =>
    Object.hasOwn(assignments, part.name)
      ? [{ part, group: groupOf.get(part)!, voiceId: assignments[part.name]! }]
      : [],
  )
  const users = Map.groupBy(
    assigned.toSorted((a, b) => b.part.lineCount - a.part.lineCount),
    ({ voiceId }) => voiceId,
  )
  return new Map(
    assigned.map(({ part, group, voiceId }) => {
      const others = users.get(voiceId)!.filter((user) => user.part !== part)
      const plainest = others.some((other) => other.part.name === group) ? group : undefined
      const sharers = others.filter((other) => other.group !== group).map((other) => other.part.name)
      return [part.name, reasonFor(part, sharers, plainest)]
    }),
  )
}

/**
 * Completes a casting: every character, except cues that others speak together, gets a voice of its own while voices fit, then those with fewest lines share;
 * cues of one character get related voices. Keeps existing assignments; a voice that no longer exists counts as none.
 * Pure and deterministic.
 */
export const suggestCast = (input: CastSuggestionInput): CastSuggestion => {
  const {
    parts: all,
    voices,
    offered = voices,
    casting,
    language,
    listenerLanguage,
    distance = distanceOf,
  } = input
  const isNeeded = ({ name, ensemble }: Part) =>
    !ensemble || Object.hasOwn(casting.characterAssignments, name)
  const parts = all.filter(isNeeded)
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
  const costs = new VoiceCosts(active, { language: spoken, accent: commonAccent(active, taken, spoken) })
  const narration = keptNarration ?? costs.narrator(scarcer(parts), (voice) => taken.includes(voice))
  const heading = keptHeading ?? narration

  const castOf = new Map(kept.map(({ name, voice }) => [name, voice]))
  const groups = groupsOf(parts)
  const { free, fixed } = rolesOf(groups, castOf)
  const ofFixed = new Set(fixed.map(({ voice }) => voice))
  const always = new Set([narration, heading, ...taken.filter((voice) => !ofFixed.has(voice))])
  const narrators = [...always].flatMap((voice) =>
    voice ? [{ name: '', part: undefined, weight: 1, voice }] : [],
  )
  const assigned = assignVoices({ free, fixed: [...fixed, ...narrators], costs, distance })

  const roles = [...fixed, ...free.map(({ name }) => ({ name, voice: assigned.get(name) }))]
  for (const { name, voice } of roles)
    for (const part of groups.get(name)!) if (voice && !castOf.has(part.name)) castOf.set(part.name, voice)

  const characterAssignments = Object.fromEntries([...castOf].map(([name, { voiceId }]) => [name, voiceId]))
  const reasons = reasonsOf(parts, characterAssignments)
  return {
    casting: {
      characterAssignments,
      ...(narration && { narrationVoiceId: narration.voiceId }),
      ...(heading && { sceneHeadingVoiceId: heading.voiceId }),
    },
    reasons: new Map([...reasons].filter(([name]) => !given(casting.characterAssignments[name]))),
  }
}

import { isNatural } from '@andscene/contracts/voices/is-natural'
import type { Casting } from '@andscene/contracts/script'
import type { Voice } from '@andscene/contracts/voices/voice'
import type { Part } from './casting/parts.ts'
import { speaks } from './casting/script-voices.ts'
import { suggestCast, type CastSuggestion } from './suggest-cast.ts'

type Question = {
  names: readonly string[]
  voices: readonly Voice[]
  casting: Casting
  language: string
  /** The user's own narrator voice, which is kept. */
  defaultVoiceId?: string | null | undefined
}
type RecastInput = Omit<Question, 'names'> & {
  /** Sorted by first cue; created from a script with `partsOf`. */
  parts: readonly Part[]
}

const naturalFor = (voices: readonly Voice[], language: string): Voice[] =>
  voices.filter((voice) => voice.isActive && isNatural(voice) && speaks(voice, language))

/** Returns the casting without robotic local voices. */
function stripped({ names, voices, casting, defaultVoiceId }: Omit<Question, 'language'>) {
  const robotic = new Set(voices.flatMap(({ provider, voiceId }) => (provider === 'local' ? [voiceId] : [])))
  const roles = new Set(names)
  const { narrationVoiceId, sceneHeadingVoiceId } = casting
  const isReplaced = (voiceId: string | undefined) => voiceId !== undefined && robotic.has(voiceId)
  const all = Object.entries(casting.characterAssignments)
  // Keeps assignments of characters that are no longer in the script.
  const kept = all.filter(([name, voiceId]) => !roles.has(name) || !isReplaced(voiceId))
  const isOwnNarrator = narrationVoiceId !== undefined && narrationVoiceId === defaultVoiceId
  const narration = isReplaced(narrationVoiceId) && !isOwnNarrator ? undefined : narrationVoiceId
  // A narrator voice that is kept also keeps the headings.
  const isWithNarrator = sceneHeadingVoiceId === narration
  const heading = isReplaced(sceneHeadingVoiceId) && !isWithNarrator ? undefined : sceneHeadingVoiceId
  return {
    isChanged: kept.length < all.length || narration !== narrationVoiceId || heading !== sceneHeadingVoiceId,
    casting: {
      characterAssignments: Object.fromEntries(kept),
      ...(narration && { narrationVoiceId: narration }),
      ...(heading && { sceneHeadingVoiceId: heading }),
    },
  }
}

/** Whether natural voices would replace a robotic voice in a script that has no natural voice yet. */
export function canRecast(input: Question): boolean {
  const { voices, casting, language } = input
  const natural = new Set(voices.flatMap((voice) => (isNatural(voice) ? [voice.voiceId] : [])))
  const given = [
    casting.narrationVoiceId,
    casting.sceneHeadingVoiceId,
    ...Object.values(casting.characterAssignments),
  ]
  if (given.some((voiceId) => voiceId !== undefined && natural.has(voiceId))) return false
  return naturalFor(voices, language).length > 0 && stripped(input).isChanged
}

/** Keeps voices of speech services and the user's own narrator. Pure and deterministic. */
export function recast({ parts, language, ...input }: RecastInput): CastSuggestion {
  const { voices } = input
  return suggestCast({
    parts,
    voices,
    offered: naturalFor(voices, language),
    casting: stripped({ names: parts.map(({ name }) => name), ...input }).casting,
    language,
  })
}

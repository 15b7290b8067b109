import { isNatural } from '@andscene/contracts/is-natural'
import type { Casting } from '@andscene/contracts/script'
import type { Voice } from '@andscene/contracts/voice'
import type { Part } from './casting/parts.ts'
import { speaks } from './casting/script-voices.ts'
import { suggestCast, type CastSuggestion } from './suggest-cast.ts'

type Question = {
  /** The characters of the script. */
  names: readonly string[]
  voices: readonly Voice[]
  casting: Casting
  /** Of the script, a primary subtag of BCP 47. */
  language: string
  /** The voice that the person would have for the narration: there it stays. */
  defaultVoiceId?: string | null | undefined
}
type RecastInput = Omit<Question, 'names'> & {
  /** In the order of their first cue; `partsOf` makes them from a script. */
  parts: readonly Part[]
}

/** The natural voices that can be given to a script of this language. */
const naturalFor = (voices: readonly Voice[], language: string): Voice[] =>
  voices.filter((voice) => voice.isActive && isNatural(voice) && speaks(voice, language))

/** What is left of a casting without the voices that natural ones replace: those that a program of this machine makes up. */
function stripped({ names, voices, casting, defaultVoiceId }: Omit<Question, 'language'>) {
  const robotic = new Set(voices.flatMap(({ provider, voiceId }) => (provider === 'local' ? [voiceId] : [])))
  const roles = new Set(names)
  const { narrationVoiceId, sceneHeadingVoiceId } = casting
  const isReplaced = (voiceId: string | undefined) => voiceId !== undefined && robotic.has(voiceId)
  const all = Object.entries(casting.characterAssignments)
  // Whoever is no longer in the script keeps what they have: nobody hears it.
  const kept = all.filter(([name, voiceId]) => !roles.has(name) || !isReplaced(voiceId))
  const isOwnNarrator = narrationVoiceId !== undefined && narrationVoiceId === defaultVoiceId
  const narration = isReplaced(narrationVoiceId) && !isOwnNarrator ? undefined : narrationVoiceId
  // The headings of a narrator who stays are theirs, too.
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

/**
 * Whether a script that has no natural voice yet would get some by being recast: there are natural voices of its language,
 * and somebody in it speaks with a robotic one of this machine.
 */
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

/**
 * A new cast from the natural voices of the script's language. It replaces the robotic voices of this machine and fills what
 * has none; voices of a speech service stay, as does the person's own narrator. Pure and deterministic.
 */
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

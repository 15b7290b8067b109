import { isNatural } from '@andscene/contracts/voices/is-natural'
import type { Casting, CastingSlot } from '@andscene/contracts/script'
import type { Voice } from '@andscene/contracts/voices/voice'
import { isMachine } from './casting/cue-words.ts'
import type { Part } from './casting/parts.ts'
import { speaks } from './casting/script-voices.ts'
import { styleOf } from './casting/voice-style.ts'
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
/** Whether the voice of a slot was suggested, and no user has chosen one since. */
export type IsSuggested = (kind: CastingSlot['kind'], name?: string) => boolean

const naturalFor = (voices: readonly Voice[], language: string): Voice[] =>
  voices.filter((voice) => voice.isActive && isNatural(voice) && speaks(voice, language))

const anySlot: IsSuggested = () => true

/** Returns the casting without robotic local voices of people, in the given slots. */
function stripped(
  { names, voices, casting, defaultVoiceId }: Omit<Question, 'language'>,
  isFree: IsSuggested,
) {
  const local = new Map(
    voices.flatMap((voice) => (voice.provider === 'local' ? [[voice.voiceId, voice]] : [])),
  )
  const roles = new Set(names)
  const { narrationVoiceId, sceneHeadingVoiceId } = casting
  const isReplaced = (voiceId: string | undefined) => voiceId !== undefined && local.has(voiceId)
  const isMachines = (name: string, voiceId: string) =>
    isMachine(name) && styleOf(local.get(voiceId)!).isRobotic
  const all = Object.entries(casting.characterAssignments)
  // Keeps assignments of characters that are no longer in the script.
  const kept = all.filter(
    ([name, voiceId]) =>
      !roles.has(name) || !isReplaced(voiceId) || !isFree('character', name) || isMachines(name, voiceId),
  )
  const isOwnNarrator = narrationVoiceId !== undefined && narrationVoiceId === defaultVoiceId
  const narration =
    isReplaced(narrationVoiceId) && isFree('narration') && !isOwnNarrator ? undefined : narrationVoiceId
  // A narrator voice that is kept also keeps the headings.
  const isWithNarrator = sceneHeadingVoiceId === narration
  const heading =
    isReplaced(sceneHeadingVoiceId) && isFree('scene-heading') && !isWithNarrator
      ? undefined
      : sceneHeadingVoiceId
  return {
    isChanged: kept.length < all.length || narration !== narrationVoiceId || heading !== sceneHeadingVoiceId,
    casting: {
      characterAssignments: Object.fromEntries(kept),
      ...(narration && { narrationVoiceId: narration }),
      ...(heading && { sceneHeadingVoiceId: heading }),
    },
  }
}

/** The voices of the given slots. */
const voicesOf = (
  { characterAssignments, narrationVoiceId, sceneHeadingVoiceId }: Casting,
  isGiven: IsSuggested,
) =>
  [
    ...Object.entries(characterAssignments).map(([name, voiceId]) => isGiven('character', name) && voiceId),
    isGiven('narration') && narrationVoiceId,
    isGiven('scene-heading') && sceneHeadingVoiceId,
  ].filter((voiceId) => typeof voiceId === 'string')

function wouldReplace(input: Question, isFree: IsSuggested): boolean {
  const { voices, casting, language } = input
  const natural = new Set(voices.flatMap((voice) => (isNatural(voice) ? [voice.voiceId] : [])))
  // A suggestion with natural voices was made when they were available.
  if (voicesOf(casting, isFree).some((voiceId) => natural.has(voiceId))) return false
  return stripped(input, isFree).isChanged && naturalFor(voices, language).length > 0
}

/** Whether natural voices would replace a robotic voice in a script that has no natural voice yet. */
export const canRecast = (input: Question): boolean => wouldReplace(input, anySlot)

/** Whether natural voices would replace voices that were suggested before they were available. */
export const isOutdated = (input: Question, isSuggested: IsSuggested): boolean =>
  wouldReplace(input, isSuggested)

function recastWithin({ parts, language, ...input }: RecastInput, isFree: IsSuggested): CastSuggestion {
  const { voices } = input
  return suggestCast({
    parts,
    voices,
    offered: naturalFor(voices, language),
    casting: stripped({ names: parts.map(({ name }) => name), ...input }, isFree).casting,
    language,
  })
}

/** Keeps voices of speech services and the user's own narrator. Pure and deterministic. */
export const recast = (input: RecastInput): CastSuggestion => recastWithin(input, anySlot)

/** Replaces only voices that were suggested before natural ones were available; assigns nothing else. */
export function recastSuggested(input: RecastInput, isSuggested: IsSuggested): Casting {
  const { casting: before } = input
  const { casting: after } = recastWithin(input, isSuggested)
  const { narrationVoiceId: narration, sceneHeadingVoiceId: heading } = before
  const { languageByLine, deliveries } = before
  return {
    characterAssignments: Object.fromEntries(
      Object.entries(before.characterAssignments).map(([name, voiceId]) => [
        name,
        after.characterAssignments[name] ?? voiceId,
      ]),
    ),
    ...(narration && { narrationVoiceId: after.narrationVoiceId ?? narration }),
    ...(heading && { sceneHeadingVoiceId: after.sceneHeadingVoiceId ?? heading }),
    ...(languageByLine !== undefined && { languageByLine }),
    ...(deliveries !== undefined && { deliveries }),
  }
}

import type { Casting, CastingSlot, Script } from '@andscene/contracts/script'
import { ensemblesOf } from '@andscene/screenplay/together/ensembles'
import type { IsVoice } from '@andscene/screenplay/voices'

/** A part that a voice is assigned to: narration, scene headings (including act headings), or a character. */
export type Slot = { kind: 'narration' } | { kind: 'scene-heading' } | { kind: 'character'; name: string }

export const NARRATION: Slot = { kind: 'narration' }
export const SCENE_HEADING: Slot = { kind: 'scene-heading' }
export const characterSlot = (name: string): Slot => ({ kind: 'character', name })

export const slotKey = (slot: Slot): string =>
  slot.kind === 'character' ? `character:${slot.name}` : slot.kind

/** The slot of a casting's `changes`. */
export const slotOf = ({ kind, name = '' }: CastingSlot): Slot =>
  kind === 'character' ? { kind, name } : { kind }

export const EMPTY_CASTING: Casting = { characterAssignments: {} }

/** The voice of a slot; `undefined` if none is assigned. Any name is valid, including `constructor`. */
export function voiceIn(casting: Casting, slot: Slot): string | undefined {
  if (slot.kind === 'narration') return casting.narrationVoiceId
  if (slot.kind === 'scene-heading') return casting.sceneHeadingVoiceId
  const { characterAssignments } = casting
  return Object.hasOwn(characterAssignments, slot.name) ? characterAssignments[slot.name] : undefined
}

type Further = { [Field in Exclude<keyof Casting, 'characterAssignments'>]?: Casting[Field] | undefined }

/** A casting as sent and stored: an empty voice is omitted (product §4). */
export const castingOf = (
  characterAssignments: Casting['characterAssignments'],
  { narrationVoiceId, sceneHeadingVoiceId, languageByLine, deliveries, characterSounds }: Further,
): Casting => ({
  characterAssignments,
  ...(narrationVoiceId && { narrationVoiceId }),
  ...(sceneHeadingVoiceId && { sceneHeadingVoiceId }),
  ...(languageByLine !== undefined && { languageByLine }),
  ...(deliveries !== undefined && { deliveries }),
  ...(characterSounds && { characterSounds }),
})

/** Whether lines in another language are spoken by a voice of that language (product §5); the default. */
export const speaksByLine = ({ languageByLine = true }: Casting): boolean => languageByLine

/** Whether directions on the page change how lines are spoken (product §4); the default. */
export const followsDirections = ({ deliveries = true }: Casting): boolean => deliveries

export function withVoice(casting: Casting, slot: Slot, voiceId: string | undefined): Casting {
  const { characterAssignments } = casting
  if (slot.kind === 'narration')
    return castingOf(characterAssignments, { ...casting, narrationVoiceId: voiceId })
  if (slot.kind === 'scene-heading')
    return castingOf(characterAssignments, { ...casting, sceneHeadingVoiceId: voiceId })
  const others = Object.entries(characterAssignments).filter(([name]) => name !== slot.name)
  return castingOf(Object.fromEntries(voiceId ? [...others, [slot.name, voiceId]] : others), casting)
}

export const voicesIn = (casting: Casting): Set<string> =>
  new Set(
    [
      ...Object.values(casting.characterAssignments),
      casting.narrationVoiceId,
      casting.sceneHeadingVoiceId,
    ].filter((voiceId) => voiceId !== undefined),
  )

export type Change = { before: Casting; after: Casting }

export const changedSlots = ({ before, after }: Change): Slot[] =>
  [
    NARRATION,
    SCENE_HEADING,
    ...new Set([before, after].flatMap(({ characterAssignments }) => Object.keys(characterAssignments))),
  ]
    .map((slot) => (typeof slot === 'string' ? characterSlot(slot) : slot))
    .filter((slot) => voiceIn(before, slot) !== voiceIn(after, slot))

export const sameCasting = (before: Casting, after: Casting): boolean =>
  changedSlots({ before, after }).length === 0

export type CastNeeds = {
  characters: number
  narration: boolean
  /** No part has a voice. */
  isUncast: boolean
}

/** Counts characters without a voice; a voice that no longer exists counts as none (product §3). */
export function castNeeds(script: Script, casting: Casting, isVoice: IsVoice): CastNeeds {
  const has = (slot: Slot) => {
    const voiceId = voiceIn(casting, slot)
    return voiceId !== undefined && isVoice(voiceId)
  }
  // What they speak together needs no further voice.
  const ensembles = ensemblesOf(script.content.lines)
  const names = script.content.characters.filter(({ character }) => !ensembles.has(character))
  const characters = names.filter(({ character }) => !has(characterSlot(character))).length
  const narration = !has(NARRATION)
  return { characters, narration, isUncast: narration && !has(SCENE_HEADING) && characters === names.length }
}

export function needsText({ characters, narration }: CastNeeds): string | undefined {
  if (characters > 0)
    return characters === 1 ? '1 character needs a voice' : `${characters} characters need voices`
  return narration ? 'The narration needs a voice' : undefined
}

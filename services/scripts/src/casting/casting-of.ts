import { ownSound } from '@andscene/contracts/own-sound'
import type {
  Casting,
  CastingBody,
  ConflictingSlot,
  SeenCasting,
  CastingSlot,
  VersionedCasting,
} from '@andscene/contracts/script'
import { invalid } from '@andscene/service-kit/http-error'
import {
  characterSlot,
  type CastingSave,
  type Slot,
  type SoundSlot,
  characterOf,
  soundOf,
  voicesOf,
  type KeptCasting,
} from '../store/casting-save.ts'
import type { Authors } from '../notes/authors.ts'
import { may, type Role } from '@andscene/contracts/sharing/roles'

/** Names listed in an error sentence; further ones are only counted. */
const NAMED = 5

/**
 * Returns the casting in a request; an absent, null or empty voice is not assigned (product §7). Throws VALIDATION with
 * a sentence that names characters the script does not have.
 */
export function castingOf(body: CastingBody, characters: readonly string[]): Casting {
  const entries = assignments(body)
  requireKnown(entries, characters)
  const { narrationVoiceId, sceneHeadingVoiceId, languageByLine, deliveries } = body
  return {
    characterAssignments: Object.fromEntries(
      entries.filter((entry): entry is [string, string] => !!entry[1]),
    ),
    ...(narrationVoiceId ? { narrationVoiceId } : {}),
    ...(sceneHeadingVoiceId ? { sceneHeadingVoiceId } : {}),
    ...(languageByLine !== undefined && { languageByLine }),
    ...(deliveries !== undefined && { deliveries }),
  }
}

/** Returns the slots that a request changes, with the voices that the user saw in them. Throws as `castingOf` does. */
export function seenIn(seen: SeenCasting, characters: readonly string[]): CastingSave['seen'] {
  const { version, characterAssignments = {}, narrationVoiceId, sceneHeadingVoiceId, characterSounds } = seen
  const entries = Object.entries(characterAssignments)
  requireKnown(entries, characters)
  const voices = new Map<Slot, string | undefined>(
    entries.map(([name, voiceId]) => [characterSlot(name), voiceId || undefined]),
  )
  if (narrationVoiceId !== undefined) voices.set('narration', narrationVoiceId || undefined)
  if (sceneHeadingVoiceId !== undefined) voices.set('scene-heading', sceneHeadingVoiceId || undefined)
  return { version, voices, ...(characterSounds && { sounds: soundsIn(characterSounds, characters) }) }
}

/** Returns the sounds that a request changes. Throws as `castingOf` does. */
export function soundsIn(
  sounds: NonNullable<CastingBody['characterSounds']>,
  characters: readonly string[],
): NonNullable<CastingSave['sounds']> {
  const names = Object.keys(sounds)
  requireKnown(
    names.map((name) => [name, undefined]),
    characters,
  )
  return new Map(names.map((name) => [name, ownSound(sounds[name])]))
}

/** Returns the slots of a request whose voices were suggested. Throws as `castingOf` does. */
export function suggestedIn(
  slots: readonly CastingSlot[],
  characters: readonly string[],
): NonNullable<CastingSave['suggested']> {
  const names = slots.flatMap(({ kind, name = '' }): Assignment[] =>
    kind === 'character' ? [[name, undefined]] : [],
  )
  requireKnown(names, characters)
  return new Set(
    slots.map(({ kind, name = '' }): Slot => (kind === 'character' ? characterSlot(name) : kind)),
  )
}

type Assignment = [character: string, voiceId: string | null | undefined]

function assignments({ characterAssignments = {} }: CastingBody): Assignment[] {
  return Array.isArray(characterAssignments)
    ? characterAssignments.map(({ character, voiceId }) => [character, voiceId])
    : Object.entries(characterAssignments)
}

function requireKnown(entries: readonly Assignment[], characters: readonly string[]): void {
  const known = new Set(characters)
  const unknown = entries.map(([character]) => character).filter((character) => !known.has(character))
  if (unknown.length > 0) throw invalid(unknownSentence(unknown))
}

function unknownSentence(unknown: readonly string[]): string {
  const names = unknown.slice(0, NAMED).map((name) => `"${name.slice(0, 80)}"`)
  const rest = unknown.length - names.length
  return `This script has no character ${names.join(', ')}${rest > 0 ? ` and ${rest} more` : ''}`
}

/** The casting in a response; only roles that may cast see who changed it. */
export function castingIn(
  { casting, castingVersion: version, castingChanges }: KeptCasting,
  { role, uid, nameOf }: { role: Role; uid: string; nameOf: Authors['nameOf'] },
): VersionedCasting {
  if (!may(role, 'cast')) return { ...casting, version }
  const voices = voicesOf(casting)
  const changes = castingChanges
    // The stores return them in no order.
    .toSorted((one, next) => one.at.getTime() - next.at.getTime() || (one.slot < next.slot ? -1 : 1))
    // A slot that an older release has written since has an outdated author.
    .filter(({ slot, voiceId }) => voices.get(slot) === voiceId)
    .map(({ slot, suggested, uid: by, name, at }) => ({
      slot: slotIn(slot),
      by: nameOf(name, by),
      mine: by === uid,
      at: at.toISOString(),
      ...(suggested && { suggested }),
    }))
  return { ...casting, version, changes }
}

export function slotIn(slot: Slot): CastingSlot {
  const name = characterOf(slot)
  return name === undefined ? { kind: slot as 'narration' | 'scene-heading' } : { kind: 'character', name }
}

export function conflictIn(slot: Slot | SoundSlot): ConflictingSlot {
  const name = soundOf(slot)
  return name === undefined ? slotIn(slot as Slot) : { kind: 'sound', name }
}

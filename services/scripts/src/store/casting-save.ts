import type { CharacterSound } from '@andscene/contracts/character-sound'
import { sameSound, soundIn } from '@andscene/contracts/own-sound'
import type { Casting } from '@andscene/contracts/script'
import type { Ensemble } from '@andscene/screenplay/together/ensembles'
import { nextVersion } from './command-store.ts'

/** Where a voice is assigned. Castings are merged slot by slot. */
export type Slot = 'narration' | 'scene-heading' | `character:${string}`

/** Who changed a slot last, and to which voice; undefined: unassigned. */
export type CastingChange = {
  slot: Slot
  voiceId?: string | undefined
  /** The voice was suggested, not chosen by the user. */
  suggested?: boolean | undefined
  uid: string
  name: string
  at: Date
}

/** A stored casting. */
export type KeptCasting = {
  casting: Casting
  castingVersion: number
  /**
   * At most one per slot. An older release that runs at the same time does not update the changes of slots that it
   * writes.
   */
  castingChanges: CastingChange[]
}

export type CastingSave = {
  /** The requested voices: of every slot or, with `seen`, of the slots in `seen`. */
  casting: Casting
  /**
   * What the user saw in the slots that they changed. Without it the save replaces the whole casting, including changes
   * of others.
   */
  seen?: { version: number; voices: ReadonlyMap<Slot, string | undefined>; sounds?: Sounds } | undefined
  /** Sounds to change, undefined for none; without `seen`, all sounds. */
  sounds?: Sounds | undefined
  /** Slots whose requested voices were suggested. */
  suggested?: ReadonlySet<Slot> | undefined
  /** The cues that count as cast if those who speak them together have voices. */
  ensembles?: ReadonlyMap<string, Ensemble> | undefined
  by: { uid: string; name: string }
  at: Date
  requestId: string
}

/** By character; undefined: none. */
type Sounds = ReadonlyMap<string, CharacterSound | undefined>

/** How a character sounds. */
const SOUND = 'sound:'
export type SoundSlot = `${typeof SOUND}${string}`

/** The casting after a save. With conflicts it is the present casting, and nothing was saved. */
export type SavedCasting = KeptCasting & { conflicts: (Slot | SoundSlot)[] }

const CHARACTER = 'character:'
export const characterSlot = (name: string): Slot => `${CHARACTER}${name}`
/** Returns undefined for narration and scene headings. */
export const characterOf = (slot: Slot): string | undefined =>
  slot.startsWith(CHARACTER) ? slot.slice(CHARACTER.length) : undefined

/** The character whose sound this is; undefined for other slots. */
export const soundOf = (slot: Slot | SoundSlot): string | undefined =>
  slot.startsWith(SOUND) ? slot.slice(SOUND.length) : undefined

export function voicesOf({ characterAssignments, ...primary }: Casting): Map<Slot, string> {
  const voices = new Map<Slot, string>(
    Object.entries(characterAssignments).map(([name, voiceId]) => [characterSlot(name), voiceId]),
  )
  if (primary.narrationVoiceId) voices.set('narration', primary.narrationVoiceId)
  if (primary.sceneHeadingVoiceId) voices.set('scene-heading', primary.sceneHeadingVoiceId)
  return voices
}

function castingOf(voices: ReadonlyMap<Slot, string>): Casting {
  const { narration, 'scene-heading': sceneHeading, ...characters } = Object.fromEntries(voices)
  return {
    characterAssignments: Object.fromEntries(
      Object.entries(characters).map(([slot, voiceId]) => [characterOf(slot as Slot), voiceId]),
    ),
    ...(narration !== undefined && { narrationVoiceId: narration }),
    ...(sceneHeading !== undefined && { sceneHeadingVoiceId: sceneHeading }),
  }
}

type Switches = Pick<Casting, 'languageByLine' | 'deliveries'>

/** Only `false` is stored. With `seen`, an absent switch is unchanged. */
function switchesAfter(present: Switches, { casting, seen }: CastingSave): Switches {
  const { languageByLine, deliveries }: Switches = seen ? { ...present, ...casting } : casting
  return {
    ...(languageByLine === false && { languageByLine }),
    ...(deliveries === false && { deliveries }),
  }
}

/** With `seen`, absent sounds are unchanged. */
function soundsAfter(present: Casting, { sounds, seen }: CastingSave): Pick<Casting, 'characterSounds'> {
  const after = new Map(Object.entries((seen && present.characterSounds) ?? {}))
  for (const [name, sound] of sounds ?? []) {
    if (sound) after.set(name, sound)
    else after.delete(name)
  }
  return after.size > 0 ? { characterSounds: Object.fromEntries(after) } : {}
}

/** The sounds that are neither those that the user saw nor the new ones. */
function soundConflicts({ characterSounds }: Casting, { seen, sounds }: CastingSave): SoundSlot[] {
  return [...(seen?.sounds ?? [])].flatMap(([name, before]): SoundSlot[] => {
    const present = soundIn(characterSounds, name)
    return sameSound(present, before) || sameSound(present, sounds?.get(name)) ? [] : [`${SOUND}${name}`]
  })
}

/**
 * Applies a save to the present casting. Changes of different slots merge; a slot conflicts when it has neither the
 * voice that the user saw nor the new one.
 */
export function applySave(present: KeptCasting, save: CastingSave): SavedCasting {
  const { casting, seen, suggested, by, at } = save
  const voices = voicesOf(present.casting)
  const wanted = voicesOf(casting)
  const slots = seen ? [...seen.voices.keys()] : [...new Set([...voices.keys(), ...wanted.keys()])]
  const changed = slots.filter((slot) => voices.get(slot) !== wanted.get(slot))
  const conflicts =
    seen && seen.version !== present.castingVersion
      ? [
          ...changed.filter((slot) => voices.get(slot) !== seen.voices.get(slot)),
          ...soundConflicts(present.casting, save),
        ]
      : []
  if (conflicts.length > 0) return { ...present, conflicts }
  for (const slot of changed) {
    const voiceId = wanted.get(slot)
    if (voiceId === undefined) voices.delete(slot)
    else voices.set(slot, voiceId)
  }
  const untouched = present.castingChanges.filter(({ slot }) => !changed.includes(slot))
  return {
    casting: {
      ...castingOf(voices),
      ...switchesAfter(present.casting, save),
      ...soundsAfter(present.casting, save),
    },
    castingVersion: nextVersion(present.castingVersion),
    castingChanges: [
      ...untouched,
      ...changed.map((slot) => ({
        slot,
        ...(wanted.has(slot) && { voiceId: wanted.get(slot) }),
        ...(wanted.has(slot) && suggested?.has(slot) && { suggested: true }),
        ...by,
        at,
      })),
    ],
    conflicts: [],
  }
}

import type { CharacterSound } from '@andscene/contracts/character-sound'
import { ownSound, sameSound, soundIn } from '@andscene/contracts/own-sound'
import type { Casting, VersionedCasting } from '@andscene/contracts/script'
import {
  castingOf,
  changedSlots,
  followsDirections,
  slotKey,
  speaksByLine,
  voiceIn,
  withVoice,
  type Slot,
} from './casting-draft.ts'

/** An unsaved change of a slot: its voice at the time of the change, and the chosen one. */
export type OwnChange = {
  slot: Slot
  seen: string | undefined
  voiceId: string | undefined
  /** The voice was suggested, not chosen by the user. */
  suggested?: boolean
}

/** All unsaved changes, applied on top of the stored casting. */
export type Draft = {
  /** Version of the casting at the first change. */
  version: number | undefined
  own: readonly OwnChange[]
  /** The chosen position of the switch. It has two, so that editors who change it agree. */
  languageByLine?: boolean | undefined
  /** Likewise. */
  deliveries?: boolean | undefined
  /** Changed sounds by character. */
  sounds?: ReadonlyMap<string, OwnSound> | undefined
}

/** An unsaved sound of a character, and its sound at the time of the change; undefined: none. */
export type OwnSound = { seen: CharacterSound | undefined; sound: CharacterSound | undefined }

const isOf = (slot: Slot) => (change: OwnChange) => slotKey(change.slot) === slotKey(slot)

export const drafted = (saved: Casting, draft: Draft | undefined): Casting => {
  const casting = (draft?.own ?? []).reduce<Casting>(
    (given, { slot, voiceId }) => withVoice(given, slot, voiceId),
    saved,
  )
  const { languageByLine = casting.languageByLine, deliveries = casting.deliveries, sounds } = draft ?? {}
  const characterSounds = sounds
    ? soundsWith(casting.characterSounds, sounds, 'sound')
    : casting.characterSounds
  return castingOf(casting.characterAssignments, {
    ...casting,
    languageByLine,
    deliveries,
    characterSounds,
  })
}

function soundsWith(
  saved: Casting['characterSounds'] = {},
  changed: NonNullable<Draft['sounds']>,
  which: keyof OwnSound,
): Record<string, CharacterSound> {
  const sounds = new Map(Object.entries(saved))
  for (const [name, { [which]: sound }] of changed) {
    if (sound) sounds.set(name, sound)
    else sounds.delete(name)
  }
  return Object.fromEntries(sounds)
}

/** The draft after the user changed how a character sounds. The original sound again is no change. */
export function sounded(
  draft: Draft | undefined,
  saved: VersionedCasting,
  name: string,
  sound: CharacterSound | undefined,
): Draft {
  const sounds = new Map(draft?.sounds)
  const known = sounds.get(name)
  const seen = known ? known.seen : soundIn(saved.characterSounds, name)
  if (sameSound(seen, sound)) sounds.delete(name)
  else sounds.set(name, { seen, sound: ownSound(sound) })
  return { ...(draft ?? { version: saved.version, own: [] }), sounds }
}

/** The characters whose changed sounds differ from the saved ones. */
export const unsavedSounds = (draft: Draft | undefined, saved: Casting): string[] =>
  [...(draft?.sounds ?? [])].flatMap(([name, { sound }]) =>
    sameSound(soundIn(saved.characterSounds, name), sound) ? [] : [name],
  )

/** The characters whose changed sounds others have changed as well. */
export const soundConflictsIn = (draft: Draft | undefined, saved: Casting): string[] =>
  unsavedSounds(draft, saved).filter(
    (name) => !sameSound(soundIn(saved.characterSounds, name), draft?.sounds?.get(name)?.seen),
  )

export const switched = (
  draft: Draft | undefined,
  saved: VersionedCasting,
  position: Pick<Draft, 'languageByLine' | 'deliveries'>,
): Draft => ({
  ...(draft ?? { version: saved.version, own: [] }),
  ...position,
})

export const isSwitched = (draft: Draft | undefined, saved: Casting): boolean =>
  (draft?.languageByLine ?? speaksByLine(saved)) !== speaksByLine(saved) ||
  (draft?.deliveries ?? followsDirections(saved)) !== followsDirections(saved)

/** Changes the casting to `wanted`; `suggested` contains the slots whose voices the user did not choose. */
export function edited(
  draft: Draft | undefined,
  saved: VersionedCasting,
  wanted: Casting,
  suggested: readonly Slot[] = [],
): Draft {
  const slots = changedSlots({ before: drafted(saved, draft), after: wanted })
  const own = slots.map((slot): OwnChange => {
    const known = draft?.own.find(isOf(slot))
    const seen = known ? known.seen : voiceIn(saved, slot)
    const isSuggested = suggested.some((each) => slotKey(each) === slotKey(slot))
    return { slot, seen, voiceId: voiceIn(wanted, slot), ...(isSuggested && { suggested: true }) }
  })
  const others = draft?.own.filter((change) => !slots.some((slot) => isOf(slot)(change))) ?? []
  return {
    ...draft,
    version: draft ? draft.version : saved.version,
    // Choosing the original voice again is no change.
    own: [...others, ...own].filter(({ seen, voiceId }) => seen !== voiceId),
  }
}

/** The draft after the user chose a voice for a slot, or none, even if it is the suggested one. */
export function chosen(
  draft: Draft | undefined,
  saved: VersionedCasting,
  slot: Slot,
  voiceId: string | undefined,
): Draft {
  const { own, ...rest } = edited(draft, saved, withVoice(drafted(saved, draft), slot, voiceId))
  return {
    ...rest,
    own: own.map((change) => (isOf(slot)(change) ? { ...change, suggested: false } : change)),
  }
}

export const suggestedIn = (draft: Draft | undefined): Slot[] =>
  draft?.own.flatMap(({ slot, suggested }) => (suggested ? [slot] : [])) ?? []

export const unsavedChanges = (draft: Draft | undefined, saved: Casting): OwnChange[] =>
  draft?.own.filter(({ slot, voiceId }) => voiceIn(saved, slot) !== voiceId) ?? []

export const conflictsIn = (draft: Draft | undefined, saved: Casting): OwnChange[] =>
  unsavedChanges(draft, saved).filter(({ slot, seen }) => voiceIn(saved, slot) !== seen)

/** The casting as the user saw it, to which the draft applies. */
export function seenBy(draft: Draft | undefined, saved: VersionedCasting): VersionedCasting {
  const seen = (draft?.own ?? []).reduce<Casting>(
    (casting, { slot, seen: voiceId }) => withVoice(casting, slot, voiceId),
    saved,
  )
  const { version } = draft ?? saved
  return {
    ...seen,
    ...(draft?.sounds && { characterSounds: soundsWith(saved.characterSounds, draft.sounds, 'seen') }),
    ...(version !== undefined && { version }),
  }
}

/** What has two choices: slots, and characters with two sounds. */
export type Decision = { slots: readonly Slot[]; sounds?: readonly string[] }

/**
 * The draft after a decision on some changes: `mine` keeps the change, now based on what is stored; `theirs` drops it.
 */
export function decided(
  draft: Draft,
  saved: Casting,
  { slots, sounds = [] }: Decision,
  choice: 'mine' | 'theirs',
): Draft {
  const kept = [...(draft.sounds ?? [])].flatMap(([name, change]): [string, OwnSound][] => {
    if (!sounds.includes(name)) return [[name, change]]
    return choice === 'mine' ? [[name, { ...change, seen: soundIn(saved.characterSounds, name) }]] : []
  })
  const isDecided = (change: OwnChange) => slots.some((slot) => isOf(slot)(change))
  return {
    ...draft,
    own: draft.own.flatMap((change) => {
      if (!isDecided(change)) return [change]
      return choice === 'mine' ? [{ ...change, seen: voiceIn(saved, change.slot) }] : []
    }),
    ...(draft.sounds && { sounds: new Map(kept) }),
  }
}

import type { RenamedCharacter } from '@andscene/contracts/drafts'
import { PRONUNCIATIONS_LIMIT } from '@andscene/contracts/limits'
import type { CharacterSound } from '@andscene/contracts/character-sound'
import type { Casting } from '@andscene/contracts/script'
import type { Pronunciation } from '@andscene/contracts/voices/pronunciation'
import { pronunciationKey } from '@andscene/screenplay/pronunciation/sounds-in'
import { characterOf, characterSlot, type CastingChange } from '../casting-save.ts'
import { byWord } from '../pronunciation-save.ts'

/** How a character that is not in the present draft was cast when it left. */
export type LeftVoice = { character: string; voiceId?: string; sound?: CharacterSound }

/** What the drafts of a script share: characters are cast by name. */
export type SharedCast = {
  casting: Casting
  castingChanges: readonly CastingChange[]
  pronunciations: readonly Pronunciation[]
  /** Of characters that are not in the present draft, the last that left at the end. */
  leftVoices: readonly LeftVoice[]
  /** Works both ways, because an older draft may become the present one. */
  renamed: readonly RenamedCharacter[]
}

/** Maximum numbers of kept voices and names; the oldest are removed. */
export const LEFT_VOICES_LIMIT = 2_000
export const RENAMED_KEPT = 500

/**
 * Returns the cast of a draft with other characters than the present one. A character keeps its voice, sound and
 * pronunciations; one that was renamed has those of its name in the present draft; one that returns has those that it
 * left with.
 */
export function castAcross(
  cast: SharedCast,
  present: readonly string[],
  characters: readonly string[],
): SharedCast {
  const before = voicesIn(cast.casting)
  const [here, there] = [new Set([...present, ...before.keys()]), new Set(characters)]
  const left = new Map(cast.leftVoices.map((one) => [one.character, one]))
  const namesOf = otherNames(cast.renamed)
  /** The name that the character has in the present draft, if it is another one. */
  const formerOf = (name: string): string | undefined => {
    if (before.has(name)) return undefined
    const others = namesOf(name).filter((other) => here.has(other))
    // A name of both drafts is not taken for another one that stays, too.
    if (here.has(name)) return others.find((other) => before.has(other) && !there.has(other))
    return others.find((other) => before.has(other)) ?? others[0]
  }
  const after = new Map<string, Cast>()
  const former = new Map<string, string>()
  for (const name of characters) {
    const other = formerOf(name)
    if (other !== undefined) former.set(name, other)
    const returning = () =>
      here.has(name) ? undefined : [name, ...namesOf(name)].map((one) => left.get(one)).find(Boolean)
    const known = other === undefined ? (before.get(name) ?? returning()) : before.get(other)
    if (known) after.set(name, castOf(known))
  }
  // Deleted first, so that the last that left is at the end.
  for (const name of [...here, ...there]) left.delete(name)
  for (const name of here) {
    const known = before.get(name)
    if (known && !there.has(name)) left.set(name, { character: name, ...known })
  }
  const leftVoices = [...left.values()].slice(-LEFT_VOICES_LIMIT)
  return {
    casting: castingWith(cast.casting, after),
    castingChanges: changesAcross(
      cast.castingChanges,
      former,
      new Set([...there, ...leftVoices.map(({ character }) => character)]),
    ),
    pronunciations: saidAcross(cast.pronunciations, former, there),
    leftVoices,
    renamed: cast.renamed,
  }
}

/** Adds the characters that a draft renames. */
export const withRenamed = (
  known: readonly RenamedCharacter[],
  renamed: readonly RenamedCharacter[],
): RenamedCharacter[] =>
  [
    ...known.filter(({ from, to }) => !renamed.some((one) => one.from === from && one.to === to)),
    ...renamed,
  ].slice(-RENAMED_KEPT)

type Cast = Omit<LeftVoice, 'character'>

const castOf = ({ voiceId, sound }: Cast): Cast => ({
  ...(voiceId !== undefined && { voiceId }),
  ...(sound && { sound }),
})

function voicesIn({ characterAssignments, characterSounds = {} }: Casting): Map<string, Cast> {
  const cast = new Map<string, Cast>(
    Object.entries(characterAssignments).map(([name, voiceId]) => [name, { voiceId }]),
  )
  for (const [name, sound] of Object.entries(characterSounds)) cast.set(name, { ...cast.get(name), sound })
  return cast
}

function castingWith(casting: Casting, cast: ReadonlyMap<string, Cast>): Casting {
  const { characterAssignments: _voices, characterSounds: _sounds, ...rest } = casting
  const named = [...cast]
  const sounds = named.flatMap(([name, { sound }]) => (sound ? [[name, sound] as const] : []))
  return {
    ...rest,
    characterAssignments: Object.fromEntries(
      named.flatMap(([name, { voiceId }]) => (voiceId === undefined ? [] : [[name, voiceId] as const])),
    ),
    ...(sounds.length > 0 && { characterSounds: Object.fromEntries(sounds) }),
  }
}

/** The other names of a character, directly or through further ones, the latest first. */
function otherNames(renamed: readonly RenamedCharacter[]): (name: string) => string[] {
  const linked = new Map<string, string[]>()
  const link = (name: string, other: string) => linked.set(name, [other, ...(linked.get(name) ?? [])])
  for (const { from, to } of renamed) {
    link(from, to)
    link(to, from)
  }
  return (name) => {
    const found = new Set([name])
    for (const one of found) for (const other of linked.get(one) ?? []) found.add(other)
    found.delete(name)
    return [...found]
  }
}

/** A renamed character has the author of its former name. */
function changesAcross(
  changes: readonly CastingChange[],
  former: ReadonlyMap<string, string>,
  names: ReadonlySet<string>,
): CastingChange[] {
  const bySlot = new Map(changes.map((change) => [change.slot, change]))
  for (const [name, other] of former) {
    const change = bySlot.get(characterSlot(other))
    const slot = characterSlot(name)
    if (change) bySlot.set(slot, { ...change, slot })
    else bySlot.delete(slot)
  }
  return [...bySlot.values()].filter(({ slot }) => {
    const name = characterOf(slot)
    return name === undefined || names.has(name)
  })
}

/**
 * Pronunciations go with a character to its other name, unless a draft has both: then they are copied, as far as there
 * is room. Those of absent characters stay.
 */
function saidAcross(
  pronunciations: readonly Pronunciation[],
  former: ReadonlyMap<string, string>,
  there: ReadonlySet<string>,
): readonly Pronunciation[] {
  if (former.size === 0) return pronunciations
  const newNames = Map.groupBy(former.keys(), (name) => former.get(name)!)
  // Those that stay come first.
  const [renamed, staying] = parted(pronunciations, ({ character = '' }) => newNames.has(character))
  const said = new Map<string, Pronunciation>()
  const add = (one: Pronunciation) => {
    const key = pronunciationKey(one)
    if (said.has(key) || said.size < PRONUNCIATIONS_LIMIT) said.set(key, one)
  }
  for (const one of [...staying, ...renamed.filter(({ character }) => there.has(character!))]) add(one)
  for (const one of renamed) for (const character of newNames.get(one.character!)!) add({ ...one, character })
  return [...said.values()].sort(byWord)
}

function parted<T>(items: readonly T[], isFirst: (item: T) => boolean): [T[], T[]] {
  return [items.filter(isFirst), items.filter((item) => !isFirst(item))]
}

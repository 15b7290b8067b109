import type { Voice } from '@andscene/contracts/voices/voice'
import type { FixedRole, FreeRole } from './role-costs.ts'
import type { Gender } from './cue-words.ts'
import type { Part } from './parts.ts'

/** Parts with one voice: EDWARD and EDWARD'S VOICE, but not YOUNG EDWARD. By the name of the plainest cue. */
export function groupsOf(parts: readonly Part[]): ReadonlyMap<string, readonly Part[]> {
  const byName = new Map(parts.map((part) => [part.name, part]))
  const groups = new Map<string, Part[]>()
  for (const part of parts) {
    const plain = byName.get(part.person)
    const isSame = plain && (part.age === undefined || part.age === plain.age)
    const name = isSame ? plain.name : part.name
    const group = groups.get(name)
    if (!group) groups.set(name, [part])
    // The plainest cue describes the group.
    else if (part.name === name) group.unshift(part)
    else group.push(part)
  }
  return groups
}

/** One part that speaks what all parts of each group speak. */
function joined(groups: ReadonlyMap<string, readonly Part[]>): Part[] {
  const groupOf = new Map(
    [...groups].flatMap(([name, parts]) => parts.map((part) => [part.name, name] as const)),
  )
  return [...groups].map(([name, parts]) => {
    const exchanges = new Map<string, number>()
    for (const part of parts)
      for (const [cue, times] of part.exchanges) {
        const other = groupOf.get(cue)
        if (other !== undefined && other !== name) exchanges.set(other, (exchanges.get(other) ?? 0) + times)
      }
    return {
      ...parts[0]!,
      name,
      lineCount: parts.reduce((sum, { lineCount }) => sum + lineCount, 0),
      scenes: new Set(parts.flatMap(({ scenes }) => [...scenes])),
      exchanges,
    }
  })
}

/** Makes the order of parts with as many lines decide between equally good voices. */
const RANK_WEIGHT = 1e-4

/** Tells leads from small parts by their share of lines, and small parts from each other. */
const weightOf = (lineCount: number, most: number, rank: number): number =>
  Math.max(
    0,
    (0.75 * lineCount) / most + (0.25 * Math.log(1 + lineCount)) / Math.log(1 + most) - rank * RANK_WEIGHT,
  )

/** Returns the roles by number of lines. Those in `given` have a voice. */
export function rolesOf(
  groups: ReadonlyMap<string, readonly Part[]>,
  given: ReadonlyMap<string, Voice>,
): { free: FreeRole[]; fixed: FixedRole[] } {
  const busiest = joined(groups).sort((a, b) => b.lineCount - a.lineCount)
  const most = busiest[0]?.lineCount || 1
  const genders = { female: 0, male: 0 }
  const free: FreeRole[] = []
  const fixed: FixedRole[] = []
  for (const [rank, part] of busiest.entries()) {
    const weight = weightOf(part.lineCount, most, rank)
    const voice = groups.get(part.name)!.flatMap(({ name }) => given.get(name) ?? [])[0]
    const scarcer: Gender | undefined =
      genders.female === genders.male ? undefined : genders.female < genders.male ? 'female' : 'male'
    const leaning = part.gender ?? scarcer
    const gender = voice?.gender ?? leaning
    if (gender === 'female' || gender === 'male') genders[gender]++
    if (voice) fixed.push({ name: part.name, part, weight, voice })
    else free.push({ name: part.name, part, weight, leaning })
  }
  return { free, fixed }
}

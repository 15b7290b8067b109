import type { Line } from '@andscene/contracts/script'
import { sameness } from '../cue-name.ts'
import { isHeading } from '../line-types.ts'
import { cueMembers, isGroup, MOST_TOGETHER, type CueMembers } from './cue-members.ts'

type ReadLine = Pick<Line, 'type' | 'character'>
type Found = (readonly string[] | undefined)[]

/**
 * The characters who speak each line of dialogue together, at least two and at most four (product §5); undefined for
 * lines of one character. For BOTH and ALL the scene's speakers, the latest first.
 */
export function voicesTogetherOf(lines: readonly ReadLine[]): Found {
  const names = singleNames(lines)
  const members = membersByName(lines, names)
  if (members.size === 0) return Array.from<undefined>({ length: lines.length })
  const found: Found = []
  for (const scene of scenesOf(lines)) readScene(scene, { members, names, found })
  return found
}

/** Spelling by key of the characters with cues of their own. */
function singleNames(lines: readonly ReadLine[]): ReadonlyMap<string, string> {
  const names = new Map<string, string>()
  for (const name of charactersOf(lines)) if (!names.has(sameness(name))) names.set(sameness(name), name)
  return names
}

const charactersOf = (lines: readonly ReadLine[]): ReadonlySet<string> =>
  new Set(lines.flatMap(({ character }) => character ?? []))

function membersByName(
  lines: readonly ReadLine[],
  names: ReadonlyMap<string, string>,
): ReadonlyMap<string, CueMembers> {
  return new Map(
    [...charactersOf(lines)].flatMap((name) => {
      const members = cueMembers(name, (key) => names.has(key) && names.get(key) !== name)
      return members ? [[name, members] as const] : []
    }),
  )
}

/** Slices of the lines with their first index; a slice starts at a heading. */
function scenesOf(lines: readonly ReadLine[]): { lines: readonly ReadLine[]; from: number }[] {
  const starts = [0, ...lines.flatMap((line, index) => (index > 0 && isHeading(line) ? [index] : []))]
  return starts.map((from, at) => ({ lines: lines.slice(from, starts[at + 1]), from }))
}

/** Lines read ahead for the speakers of a cue at the start of its scene. */
const MOST_AHEAD = 50

type Reading = {
  members: ReadonlyMap<string, CueMembers>
  names: ReadonlyMap<string, string>
  found: Found
}

function readScene(
  { lines, from }: { lines: readonly ReadLine[]; from: number },
  { members, names, found }: Reading,
): void {
  /** The characters named by a cue for several: none by BOTH and ALL; undefined for a cue of one. */
  const namedBy = (of: CueMembers | undefined) =>
    of && ('members' in of ? of.members.map((key) => names.get(key)!) : [])
  /** The latest speaker first; a line of several counts for each of them. */
  let speakers: string[] = []
  const speak = (name: string) => {
    if (speakers[0] !== name)
      speakers = [name, ...speakers.filter((other) => other !== name)].slice(0, MOST_TOGETHER)
  }
  const nextSpeakers = (after: number) =>
    lines
      .slice(after, after + MOST_AHEAD)
      .flatMap(({ type, character }) => (type === 'Dialogue' && character !== undefined ? [character] : []))
      .flatMap((name) => namedBy(members.get(name)) ?? (isGroup(name) ? [] : [name]))
  for (const [at, { type, character }] of lines.entries()) {
    found[from + at] = undefined
    if (type !== 'Dialogue' || character === undefined) continue
    const of = members.get(character)
    if (!of) {
      if (!isGroup(character)) speak(character)
      continue
    }
    const named = namedBy(of) ?? []
    const most = 'scene' in of ? of.scene : of.others ? MOST_TOGETHER : named.length
    const isShort = new Set([...named, ...speakers]).size < Math.min(most, 2)
    const all = [...new Set([...named, ...speakers, ...(isShort ? nextSpeakers(at) : [])])]
    const together = all.slice(0, Math.min(most, MOST_TOGETHER))
    if (together.length < 2) continue
    found[from + at] = together
    for (const name of named) speak(name)
  }
}

import { isHeading } from '../line-types.ts'

type SpokenLine = { type: string; character?: string | undefined }

export type Speeches = {
  lineCount: number
  /** Numbers of the scenes in which the character speaks. */
  scenes: Set<number>
  /** Number of times that another character speaks directly before or after, by name. */
  exchanges: Map<string, number>
}

export const meet = (a: { scenes: ReadonlySet<number> }, b: { scenes: ReadonlySet<number> }): boolean => {
  const [few, many] = a.scenes.size < b.scenes.size ? [a, b] : [b, a]
  for (const scene of few.scenes) if (many.scenes.has(scene)) return true
  return false
}

const count = (of: Map<string, number>, name: string) => of.set(name, (of.get(name) ?? 0) + 1)

/** Returns what each character speaks, and with whom, in the order of `characters`. */
export function speechesOf(lines: readonly SpokenLine[], characters: readonly string[]): readonly Speeches[] {
  const all = characters.map((): Speeches => ({ lineCount: 0, scenes: new Set(), exchanges: new Map() }))
  const byName = new Map(characters.map((name, cue) => [name, all[cue]!]))
  let scene = 0
  let before: string | undefined
  for (const { type, character } of lines) {
    if (isHeading({ type })) {
      scene++
      before = undefined
    }
    const own = type === 'Dialogue' && character !== undefined ? byName.get(character) : undefined
    if (!own || character === undefined) continue
    own.lineCount++
    own.scenes.add(scene)
    if (before !== undefined && before !== character) {
      count(own.exchanges, before)
      count(byName.get(before)!.exchanges, character)
    }
    before = character
  }
  return all
}

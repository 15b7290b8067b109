import type { Line } from '@andscene/contracts/script'

/** A character as a caster sees it. */
export type Part = {
  name: string
  /** Lines of dialogue. */
  lineCount: number
  /** The action line that first names the character, from the name on, when it names nobody else. */
  introduction?: string
}

const escaped = (text: string) => text.replace(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`)

/** Finds any of the names as whole words, whatever their case. */
const namesPattern = (names: readonly string[]) =>
  new RegExp(
    `(?<![\\p{L}\\p{N}])(?:${[...names]
      .sort((a, b) => b.length - a.length)
      .map(escaped)
      .join('|')})(?![\\p{L}\\p{N}])`,
    'giu',
  )

/** The parts of a script, in the order of `characters`. */
export const partsOf = (
  lines: readonly Pick<Line, 'type' | 'text' | 'character'>[],
  characters: readonly string[],
): Part[] => {
  const parts = new Map<string, Part>(characters.map((name) => [name, { name, lineCount: 0 }]))
  const met = new Set<string>()
  const pattern = characters.length > 0 ? namesPattern(characters) : undefined
  for (const line of lines) {
    if (line.type === 'Dialogue') {
      const part = parts.get(line.character ?? '')
      if (part) part.lineCount++
    } else if (line.type === 'Action' && pattern) {
      const named = [...new Set((line.text.match(pattern) ?? []).map((name) => name.toUpperCase()))]
      const [only] = named
      const part = only === undefined ? undefined : parts.get(only)
      if (named.length === 1 && part && !met.has(part.name))
        part.introduction = line.text.slice(line.text.search(pattern))
      for (const name of named) met.add(name)
    }
  }
  return [...parts.values()]
}

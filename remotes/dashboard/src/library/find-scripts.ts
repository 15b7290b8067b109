import type { ScriptListItem } from '@andscene/contracts/script'

/** From this many scripts on, a field to find one by its title is worth showing. */
export const FIND_FROM = 9

const folded = new WeakMap<ScriptListItem, string>()
const foldedTitle = (script: ScriptListItem) => {
  const known = folded.get(script) ?? fold(script.title)
  folded.set(script, known)
  return known
}
const fold = (text: string) => text.toLocaleLowerCase().normalize('NFKD').replace(/\p{M}/gu, '')

/** Scripts whose titles have every word of `query`, in any case, accents aside. */
export function findScripts<T extends ScriptListItem>(scripts: readonly T[], query: string): T[] {
  const words = fold(query).split(/\s+/).filter(Boolean)
  if (words.length === 0) return [...scripts]
  return scripts.filter((script) => words.every((word) => foldedTitle(script).includes(word)))
}

import type { ScriptListItem } from '@andscene/contracts/script'

/** From this many scripts on, a field to find one by its title is worth showing. */
export const FIND_FROM = 9

const fold = (text: string) => text.toLocaleLowerCase().normalize('NFKD').replace(/\p{M}/gu, '')

/** Scripts whose titles have every word of `query`, in any case, accents aside. */
export function findScripts(scripts: readonly ScriptListItem[], query: string): ScriptListItem[] {
  const words = fold(query).split(/\s+/).filter(Boolean)
  return scripts.filter(({ title }) => {
    const folded = fold(title)
    return words.every((word) => folded.includes(word))
  })
}

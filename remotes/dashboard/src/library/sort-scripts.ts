import type { ScriptListItem } from '@andscene/contracts/script'
import { readKey, SORT_KEY, writeKey } from '@andscene/web-kit/storage-keys'

export const SORTS = { newest: 'Newest first', listened: 'Last listened', title: 'Title' } as const
export type Sort = keyof typeof SORTS

const collator = new Intl.Collator(undefined, { sensitivity: 'base', numeric: true })
const listenedAt = ({ lastPlayed }: ScriptListItem) => lastPlayed?.lastUpdated ?? ''

/** Sorts scripts, given newest first; equal ones keep their order. */
export function sortScripts<T extends ScriptListItem>(scripts: readonly T[], sort: Sort): T[] {
  if (sort === 'title') return scripts.toSorted((a, b) => collator.compare(a.title, b.title))
  if (sort === 'listened') {
    return scripts.toSorted((a, b) => {
      const [first, second] = [listenedAt(a), listenedAt(b)]
      return first === second ? 0 : first < second ? 1 : -1
    })
  }
  return [...scripts]
}

export function keptSort(): Sort {
  const kept = readKey(SORT_KEY)
  return kept !== null && Object.hasOwn(SORTS, kept) ? (kept as Sort) : 'newest'
}

export const keepSort = (sort: Sort): boolean => writeKey(SORT_KEY, sort)

/** From this number of scripts on, the search field is shown. */
export const FIND_FROM = 9

const folded = new WeakMap<ScriptListItem, string>()
const foldedTitle = (script: ScriptListItem) => {
  const known = folded.get(script) ?? fold(script.title)
  folded.set(script, known)
  return known
}
const fold = (text: string) => text.toLocaleLowerCase().normalize('NFKD').replace(/\p{M}/gu, '')

/** Returns the scripts whose titles contain every word of `query`, ignoring case and accents. */
export function findScripts<T extends ScriptListItem>(scripts: readonly T[], query: string): T[] {
  const words = fold(query).split(/\s+/).filter(Boolean)
  if (words.length === 0) return [...scripts]
  return scripts.filter((script) => words.every((word) => foldedTitle(script).includes(word)))
}

import type { ScriptListItem } from '@andscene/contracts/script'
import { readKey, SORT_KEY, writeKey } from '@andscene/web-kit/storage-keys'

export const SORTS = { newest: 'Newest first', listened: 'Last listened', title: 'Title' } as const
export type Sort = keyof typeof SORTS

const collator = new Intl.Collator(undefined, { sensitivity: 'base', numeric: true })
const listenedAt = ({ lastPlayed }: ScriptListItem) => lastPlayed?.lastUpdated ?? ''

/** Sorts scripts, which are newest first; equal ones stay so. */
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

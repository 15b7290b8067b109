import type { ScriptListItem } from '@andscene/contracts/script'
import type { ScriptPages } from '../progress/script-pages.ts'
import type { ListedScript } from '../store/script-store.ts'

type Placed<Item extends ListedScript> = Omit<Item, 'lastPlayed'> & Pick<ScriptListItem, 'lastPlayed'>

/** Scripts of a list, with the person's place in each. A place whose page is not known is left out. */
export async function itemsIn<Item extends ListedScript>(
  pages: ScriptPages,
  uid: string,
  found: readonly Item[],
): Promise<Placed<Item>[]> {
  const added = await pages.ofPlaces(uid, found)
  return found.map(({ lastPlayed, ...item }) => {
    const page = lastPlayed?.page ?? added.get(item._id)
    if (!lastPlayed || page === undefined) return item
    const { lastPlayedLineIndex: lineIndex, lastUpdated } = lastPlayed
    return { ...item, lastPlayed: { lineIndex, page, lastUpdated: lastUpdated.toISOString() } }
  })
}

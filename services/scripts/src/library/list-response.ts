import type { ListedScript, ListPosition } from '../store/script-store.ts'
import type { ScriptListItem } from '@andscene/contracts/script'
import type { ScriptPages } from '../progress/script-pages.ts'

type Placed<Item extends ListedScript> = Omit<Item, 'lastPlayed'> & Pick<ScriptListItem, 'lastPlayed'>

/** Scripts of a list, with the user's position in each. A position without a known page is left out. */
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

/** Where the next page of a list begins: behind this item. Opaque to clients; its form is LIST_CURSOR_FORM. */
export const toCursor = ({ uploadedAt, _id }: Pick<ListedScript, 'uploadedAt' | '_id'>): string =>
  `${Date.parse(uploadedAt)}.${_id}`

export function fromCursor(cursor: string): ListPosition {
  const [moment, id = ''] = cursor.split('.')
  return { uploadedAt: new Date(Number(moment)), id }
}

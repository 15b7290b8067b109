import type { ListedScript, ListPosition } from '../store/script-store.ts'

/** Where the next page of a list begins: behind this item. Opaque to clients; its form is LIST_CURSOR_FORM. */
export const toCursor = ({ uploadedAt, _id }: Pick<ListedScript, 'uploadedAt' | '_id'>): string =>
  `${Date.parse(uploadedAt)}.${_id}`

export function fromCursor(cursor: string): ListPosition {
  const [moment, id = ''] = cursor.split('.')
  return { uploadedAt: new Date(Number(moment)), id }
}

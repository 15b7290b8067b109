import { invalid } from '@andscene/service-kit/http-error'
import type { ListedScript, ListPosition } from '../store/script-store.ts'

/** Where the next page of a list begins: behind this item. Opaque to clients. */
export const toCursor = ({ uploadedAt, _id }: Pick<ListedScript, 'uploadedAt' | '_id'>): string =>
  Buffer.from(`${uploadedAt} ${_id}`).toString('base64url')

export function fromCursor(cursor: string): ListPosition {
  const [moment = '', id = ''] = Buffer.from(cursor, 'base64url').toString('utf8').split(' ')
  const uploadedAt = new Date(moment)
  if (Number.isNaN(uploadedAt.getTime()) || id === '') throw invalid('The cursor is not one of ours')
  return { uploadedAt, id }
}

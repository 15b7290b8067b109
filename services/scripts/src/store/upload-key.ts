import { createHash } from 'node:crypto'
import type { NewScript } from './script-store.ts'

/** One value per owner and key, for a unique index; an upload without a key has the script's own id. */
export const uploadKey = ({ id, ownerId, upload }: Pick<NewScript, 'id' | 'ownerId' | 'upload'>): string =>
  upload.key === undefined ? id : keyOf(ownerId, upload.key)

export const keyOf = (ownerId: string, key: string): string =>
  createHash('sha256')
    .update(JSON.stringify([ownerId, key]))
    .digest('hex')

import type { Role } from './roles.ts'

/** Separate from the role schemas, so that pages do not load the schema library. */

/** `listen`: read and hear. `cast`: cast, rename, download the file. `share`: share, delete the script or its audio. */
export type Right = 'listen' | 'note' | 'cast' | 'share'

const RIGHTS: Record<Role, readonly Right[]> = {
  owner: ['listen', 'note', 'cast', 'share'],
  editor: ['listen', 'note', 'cast'],
  commenter: ['listen', 'note'],
  listener: ['listen'],
}

/** The only definition of which role has which right. */
export const may = (role: Role, right: Right): boolean => RIGHTS[role].includes(right)

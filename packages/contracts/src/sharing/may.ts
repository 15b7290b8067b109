import type { Role } from './roles.ts'

/** Apart from the schemas of the roles, so that a page does not load the library they are built with. */

/** `listen`: read and hear. `cast`: cast, rename, download the file. `share`: share, delete the script or its audio. */
export type Right = 'listen' | 'note' | 'cast' | 'share'

const RIGHTS: Record<Role, readonly Right[]> = {
  owner: ['listen', 'note', 'cast', 'share'],
  editor: ['listen', 'note', 'cast'],
  commenter: ['listen', 'note'],
  listener: ['listen'],
}

/** The one table of who may do what with a script. */
export const may = (role: Role, right: Right): boolean => RIGHTS[role].includes(right)

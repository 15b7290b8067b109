import { Type, type Static } from 'typebox'

/** What somebody is to a script (decision 0047). Invitations grant all but `owner`, links the last two. */
export const ROLES = ['owner', 'editor', 'commenter', 'listener'] as const
export const Role = Type.Enum([...ROLES], { title: 'The role' })
export type Role = Static<typeof Role>
export const InvitedRole = Type.Enum(['editor', 'commenter', 'listener'], { title: 'The role' })
export type InvitedRole = Static<typeof InvitedRole>
export const LinkRole = Type.Enum(['commenter', 'listener'], { title: 'The role' })
export type LinkRole = Static<typeof LinkRole>

/**
 * `listen`: read and hear; `note`: read and write notes; `cast`: cast, rename, take the file; `share`: share, delete the
 * script or its audio.
 */
export type Right = 'listen' | 'note' | 'cast' | 'share'

const RIGHTS: Record<Role, readonly Right[]> = {
  owner: ['listen', 'note', 'cast', 'share'],
  editor: ['listen', 'note', 'cast'],
  commenter: ['listen', 'note'],
  listener: ['listen'],
}

/** The one table of who may do what with a script. */
export const may = (role: Role, right: Right): boolean => RIGHTS[role].includes(right)

/** Whoever may no longer do something must notice at most so long after it was taken from them. Milliseconds. */
export const REVOKED_WITHIN_MS = 1_000

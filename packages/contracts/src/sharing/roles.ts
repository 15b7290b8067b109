import { Type, type Static } from '../schema/schema.ts'

/** A user's relation to a script (decision 0047). Invitations grant all but `owner`, links the last two. */
export const ROLES = ['owner', 'editor', 'commenter', 'listener'] as const
export const Role = Type.Enum([...ROLES], { title: 'The role' })
export type Role = Static<typeof Role>
export const InvitedRole = Type.Enum(['editor', 'commenter', 'listener'], { title: 'The role' })
export type InvitedRole = Static<typeof InvitedRole>
export const LinkRole = Type.Enum(['commenter', 'listener'], { title: 'The role' })
export type LinkRole = Static<typeof LinkRole>

/** Pages import it from `may.ts`, which loads no schemas. */
export { may, type Right } from './may.ts'

/** Maximum time until a user notices a revoked right. Milliseconds. */
export const REVOKED_WITHIN_MS = 1_000

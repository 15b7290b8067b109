import { Type, type Static } from '../schema/schema.ts'
import { Success } from '../schema/envelope.ts'
import { TITLE_LIMIT } from '../limits.ts'
import { InvitedRole } from './roles.ts'
import { ScriptId } from '../script.ts'

/** An invitation as its link shows it (decision 0067). Its key is only in the link, and is sent in request bodies. */

/** 256 bits, base64url. */
export const INVITATION_KEY_FORM = '^[A-Za-z0-9_-]{43}$'
/** Page of an invitation link; the key is in the fragment, so that no server logs it. */
export const INVITATION_PATH = '/invitation'

export const InvitationBody = Type.Object({
  key: Type.String({ title: 'The key of the invitation', maxLength: 200 }),
})

/** `used`: bound to an account. `withdrawn`: by the inviter. `declined`: by the recipient. */
const State = Type.Enum(['open', 'used', 'expired', 'withdrawn', 'declined'])
/** Only the state for invitations that are withdrawn, declined or expired. */
export const InvitationResponse = Success(
  Type.Object({
    state: State,
    title: Type.Optional(Type.String({ maxLength: TITLE_LIMIT })),
    inviter: Type.Optional(Type.String()),
    role: Type.Optional(InvitedRole),
    /** The invited address, masked. */
    email: Type.Optional(Type.String()),
  }),
)
export type Invitation = Static<typeof InvitationResponse>['data']

/** `joined`: the account may open the script, since now or before. */
export const AcceptResponse = Success(
  Type.Object({
    state: Type.Enum(['joined', 'unverified', 'other-address', 'used', 'expired', 'withdrawn', 'declined']),
    /** The script that was joined. */
    scriptId: Type.Optional(ScriptId),
  }),
)
export type Accepted = Static<typeof AcceptResponse>['data']

/** `key` is returned only once: only its SHA-256 is stored. */
export const InvitationLinkResponse = Success(Type.Object({ key: Type.String() }))

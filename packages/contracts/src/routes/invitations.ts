import { defineRoute } from '../define-route.ts'
import { Done } from '../schema/envelope.ts'
import {
  AcceptResponse,
  InvitationBody,
  InvitationLinkResponse,
  InvitationResponse,
} from '../sharing/invitations.ts'
import { CollaboratorParams } from '../sharing/sharing.ts'

const limits = { bodyBytes: 16 * 1024 }

export const openInvitation = defineRoute({
  id: 'openInvitation',
  endpoint: 'POST /api/invitations/open',
  service: 'scripts',
  access: 'visitor',
  summary: 'What the invitation of a key is to, and by whom',
  body: InvitationBody,
  response: InvitationResponse,
  errors: ['NOT_FOUND'],
  limits,
})

export const acceptInvitation = defineRoute({
  id: 'acceptInvitation',
  endpoint: 'POST /api/invitations/accept',
  service: 'scripts',
  access: 'user',
  summary: "Bind the invitation of a key to one's account, if its address is one's own and verified",
  body: InvitationBody,
  response: AcceptResponse,
  errors: ['NOT_FOUND'],
  limits,
})

/** The same response for a key that is unknown: declining twice is no failure. */
export const declineInvitation = defineRoute({
  id: 'declineInvitation',
  endpoint: 'POST /api/invitations/decline',
  service: 'scripts',
  access: 'visitor',
  summary: 'Decline the invitation of a key; its inviter has no more mail sent to this address',
  body: InvitationBody,
  response: Done,
  limits,
})

/** Keys of before no longer work. CONFLICT once it is bound to an account. */
export const createInvitationLink = defineRoute({
  id: 'createInvitationLink',
  endpoint: 'POST /api/scripts/:id/collaborators/:collaboratorId/link',
  service: 'scripts',
  access: 'user',
  right: 'share',
  summary: 'A new key for an invitation, for the owner to pass on',
  params: CollaboratorParams,
  response: InvitationLinkResponse,
  errors: ['CONFLICT'],
})

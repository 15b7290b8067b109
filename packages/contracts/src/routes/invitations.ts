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
  summary: 'Get the script and sender of an invitation by its key',
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
  summary: "Accept an invitation; requires its e-mail address to be the user's verified one",
  body: InvitationBody,
  response: AcceptResponse,
  errors: ['NOT_FOUND'],
  limits,
})

/** An unknown key gets the same response, so declining twice is no error. */
export const declineInvitation = defineRoute({
  id: 'declineInvitation',
  endpoint: 'POST /api/invitations/decline',
  service: 'scripts',
  access: 'visitor',
  summary: 'Decline an invitation; its sender can no longer send e-mail to this address',
  body: InvitationBody,
  response: Done,
  limits,
})

/** Invalidates earlier keys. CONFLICT once the invitation is bound to an account. */
export const createInvitationLink = defineRoute({
  id: 'createInvitationLink',
  endpoint: 'POST /api/scripts/:id/collaborators/:collaboratorId/link',
  service: 'scripts',
  access: 'user',
  right: 'share',
  summary: 'Create a new key for an invitation, for the owner to pass on',
  params: CollaboratorParams,
  response: InvitationLinkResponse,
  errors: ['CONFLICT'],
})

import { defineRoute } from '../define-route.ts'
import { Done } from '../schema/envelope.ts'
import { ScriptParams } from '../script.ts'
import {
  ChangeCollaboratorBody,
  ChangeLinkBody,
  ClaimGuestBody,
  ClaimGuestResponse,
  CollaboratorParams,
  CollaboratorResponse,
  CreateLinkBody,
  CreateLinkResponse,
  GuestNameBody,
  GuestResponse,
  InviteBody,
  LinkParams,
  LinkResponse,
  OpenLinkBody,
  OpenLinkResponse,
  SharedScriptsResponse,
  ShareEventsResponse,
  SharingResponse,
} from '../sharing/sharing.ts'

const mayShare = { service: 'scripts', access: 'user', right: 'share' } as const
const forUsers = { service: 'scripts', access: 'user' } as const

export const readSharing = defineRoute({
  id: 'readSharing',
  endpoint: 'GET /api/scripts/:id/sharing',
  ...mayShare,
  summary: 'List the collaborators and links of a script',
  params: ScriptParams,
  response: SharingResponse,
})

export const listShareEvents = defineRoute({
  id: 'listShareEvents',
  endpoint: 'GET /api/scripts/:id/sharing/history',
  ...mayShare,
  summary: 'List the sharing history of a script, newest first',
  params: ScriptParams,
  response: ShareEventsResponse,
})

/** Inviting the same address again changes the role. */
export const inviteCollaborator = defineRoute({
  id: 'inviteCollaborator',
  endpoint: 'POST /api/scripts/:id/collaborators',
  ...mayShare,
  summary: 'Invite a user by e-mail address',
  params: ScriptParams,
  body: InviteBody,
  response: CollaboratorResponse,
  errors: ['CONFLICT'],
  limits: { countsAsUpload: true },
})

export const changeCollaborator = defineRoute({
  id: 'changeCollaborator',
  endpoint: 'PATCH /api/scripts/:id/collaborators/:collaboratorId',
  ...mayShare,
  summary: 'Change the role of a collaborator',
  params: CollaboratorParams,
  body: ChangeCollaboratorBody,
  response: CollaboratorResponse,
})

export const removeCollaborator = defineRoute({
  id: 'removeCollaborator',
  endpoint: 'DELETE /api/scripts/:id/collaborators/:collaboratorId',
  ...mayShare,
  summary: 'Remove a collaborator',
  params: CollaboratorParams,
  response: Done,
})

export const createLink = defineRoute({
  id: 'createLink',
  endpoint: 'POST /api/scripts/:id/links',
  ...mayShare,
  summary: 'Create a guest link',
  params: ScriptParams,
  body: CreateLinkBody,
  response: CreateLinkResponse,
  errors: ['CONFLICT'],
})

/** A revoked link stays revoked. CONFLICT if reopening an expired link would exceed the limit of active ones. */
export const changeLink = defineRoute({
  id: 'changeLink',
  endpoint: 'PATCH /api/scripts/:id/links/:linkId',
  ...mayShare,
  summary: 'Change the name, role or expiry of a link',
  params: LinkParams,
  body: ChangeLinkBody,
  response: LinkResponse,
  errors: ['CONFLICT'],
})

/** The link stays in the list, as revoked. */
export const revokeLink = defineRoute({
  id: 'revokeLink',
  endpoint: 'DELETE /api/scripts/:id/links/:linkId',
  ...mayShare,
  summary: 'Revoke a link',
  params: LinkParams,
  response: Done,
})

export const listSharedScripts = defineRoute({
  id: 'listSharedScripts',
  endpoint: 'GET /api/shared-scripts',
  ...forUsers,
  summary: 'List scripts that others shared with the user',
  response: SharedScriptsResponse,
})

export const leaveSharedScript = defineRoute({
  id: 'leaveSharedScript',
  endpoint: 'DELETE /api/shared-scripts/:id',
  ...forUsers,
  summary: 'Leave a shared script',
  params: ScriptParams,
  response: Done,
})

/**
 * Unknown, expired and revoked links and wrong passphrases get the same response. Limits are per link (decision 0064).
 */
export const openLink = defineRoute({
  id: 'openLink',
  endpoint: 'POST /api/listen',
  service: 'gateway',
  access: 'visitor',
  summary: 'Exchange the token of a link for a guest token',
  body: OpenLinkBody,
  response: OpenLinkResponse,
  errors: ['NOT_FOUND'],
  limits: { bodyBytes: 16 * 1024, countsAs: 'links' },
})

export const nameGuest = defineRoute({
  id: 'nameGuest',
  endpoint: 'PUT /api/scripts/:id/guest',
  service: 'scripts',
  access: 'guest',
  right: 'listen',
  summary: 'Set the name of the guest',
  params: ScriptParams,
  body: GuestNameBody,
  response: GuestResponse,
})

/** Moves notes, progress and name to the account. FORBIDDEN until its address is verified; can be repeated. */
export const claimGuest = defineRoute({
  id: 'claimGuest',
  endpoint: 'POST /api/scripts/:id/guest/claim',
  ...forUsers,
  summary: "Move the notes and progress of a guest to the user's account",
  params: ScriptParams,
  body: ClaimGuestBody,
  response: ClaimGuestResponse,
  errors: ['CONFLICT'],
  limits: { countsAsUpload: true },
})

import { defineRoute } from '../define-route.ts'
import { ProfileChange, ProfileResponse, UnsubscribeQuery } from '../profile.ts'
import { Done } from '../schema/envelope.ts'

export const readProfile = defineRoute({
  id: 'readProfile',
  endpoint: 'GET /api/profile',
  service: 'scripts',
  access: 'user',
  summary: "Get the user's name for others, and whether new notes are mailed",
  response: ProfileResponse,
})

/** Counts as an upload, because it writes the name to each script and membership of the user. */
export const saveProfile = defineRoute({
  id: 'saveProfile',
  endpoint: 'PUT /api/profile',
  service: 'scripts',
  access: 'user',
  summary: "Change the user's name for others, or whether new notes are mailed; absent fields are unchanged",
  body: ProfileChange,
  response: ProfileResponse,
  limits: { countsAsUpload: true },
})

/**
 * For the link in a mail, and for mail programs (RFC 8058), whose form is ignored. An unknown key gets the same
 * response.
 */
export const unsubscribe = defineRoute({
  id: 'unsubscribe',
  endpoint: 'POST /api/profile/unsubscribe',
  service: 'scripts',
  access: 'visitor',
  summary: 'Stop the daily mail about new notes, by the key in it',
  query: UnsubscribeQuery,
  response: Done,
  limits: { bodyBytes: 4 * 1024 },
})

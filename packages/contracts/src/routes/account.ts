import { defineRoute } from '../define-route.ts'
import { Done } from '../schema/envelope.ts'

/** Deletes the account and all its data (product §7). Durable before it responds; completes in the background. */
export const deleteAccount = defineRoute({
  id: 'deleteAccount',
  endpoint: 'DELETE /api/account',
  service: 'scripts',
  access: 'user',
  recentSignIn: true,
  summary: 'Delete the account and all data of the user',
  response: Done,
  errors: ['RECENT_SIGN_IN_REQUIRED'],
})

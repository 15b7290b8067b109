import { defineRoute } from '../define-route.ts'
import { Done } from '../schema/envelope.ts'

/** The account and all that is kept of the person (product §7). Durable when it responds, carried out from then on. */
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

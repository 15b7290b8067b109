import type { RemoteRoute } from '@andscene/contracts/platform'
import { matchRoutes } from 'react-router-dom'

/**
 * The product's own paths (product §2). If the registry has no remote for one, it is still guarded and shows its error text.
 * Paths that only a registry has need no row.
 */
const ROUTES: RemoteRoute[] = [
  row('/', 'visitor', 'rendering the home page'),
  row('/secret-login', 'visitor', 'rendering the login page'),
  row('/register', 'visitor', 'rendering the registration page'),
  row('/reset-password', 'visitor', 'rendering the password reset page'),
  row('/verify-email', 'visitor', 'rendering the email verification page'),
  // Links of e-mails.
  row('/auth/action', 'visitor', 'opening the link'),
  row('/invitation', 'visitor', 'opening the invitation'),
  row('/dashboard', 'user', 'rendering the dashboard'),
  row('/scripts/:scriptId', 'user', 'rendering the script'),
  row('/listen', 'guest', 'rendering the shared script'),
  row('/settings', 'user', 'rendering the settings'),
]

function row(path: string, access: RemoteRoute['access'], doing: string): RemoteRoute {
  return { path, access, errorText: `An error occurred while ${doing}.` }
}

export const productRouteOf = (pathname: string): RemoteRoute | undefined =>
  ROUTES[matchRoutes(ROWS, pathname)?.at(-1)?.route.at ?? -1]

const ROWS = ROUTES.map(({ path }, at) => ({ path, at }))

import type { RemoteRoute } from '@andscene/contracts/platform'
import { matchRoutes } from 'react-router-dom'

/**
 * The product's own paths (product §2). If the registry has no remote for one, it is still guarded and shows its error text.
 * Paths that only a registry has need no row.
 */
const ROUTES: RemoteRoute[] = [
  { path: '/', access: 'visitor', errorText: 'An error occurred while rendering the home page.' },
  {
    path: '/secret-login',
    access: 'visitor',
    errorText: 'An error occurred while rendering the login page.',
  },
  {
    path: '/register',
    access: 'visitor',
    errorText: 'An error occurred while rendering the registration page.',
  },
  {
    path: '/reset-password',
    access: 'visitor',
    errorText: 'An error occurred while rendering the password reset page.',
  },
  {
    path: '/verify-email',
    access: 'visitor',
    errorText: 'An error occurred while rendering the email verification page.',
  },
  // Links of e-mails.
  { path: '/auth/action', access: 'visitor', errorText: 'An error occurred while opening the link.' },
  {
    path: '/invitation',
    access: 'visitor',
    errorText: 'An error occurred while opening the invitation.',
  },
  { path: '/dashboard', access: 'user', errorText: 'An error occurred while rendering the dashboard.' },
  { path: '/scripts/:scriptId', access: 'user', errorText: 'An error occurred while rendering the script.' },
  { path: '/listen', access: 'guest', errorText: 'An error occurred while rendering the shared script.' },
  { path: '/settings', access: 'user', errorText: 'An error occurred while rendering the settings.' },
]

/** The product's route of a path. */
export const productRouteOf = (pathname: string): RemoteRoute | undefined =>
  ROUTES[matchRoutes(ROWS, pathname)?.at(-1)?.route.at ?? -1]

const ROWS = ROUTES.map(({ path }, at) => ({ path, at }))

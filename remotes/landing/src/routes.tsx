import type { RouteObject } from 'react-router-dom'

/**
 * Routes of this remote (product §2); access and error texts are in remote.json, for the shell. `lazy` instead of
 * React.lazy, so that the shell can load a page again on Retry.
 */
export const routes: RouteObject[] = [
  { path: '/', lazy: async () => ({ Component: (await import('./landing/landing-page.tsx')).LandingPage }) },
  {
    path: '/secret-login',
    lazy: async () => ({ Component: (await import('./login/login-page.tsx')).LoginPage }),
  },
  {
    path: '/register',
    lazy: async () => ({ Component: (await import('./register/register-page.tsx')).RegisterPage }),
  },
  {
    path: '/reset-password',
    lazy: async () => ({ Component: (await import('./reset/reset-page.tsx')).ResetPage }),
  },
  {
    path: '/verify-email',
    lazy: async () => ({ Component: (await import('./verify/verify-page.tsx')).VerifyPage }),
  },
  {
    path: '/auth/action',
    lazy: async () => ({ Component: (await import('./verify/action-page.tsx')).ActionPage }),
  },
  {
    path: '/invitation',
    lazy: async () => ({ Component: (await import('./invitation/invitation-page.tsx')).InvitationPage }),
  },
  {
    path: '/mailbox',
    lazy: async () => ({ Component: (await import('./mailbox/mailbox-page.tsx')).MailboxPage }),
  },
  {
    path: '/local-accounts',
    lazy: async () => ({ Component: (await import('./google/local-accounts-page.tsx')).LocalAccountsPage }),
  },
]

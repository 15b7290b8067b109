import type { RouteObject } from 'react-router-dom'

/**
 * What this remote fills (product §2); access and fallback texts stand in remote.json, for the shell. `lazy` rather than
 * React.lazy: the shell makes a new lazy component of it when Retry loads again.
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

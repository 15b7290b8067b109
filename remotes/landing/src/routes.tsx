import type { ComponentType } from 'react'
import type { RouteObject } from 'react-router-dom'

/** `lazy` instead of React.lazy, so that the shell can load a page again on Retry. */
const page = (path: string, load: () => Promise<ComponentType>): RouteObject => ({
  path,
  lazy: async () => ({ Component: await load() }),
})

/** Routes of this remote (product §2); access and error texts are in remote.json, for the shell. */
export const routes: RouteObject[] = [
  page('/', async () => (await import('./landing/landing-page.tsx')).LandingPage),
  page('/secret-login', async () => (await import('./login/login-page.tsx')).LoginPage),
  page('/register', async () => (await import('./register/register-page.tsx')).RegisterPage),
  page('/reset-password', async () => (await import('./reset/reset-page.tsx')).ResetPage),
  page('/verify-email', async () => (await import('./verify/verify-page.tsx')).VerifyPage),
  page('/auth/action', async () => (await import('./verify/action-page.tsx')).ActionPage),
  page('/invitation', async () => (await import('./invitation/invitation-page.tsx')).InvitationPage),
  page('/unsubscribe', async () => (await import('./unsubscribe/unsubscribe-page.tsx')).UnsubscribePage),
  page('/mailbox', async () => (await import('./mailbox/mailbox-page.tsx')).MailboxPage),
  page('/local-accounts', async () => (await import('./google/local-accounts-page.tsx')).LocalAccountsPage),
]

import { cleanup, screen, waitFor } from '@testing-library/react'
import { describe, expect, test, vi } from 'vitest'
import * as identity from '../testing/identity.ts'
import { alertText, coded, press, showAt, valueOf } from '../testing/page.tsx'
import { wantedPage } from '@andscene/web-kit/wanted-page'
import { actionTarget } from './action-page.tsx'

vi.mock('@andscene/web-kit/identity', () => import('../testing/identity.ts'))

const { applyVerification, sendVerification, sessionStore } = identity
const verified = () => screen.findByText('Your email has been successfully verified!')
const ofOther = (code: string) =>
  applyVerification.mockRejectedValue(Object.assign(coded(code), { email: 'bobbin@example.com' }))

describe('product §2 E-mail Verification', () => {
  test('shows a spinner while verifying, then the success with a login button', async () => {
    const { promise, resolve } = Promise.withResolvers<void>()
    applyVerification.mockReturnValue(promise)
    const router = showAt('/verify-email?oobCode=good')
    expect((await screen.findByRole('status')).textContent).toBe('Verifying your email...')
    resolve()
    await verified()
    press('Continue to Login')
    await waitFor(() => expect(router.state.location.pathname).toBe('/secret-login'))
  })

  test('can be retried after an outage', async () => {
    applyVerification.mockRejectedValueOnce(coded('auth/network-request-failed'))
    showAt('/verify-email?oobCode=retried')
    expect(await alertText()).toBe('An error occurred while verifying your email')
    expect(screen.queryByText(/to get a new one/)).toBeNull()
    press('Try Again')
    expect(await verified()).toBeTruthy()
  })

  test('applies a code once, even when the page is opened again', async () => {
    for (let shown = 0; shown < 2; shown += 1) {
      showAt('/verify-email?oobCode=once')
      await verified()
      cleanup()
    }
    expect(applyVerification).toHaveBeenCalledOnce()
  })

  test('product §4 after a failure, a new e-mail can be requested', async () => {
    applyVerification.mockRejectedValue(coded('auth/invalid-action-code'))
    const { promise, resolve } = Promise.withResolvers<void>()
    sendVerification.mockReturnValue(promise)
    showAt('/verify-email?oobCode=spent')
    expect(await alertText()).toBe('Invalid or expired verification link')
    expect(screen.queryByRole('button', { name: 'Try Again' })).toBeNull()
    press('Send New Verification Email')
    expect(screen.getByRole('button', { name: 'Sending...' }).getAttribute('aria-disabled')).toBe('true')
    press('Sending...')
    expect(sendVerification).toHaveBeenCalledOnce()
    resolve()
    expect(await screen.findByText('Verification email sent! Please check your inbox.')).toBeTruthy()
  })

  test('decision 0068: without a session, shows the account, and signing in leads back to the link', async () => {
    ofOther('auth/no-current-user')
    const router = showAt('/verify-email?oobCode=early')
    expect(await alertText()).toBe('Sign in as b…n@example.com first, then open this link again.')
    press('Sign in')
    await waitFor(() => expect(router.state.location.pathname).toBe('/secret-login'))
    expect(wantedPage()).toBe('/verify-email?oobCode=early')
    expect(await valueOf('Username')).toBe('bobbin@example.com')
  })

  test('decision 0068: offers to switch when another account is signed in', async () => {
    sessionStore.become('ada@example.com')
    ofOther('auth/user-mismatch')
    showAt('/verify-email?oobCode=other')
    expect(await alertText()).toBe('This link is for b…n@example.com. You are signed in as ada@example.com.')
    press('Switch account')
    expect(sessionStore.ended).toEqual(['/verify-email?oobCode=other'])
  })

  test('product §8 without a code and a session, shows how to request a new link', async () => {
    sendVerification.mockRejectedValue(coded('auth/no-current-user'))
    showAt('/verify-email')
    expect(await alertText()).toBe('No verification code was provided')
    expect(applyVerification).not.toHaveBeenCalled()
    expect(screen.getByText(/to get a new one\.$/).textContent).toBe('Log in to get a new one.')
    press('Send New Verification Email')
    expect(await screen.findByText('No user is currently signed in')).toBeTruthy()
  })
})

test.each([
  ['mode=verifyEmail&oobCode=a%2Bb&apiKey=k', '/verify-email?oobCode=a%2Bb'],
  ['mode=resetPassword&oobCode=c', '/reset-password?mode=resetPassword&oobCode=c'],
  ['', '/verify-email?oobCode='],
])('product §6 the action address redirects by mode: %s', (query, target) => {
  expect(actionTarget(new URLSearchParams(query))).toBe(target)
})

test('the action address redirects', async () => {
  const router = showAt('/auth/action?mode=verifyEmail&oobCode=x')
  await waitFor(() => expect(router.state.location.pathname).toBe('/verify-email'))
})

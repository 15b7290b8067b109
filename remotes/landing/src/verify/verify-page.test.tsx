import '@andscene/web-kit/testing/jsdom'
import { cleanup, fireEvent, screen, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { testingSession } from '../account/testing-session.ts'
import { coded, showAt } from '../account/testing.tsx'
import { forgetPage, wantedPage } from '@andscene/web-kit/wanted-page'
import { actionTarget } from './action-page.tsx'

const identity = vi.hoisted(() => ({
  applyVerification: vi.fn<(code: string) => Promise<void>>(),
  sendVerification: vi.fn<() => Promise<void>>(),
  usesLocalChooser: () => false,
  warmUp: () => undefined,
}))
vi.mock('@andscene/web-kit/identity', async () => ({
  ...identity,
  sessionStore: (await import('../account/testing-session.ts')).testingSession,
}))
beforeEach(() => {
  vi.resetAllMocks()
  forgetPage()
})
afterEach(cleanup)

describe('product §2 E-mail Verification', () => {
  test("without a code: 'No verification code was provided'", async () => {
    showAt('/verify-email')
    expect((await screen.findByRole('alert')).textContent).toBe('No verification code was provided')
    expect(identity.applyVerification).not.toHaveBeenCalled()
  })

  test('a spinner while verifying, then success and the way to login', async () => {
    const { promise, resolve } = Promise.withResolvers<void>()
    identity.applyVerification.mockReturnValue(promise)
    const router = showAt('/verify-email?oobCode=good')
    expect((await screen.findByRole('status')).textContent).toBe('Verifying your email...')
    resolve()
    expect(await screen.findByText('Your email has been successfully verified!')).toBeTruthy()
    fireEvent.click(screen.getByRole('button', { name: 'Continue to Login' }))
    await waitFor(() => expect(router.state.location.pathname).toBe('/secret-login'))
  })

  test('and when the reader tries again', async () => {
    identity.applyVerification.mockRejectedValueOnce(coded('auth/network-request-failed')).mockResolvedValue()
    showAt('/verify-email?oobCode=retried')
    expect((await screen.findByRole('alert')).textContent).toBe(
      'An error occurred while verifying your email',
    )
    expect(screen.queryByText(/to get a new one/)).toBeNull()
    fireEvent.click(screen.getByRole('button', { name: 'Try Again' }))
    expect(await screen.findByText('Your email has been successfully verified!')).toBeTruthy()
  })

  test('a code is applied once, also when the page is shown again', async () => {
    identity.applyVerification.mockResolvedValue()
    showAt('/verify-email?oobCode=once')
    await screen.findByText('Your email has been successfully verified!')
    cleanup()
    showAt('/verify-email?oobCode=once')
    expect(await screen.findByText('Your email has been successfully verified!')).toBeTruthy()
    expect(identity.applyVerification).toHaveBeenCalledOnce()
  })

  test('product §4 on failure a new e-mail can be requested', async () => {
    identity.applyVerification.mockRejectedValue(coded('auth/invalid-action-code'))
    const { promise, resolve } = Promise.withResolvers<void>()
    identity.sendVerification.mockReturnValue(promise)
    showAt('/verify-email?oobCode=spent')
    expect((await screen.findByRole('alert')).textContent).toBe('Invalid or expired verification link')
    expect(screen.queryByRole('button', { name: 'Try Again' })).toBeNull()
    expect(screen.getByRole('link', { name: 'Back to Login' }).getAttribute('href')).toBe('/secret-login')
    fireEvent.click(screen.getByRole('button', { name: 'Send New Verification Email' }))
    const sending = screen.getByRole('button', { name: 'Sending...' })
    expect(sending.getAttribute('aria-disabled')).toBe('true')
    fireEvent.click(sending)
    expect(identity.sendVerification).toHaveBeenCalledOnce()
    resolve()
    expect(await screen.findByText('Verification email sent! Please check your inbox.')).toBeTruthy()
  })

  test('decision 0068: signed out, it names the account to sign in as, and signing in leads back to the link', async () => {
    identity.applyVerification.mockRejectedValue(
      Object.assign(coded('auth/no-current-user'), { email: 'bobbin@example.com' }),
    )
    const router = showAt('/verify-email?oobCode=early')
    expect((await screen.findByRole('alert')).textContent).toBe(
      'Sign in as b…n@example.com first, then open this link again.',
    )
    expect(screen.queryByText(/successfully verified/)).toBeNull()
    fireEvent.click(screen.getByRole('button', { name: 'Sign in' }))
    await waitFor(() => expect(router.state.location.pathname).toBe('/secret-login'))
    expect(wantedPage()).toBe('/verify-email?oobCode=early')
    expect((await screen.findByLabelText<HTMLInputElement>('Username')).value).toBe('bobbin@example.com')
  })

  test('decision 0068: signed in with another account, it shows that and offers to switch', async () => {
    testingSession.become('ada@example.com')
    identity.applyVerification.mockRejectedValue(
      Object.assign(coded('auth/user-mismatch'), { email: 'bobbin@example.com' }),
    )
    showAt('/verify-email?oobCode=other')
    expect((await screen.findByRole('alert')).textContent).toBe(
      'This link is for b…n@example.com. You are signed in as ada@example.com.',
    )
    fireEvent.click(screen.getByRole('button', { name: 'Switch account' }))
    expect(testingSession.ended).toEqual(['/verify-email?oobCode=other'])
    testingSession.become(undefined)
  })

  test('product §8 without a session it shows how to request a new link', async () => {
    identity.sendVerification.mockRejectedValue(coded('auth/no-current-user'))
    showAt('/verify-email')
    expect((await screen.findByText(/to get a new one\.$/)).textContent).toBe('Log in to get a new one.')
    expect(screen.getByRole('link', { name: 'Log in' }).getAttribute('href')).toBe('/secret-login')
    fireEvent.click(await screen.findByRole('button', { name: 'Send New Verification Email' }))
    expect(await screen.findByText('No user is currently signed in')).toBeTruthy()
  })
})

test.each([
  ['mode=verifyEmail&oobCode=a%2Bb&apiKey=k', '/verify-email?oobCode=a%2Bb'],
  ['mode=resetPassword&oobCode=c', '/reset-password?mode=resetPassword&oobCode=c'],
  ['', '/verify-email?oobCode='],
])('product §6 one action address dispatches on mode: %s', (query, target) => {
  expect(actionTarget(new URLSearchParams(query))).toBe(target)
})

test('the action address leads on', async () => {
  identity.applyVerification.mockResolvedValue()
  const router = showAt('/auth/action?mode=verifyEmail&oobCode=x')
  await waitFor(() => expect(router.state.location.pathname).toBe('/verify-email'))
})

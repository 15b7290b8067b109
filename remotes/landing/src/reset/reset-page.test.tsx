import '@andscene/web-kit/testing/jsdom'
import { cleanup, fireEvent, screen } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { coded, configure, MAILBOX, showAt } from '../account/testing.tsx'

const identity = vi.hoisted(() => ({
  sendResetEmail: vi.fn<(email: string) => Promise<void>>(),
  checkResetCode: vi.fn<(code: string) => Promise<string>>(),
  confirmReset: vi.fn<(code: string, password: string) => Promise<void>>(),
  passwordPolicyMisses: async () => null,
  usesLocalChooser: () => false,
  warmUp: () => undefined,
}))
vi.mock('@andscene/web-kit/identity', async () => ({
  ...identity,
  sessionStore: (await import('../account/testing-session.ts')).testingSession,
}))
beforeEach(() => {
  vi.resetAllMocks()
  identity.checkResetCode.mockResolvedValue('ada@example.com')
  configure({})
})
afterEach(cleanup)

const type = (label: string, value: string) =>
  fireEvent.change(screen.getByLabelText(label), { target: { value } })

const ask = async () => {
  showAt('/reset-password')
  await screen.findByRole('heading', { name: 'Reset Password' })
  type('Email', 'ada@example.com')
  fireEvent.click(screen.getByRole('button', { name: 'Reset Password' }))
}

describe('product §2 Reset Password', () => {
  test("sends the e-mail and says 'Password reset email sent'", async () => {
    await ask()
    expect(await screen.findByText('Password reset email sent')).toBeTruthy()
    expect(identity.sendResetEmail).toHaveBeenCalledWith('ada@example.com')
    expect(screen.getByRole('link', { name: 'Back to Login' }).getAttribute('href')).toBe('/secret-login')
  })

  test('decision 0024: where no mail is sent it leads to the mailbox, else it does not', async () => {
    configure({ mailbox: MAILBOX })
    await ask()
    expect(
      (await screen.findByRole('link', { name: 'Open the development mailbox' })).getAttribute('href'),
    ).toBe('/mailbox')
    cleanup()
    configure({})
    await ask()
    await screen.findByText('Password reset email sent')
    expect(screen.queryByRole('link', { name: 'Open the development mailbox' })).toBeNull()
  })

  test.each([
    ['auth/user-not-found', 'No account found with this email'],
    ['auth/internal-error', 'An error occurred while sending reset email'],
  ])('product §8 %s', async (code, text) => {
    identity.sendResetEmail.mockRejectedValue(coded(code))
    await ask()
    expect((await screen.findByRole('alert')).textContent).toBe(text)
  })
})

describe('product §6 the link of a reset e-mail', () => {
  const LINK = '/reset-password?mode=resetPassword&oobCode=c0de'

  test('leads to a form for the new password', async () => {
    showAt(LINK)
    expect(await screen.findByText('ada@example.com')).toBeTruthy()
    type('New password', 'Abcdef1!')
    type('Confirm password', 'Abcdef1!')
    fireEvent.click(screen.getByRole('button', { name: 'Set New Password' }))
    expect(await screen.findByText('Your password has been changed.')).toBeTruthy()
    expect(identity.confirmReset).toHaveBeenCalledWith('c0de', 'Abcdef1!')
    fireEvent.click(screen.getByRole('link', { name: 'Go to Login' }))
    expect((await screen.findByLabelText<HTMLInputElement>('Username')).value).toBe('ada@example.com')
  })

  test('a used link shows that and offers a new one', async () => {
    identity.checkResetCode.mockRejectedValue(coded('auth/invalid-action-code'))
    showAt(LINK)
    expect((await screen.findByRole('alert')).textContent).toBe('Invalid or expired reset link')
    fireEvent.click(screen.getByRole('link', { name: 'Request a new link' }))
    expect(await screen.findByLabelText('Email')).toBeTruthy()
  })
})

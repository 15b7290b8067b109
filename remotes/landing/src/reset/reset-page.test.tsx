import { cleanup, fireEvent, screen } from '@testing-library/react'
import { describe, expect, test, vi } from 'vitest'
import * as identity from '../testing/identity.ts'
import { alertText, coded, configure, MAILBOX, mailboxLink, press, showAt, type } from '../testing/page.tsx'

vi.mock('@andscene/web-kit/identity', () => import('../testing/identity.ts'))

const ask = async () => {
  showAt('/reset-password')
  await screen.findByRole('heading', { name: 'Reset Password' })
  type('Email', 'ada@example.com')
  press('Reset Password')
}

describe('product §2 Reset Password', () => {
  test('sends the e-mail; decision 0024: links to the mailbox when no mail is sent', async () => {
    await ask()
    await screen.findByText('Password reset email sent')
    expect(identity.sendResetEmail).toHaveBeenCalledWith('ada@example.com')
    expect(mailboxLink()).toBeNull()
    cleanup()
    configure({ mailbox: MAILBOX })
    await ask()
    await screen.findByText('Password reset email sent')
    expect(mailboxLink()?.getAttribute('href')).toBe('/mailbox')
  })

  test('product §8 shows why the e-mail was not sent', async () => {
    identity.sendResetEmail.mockRejectedValue(coded('auth/user-not-found'))
    await ask()
    expect(await alertText()).toBe('No account found with this email')
  })
})

describe('product §6 the link of a reset e-mail', () => {
  const LINK = '/reset-password?mode=resetPassword&oobCode=c0de'

  test('offers a new one when it was already used', async () => {
    identity.checkResetCode.mockRejectedValue(coded('auth/invalid-action-code'))
    showAt(LINK)
    expect(await alertText()).toBe('Invalid or expired reset link')
    fireEvent.click(screen.getByRole('link', { name: 'Request a new link' }))
    expect(await screen.findByLabelText('Email')).toBeTruthy()
  })
})

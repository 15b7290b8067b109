import { act, cleanup, screen, waitFor } from '@testing-library/react'
import { afterEach, describe, expect, test, vi } from 'vitest'
import * as identity from '../testing/identity.ts'
import {
  alertText,
  coded,
  configure,
  MAILBOX,
  mailboxLink,
  press,
  showAt,
  type,
  valueOf,
} from '../testing/page.tsx'
import { REDIRECT_MS } from './registered.tsx'

vi.mock('@andscene/web-kit/identity', () => import('../testing/identity.ts'))

afterEach(() => void vi.useRealTimers())

async function openForm() {
  const router = showAt('/register')
  await screen.findByRole('heading', { name: 'Create Account' })
  return router
}
function submit() {
  type('Email', 'ada@example.com')
  type('Password', 'Abcdef1!')
  type('Confirm password', 'Abcdef1!')
  press('Register')
}
async function register() {
  const router = await openForm()
  submit()
  return router
}
const sendAgain = async () => {
  press('Send New Verification Email')
  await screen.findByText('Verification email sent! Please check your inbox.')
}

describe('product §2 Registration', () => {
  test('lists the rules and marks those that are met', async () => {
    await openForm()
    expect(screen.getAllByRole('listitem')).toHaveLength(5)
    type('Password', 'Abcdef1!')
    expect(screen.getAllByText(', met')).toHaveLength(5)
  })

  test("product §6: 'Go to Login' forgets the new user on this page", async () => {
    const router = await register()
    await screen.findByText('Your account has been created successfully!')
    press('Go to Login')
    await waitFor(() => expect(router.state.location.pathname).toBe('/secret-login'))
    await waitFor(() => expect(identity.forgetNewcomer).toHaveBeenCalledOnce())
    // The e-mail address is passed on, but not in the URL, which is logged.
    expect(await valueOf('Username')).toBe('ada@example.com')
    expect(router.state.location.search).toBe('')
  })

  test('product §9 redirects to /secret-login after 10 seconds', async () => {
    const router = await openForm()
    vi.useFakeTimers()
    submit()
    await act(() => vi.advanceTimersByTimeAsync(0))
    await act(() => vi.advanceTimersByTimeAsync(REDIRECT_MS - 1))
    expect(router.state.location.pathname).toBe('/register')
    await act(() => vi.advanceTimersByTimeAsync(1))
    expect(REDIRECT_MS).toBe(10_000)
    expect(router.state.location.pathname).toBe('/secret-login')
  })

  test('decision 0024: links to the mailbox once when no mail is sent', async () => {
    configure({ mailbox: MAILBOX })
    await register()
    await screen.findByText('Your account has been created successfully!')
    expect(mailboxLink()?.getAttribute('href')).toBe('/mailbox')
    await sendAgain()
    expect(mailboxLink()).not.toBeNull()
    cleanup()
    configure()
    await register()
    await screen.findByText('Your account has been created successfully!')
    expect(mailboxLink()).toBeNull()
  })

  test('product §8 shows that the verification e-mail was not sent, and can resend it', async () => {
    identity.register.mockResolvedValue({ unsent: coded('auth/too-many-requests') })
    await register()
    expect(await alertText()).toBe('Too many requests. Please try again later')
    await sendAgain()
  })
})

test("product §5 also applies the provider's policy", async () => {
  identity.passwordPolicyMisses.mockResolvedValue(['at least 12 characters', 'a number'])
  await register()
  expect(await alertText()).toBe(
    'Password does not meet requirements: it needs at least 12 characters, a number.',
  )
  expect(identity.register).not.toHaveBeenCalled()
})

test('product §8 shows that an e-mail address is already registered', async () => {
  identity.register.mockRejectedValue(coded('auth/email-already-in-use'))
  await register()
  expect(await alertText()).toBe('Email is already registered')
})

import '@andscene/web-kit/testing/jsdom'
import { act, cleanup, fireEvent, screen, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { testingSession } from '../account/testing-session.ts'
import { coded, configure, MAILBOX, showAt } from '../account/testing.tsx'
import { REDIRECT_MS } from './registered.tsx'

const identity = vi.hoisted(() => ({
  register: vi.fn<() => Promise<{ unsent?: unknown }>>(),
  passwordPolicyMisses: vi.fn<() => Promise<string[] | null>>(),
  forgetNewcomer: vi.fn<() => void>(),
  sendVerification: vi.fn<() => Promise<void>>(),
  usesLocalChooser: () => false,
  signInWithGoogle: vi.fn<() => Promise<void>>(),
  warmUp: () => undefined,
}))
vi.mock('@andscene/web-kit/identity', async () => ({
  ...identity,
  sessionStore: (await import('../account/testing-session.ts')).testingSession,
}))

beforeEach(() => {
  vi.resetAllMocks()
  testingSession.become(undefined)
  identity.register.mockResolvedValue({})
  configure({})
  identity.passwordPolicyMisses.mockResolvedValue(null)
  identity.sendVerification.mockResolvedValue()
})
afterEach(() => {
  cleanup()
  vi.useRealTimers()
})

const type = (label: string, value: string) =>
  fireEvent.change(screen.getByLabelText(label), { target: { value } })
function submit() {
  type('Email', 'ada@example.com')
  type('Password', 'Abcdef1!')
  type('Confirm password', 'Abcdef1!')
  fireEvent.click(screen.getByRole('button', { name: 'Register' }))
}
const formShown = () => screen.findByRole('heading', { name: 'Create Account' })
async function fill() {
  await formShown()
  submit()
}

describe('product §2 Registration', () => {
  test('the rules are listed and ticked, and login is one link away', async () => {
    showAt('/register')
    expect((await screen.findByRole('link')).textContent).toBe('Already have an account? Login')
    expect(screen.getAllByRole('listitem')).toHaveLength(5)
    type('Password', 'Abcdef1!')
    expect(screen.getAllByText(', met')).toHaveLength(5)
  })

  test('a signed-in user is redirected to /dashboard', async () => {
    testingSession.become('ada@example.com')
    const router = showAt('/register')
    await waitFor(() => expect(router.state.location.pathname).toBe('/dashboard'))
  })

  test("product §6: 'Go to Login' ends what the page knows of the new identity", async () => {
    const router = showAt('/register')
    await fill()
    fireEvent.click(await screen.findByRole('button', { name: 'Go to Login' }))
    await waitFor(() => expect(router.state.location.pathname).toBe('/secret-login'))
    await waitFor(() => expect(identity.forgetNewcomer).toHaveBeenCalledOnce())
    // The e-mail is kept, but not in an address that gets logged.
    expect((await screen.findByLabelText<HTMLInputElement>('Username')).value).toBe('ada@example.com')
    expect(router.state.location.search).toBe('')
  })

  test('product §9 redirects to /secret-login after 10 seconds', async () => {
    const router = showAt('/register')
    await formShown()
    vi.useFakeTimers()
    submit()
    await act(() => vi.advanceTimersByTimeAsync(0))
    await act(() => vi.advanceTimersByTimeAsync(REDIRECT_MS - 1))
    expect(router.state.location.pathname).toBe('/register')
    await act(() => vi.advanceTimersByTimeAsync(1))
    expect(REDIRECT_MS).toBe(10_000)
    expect(router.state.location.pathname).toBe('/secret-login')
    expect(router.state.location.state).toEqual({ email: 'ada@example.com' })
  })

  test('decision 0024: where no mail is sent it leads to the mailbox, else it does not', async () => {
    configure({ mailbox: MAILBOX })
    showAt('/register')
    await fill()
    const link = await screen.findByRole('link', { name: 'Open the development mailbox' })
    expect(link.getAttribute('href')).toBe('/mailbox')
    fireEvent.click(screen.getByRole('button', { name: 'Send New Verification Email' }))
    await screen.findByText('Verification email sent! Please check your inbox.')
    expect(screen.getAllByRole('link', { name: 'Open the development mailbox' })).toHaveLength(1)
    cleanup()
    configure({})
    showAt('/register')
    await fill()
    await screen.findByRole('heading', { name: 'Registration Successful' })
    expect(screen.queryByRole('link', { name: 'Open the development mailbox' })).toBeNull()
  })

  test('product §2 Google is offered here too; success goes to /dashboard', async () => {
    identity.signInWithGoogle.mockImplementation(async () =>
      act(() => testingSession.become('ada@example.com')),
    )
    const router = showAt('/register')
    fireEvent.click(await screen.findByRole('button', { name: 'Continue with Google' }))
    await waitFor(() => expect(router.state.location.pathname).toBe('/dashboard'))
  })

  test.each([
    [new Error('offline'), 'An error occurred while sending verification email'],
    [coded('auth/too-many-requests'), 'Too many requests. Please try again later'],
  ])(
    'product §8 shows that the verification e-mail was not sent (%o), and can send it again',
    async (unsent, text) => {
      identity.register.mockResolvedValue({ unsent })
      showAt('/register')
      await fill()
      expect((await screen.findByRole('alert')).textContent).toBe(text)
      fireEvent.click(screen.getByRole('button', { name: 'Send New Verification Email' }))
      expect(await screen.findByText('Verification email sent! Please check your inbox.')).toBeTruthy()
    },
  )
})

test('product §5 the provider’s own policy applies too', async () => {
  identity.passwordPolicyMisses.mockResolvedValue(['at least 12 characters', 'a number'])
  showAt('/register')
  await fill()
  expect((await screen.findByRole('alert')).textContent).toBe(
    'Password does not meet requirements: it needs at least 12 characters, a number.',
  )
  expect(identity.register).not.toHaveBeenCalled()
})

test('product §8 shows that an e-mail address is in use', async () => {
  identity.register.mockRejectedValue(coded('auth/email-already-in-use'))
  showAt('/register')
  await fill()
  expect((await screen.findByRole('alert')).textContent).toBe('Email is already registered')
})

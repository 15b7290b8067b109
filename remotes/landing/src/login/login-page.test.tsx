import '@andscene/web-kit/testing/jsdom'
import { act, cleanup, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { testingSession } from '../account/testing-session.ts'
import { coded, showAt } from '../account/testing.tsx'
import { CHOSEN } from '@andscene/web-kit/local-chooser'

const identity = vi.hoisted(() => ({
  signIn: vi.fn<(email: string, password: string, signal: AbortSignal) => Promise<void>>(),
  signInWithGoogle: vi.fn<() => Promise<void>>(),
  signInWithLocalAccount: vi.fn<(account: unknown) => Promise<void>>(),
  usesLocalChooser: vi.fn<() => boolean>(),
  warmUp: () => undefined,
  forgetNewcomer: () => undefined,
}))
vi.mock('@andscene/web-kit/identity', async () => ({
  ...identity,
  sessionStore: (await import('../account/testing-session.ts')).testingSession,
}))

const arrive = async () => act(() => testingSession.become('ada@example.com'))

beforeEach(() => {
  vi.resetAllMocks()
  testingSession.become(undefined)
  identity.signIn.mockImplementation(arrive)
  identity.signInWithGoogle.mockImplementation(arrive)
  identity.signInWithLocalAccount.mockImplementation(arrive)
  identity.usesLocalChooser.mockReturnValue(false)
})
afterEach(cleanup)

const username = () => screen.getByLabelText('Username')
const password = () => screen.getByLabelText('Password')
const login = () => screen.getByRole<HTMLButtonElement>('button', { name: 'Login' })
const fill = async () => {
  await screen.findByRole('heading', { name: 'And Scene Access' })
  await userEvent.type(username(), 'ada@example.com')
  await userEvent.type(password(), 'Abcdef1!')
}

const google = async () =>
  userEvent.click(await screen.findByRole('button', { name: 'Continue with Google' }))

describe('product §2 Login', () => {
  test('titled with the product name plus Access; success goes to /dashboard', async () => {
    const router = showAt('/secret-login')
    await fill()
    await userEvent.click(login())
    await waitFor(() => expect(router.state.location.pathname).toBe('/dashboard'))
    expect(identity.signIn).toHaveBeenCalledWith('ada@example.com', 'Abcdef1!', expect.any(AbortSignal))
  })

  test('a signed-in user is redirected to /dashboard', async () => {
    testingSession.become('ada@example.com')
    const router = showAt('/secret-login')
    await waitFor(() => expect(router.state.location.pathname).toBe('/dashboard'))
    expect(router.state.historyAction).toBe('REPLACE')
  })

  test("the button shows 'Loading...' while busy", async () => {
    identity.signIn.mockReturnValue(new Promise(() => undefined))
    showAt('/secret-login')
    await fill()
    await userEvent.click(login())
    expect(
      screen.getByRole<HTMLButtonElement>('button', { name: 'Loading...' }).getAttribute('aria-disabled'),
    ).toBe('true')
    await userEvent.click(screen.getByRole('button', { name: 'Loading...' }))
    expect(identity.signIn).toHaveBeenCalledOnce()
  })

  test('the typed address is handed to the registration, and back', async () => {
    showAt('/secret-login')
    await userEvent.type(await screen.findByLabelText('Username'), 'ada@example.com')
    await userEvent.click(screen.getByRole('link', { name: 'Create an account' }))
    const email = await screen.findByLabelText<HTMLInputElement>('Email')
    expect(email.value).toBe('ada@example.com')
    await userEvent.type(email, '.uk')
    await userEvent.click(screen.getByRole('link', { name: 'Already have an account? Login' }))
    expect((await screen.findByLabelText<HTMLInputElement>('Username')).value).toBe('ada@example.com.uk')
  })
})

test('product §6: an attempt is called off when its screen is left', async () => {
  identity.signIn.mockReturnValue(new Promise(() => undefined))
  const router = showAt('/secret-login')
  await fill()
  await userEvent.click(login())
  const signal = identity.signIn.mock.calls[0]![2]
  expect(signal.aborted).toBe(false)
  await act(() => router.navigate('/'))
  await waitFor(() => expect(signal.aborted).toBe(true))
})

describe('product §2 Google sign-in', () => {
  test('by the real popup; success goes to /dashboard', async () => {
    const router = showAt('/secret-login')
    await google()
    await waitFor(() => expect(router.state.location.pathname).toBe('/dashboard'))
    expect(identity.signInWithGoogle).toHaveBeenCalledOnce()
  })

  test.each([
    ['auth/popup-closed-by-user', 'Login cancelled'],
    ['auth/internal-error', 'Authentication error: auth/internal-error'],
  ])('product §8 the real popup fails with %s', async (code, text) => {
    identity.signInWithGoogle.mockRejectedValue(coded(code))
    showAt('/secret-login')
    await google()
    expect((await screen.findByRole('alert')).textContent).toBe(text)
  })

  describe('product §6 by the local account chooser', () => {
    const popup = { closed: false, close: vi.fn<() => void>() } as unknown as Window
    const opened = vi.fn<typeof window.open>()
    beforeEach(() => {
      Object.assign(popup, { closed: false })
      identity.usesLocalChooser.mockReturnValue(true)
      opened.mockReturnValue(popup)
      vi.stubGlobal('open', opened)
    })
    const choose = (origin = location.origin, source: Window | null = popup) =>
      dispatchEvent(
        new MessageEvent('message', {
          origin,
          source,
          data: { type: CHOSEN, account: { email: 'sam@example.com', name: 'Sam' } },
        }),
      )

    test('in a popup of 500 × 600 that gives the account', async () => {
      const router = showAt('/secret-login')
      await google()
      expect(opened.mock.calls[0]![2]).toMatch(/width=500,height=600/)
      expect(opened.mock.calls[0]![0]).toContain('prompt=select_account')
      choose()
      await waitFor(() => expect(router.state.location.pathname).toBe('/dashboard'))
      expect(identity.signInWithLocalAccount).toHaveBeenCalledWith(
        { email: 'sam@example.com', name: 'Sam' },
        expect.any(AbortSignal),
      )
    })

    test('no other window and no other origin can give one', async () => {
      showAt('/secret-login')
      await google()
      choose('https://evil.example')
      choose(location.origin, window)
      Object.assign(popup, { closed: true })
      expect((await screen.findByRole('alert')).textContent).toBe('Login cancelled')
      expect(identity.signInWithLocalAccount).not.toHaveBeenCalled()
    })

    test('product §6: leaving the page closes it, and no user is signed in', async () => {
      const router = showAt('/secret-login')
      await google()
      await act(() => router.navigate('/'))
      await waitFor(() => expect(popup.close).toHaveBeenCalled())
      choose()
      await act(async () => undefined)
      expect(identity.signInWithLocalAccount).not.toHaveBeenCalled()
    })

    test('the button keeps the focus while the popup is open, and opens no second one', async () => {
      showAt('/secret-login')
      await google()
      const button = screen.getByRole('button', { name: 'Loading...' })
      expect(button.getAttribute('aria-disabled')).toBe('true')
      expect(document.activeElement).toBe(button)
      await userEvent.click(button)
      expect(opened).toHaveBeenCalledOnce()
    })

    test('who logs in by password meanwhile calls it off, without a word', async () => {
      const { promise, resolve } = Promise.withResolvers<void>()
      identity.signIn.mockReturnValue(promise)
      showAt('/secret-login')
      await fill()
      await google()
      await userEvent.click(login())
      expect(popup.close).toHaveBeenCalled()
      expect(identity.signIn).toHaveBeenCalledOnce()
      // The password's attempt runs on, and is the only one.
      expect(screen.getAllByRole('button', { name: 'Loading...' })).toHaveLength(1)
      choose()
      await act(async () => resolve())
      expect(identity.signInWithLocalAccount).not.toHaveBeenCalled()
      expect(screen.queryByRole('alert')).toBeNull()
    })

    test('product §8 shows that the popup was blocked', async () => {
      opened.mockReturnValue(null)
      showAt('/secret-login')
      await google()
      expect((await screen.findByRole('alert')).textContent).toBe(
        'Popup was blocked. Please allow popups for this site.',
      )
    })
  })
})

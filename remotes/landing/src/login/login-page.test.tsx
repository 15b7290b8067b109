import { act, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import * as identity from '../testing/identity.ts'
import { alertText, showAt, valueOf } from '../testing/page.tsx'
import { rememberEnd } from '@andscene/web-kit/ended-session'
import { rememberReturn } from '@andscene/web-kit/wanted-page'
import { CHOSEN } from '@andscene/web-kit/local-chooser'

vi.mock('@andscene/web-kit/identity', () => import('../testing/identity.ts'))

const ADA = 'ada@example.com'
beforeEach(() => {
  for (const attempt of [identity.signIn, identity.signInWithGoogle, identity.signInWithLocalAccount])
    attempt.mockImplementation(async () => act(() => identity.sessionStore.become(ADA)))
})

const click = async (name: string) => userEvent.click(await screen.findByRole('button', { name }))
const google = () => click('Continue with Google')
/** Shows the page and logs in with a password. */
const login = async () => {
  const router = showAt('/secret-login')
  await screen.findByRole('heading', { name: 'And Scene Access' })
  await userEvent.type(screen.getByLabelText('Username'), ADA)
  await userEvent.type(screen.getByLabelText('Password'), 'Abcdef1!')
  return { router, submit: () => click('Login') }
}
const loading = () => screen.getByRole('button', { name: 'Loading...' })

describe('product §2 Login', () => {
  test('leads to /dashboard', async () => {
    const { router, submit } = await login()
    await submit()
    await waitFor(() => expect(router.state.location.pathname).toBe('/dashboard'))
    expect(router.state.historyAction).toBe('REPLACE')
    expect(identity.signIn).toHaveBeenCalledWith(ADA, 'Abcdef1!', expect.any(AbortSignal))
  })

  test("the button shows 'Loading...' while busy; leaving the page aborts the attempt (product §6)", async () => {
    identity.signIn.mockReturnValue(new Promise(() => undefined))
    const { router, submit } = await login()
    await submit()
    expect(loading().getAttribute('aria-disabled')).toBe('true')
    await userEvent.click(loading())
    expect(identity.signIn).toHaveBeenCalledOnce()
    const signal = identity.signIn.mock.calls[0]![2]
    expect(signal.aborted).toBe(false)
    await act(() => router.navigate('/'))
    await waitFor(() => expect(signal.aborted).toBe(true))
  })

  test('passes the typed address to the registration page and back', async () => {
    showAt('/secret-login')
    await userEvent.type(await screen.findByLabelText('Username'), ADA)
    await userEvent.click(screen.getByRole('link', { name: 'Create an account' }))
    expect(await valueOf('Email')).toBe(ADA)
    await userEvent.type(screen.getByLabelText('Email'), '.uk')
    await userEvent.click(screen.getByRole('link', { name: 'Already have an account? Login' }))
    expect(await valueOf('Username')).toBe(`${ADA}.uk`)
  })
})

describe('product §6 a session that has ended', () => {
  afterEach(() => sessionStorage.clear())
  const PASSWORD = 'Your session ended because your password was changed.'

  test.each([
    ['SESSION_REVOKED', '/scripts/s1', `${PASSWORD} Log in to continue listening.`],
    ['SESSION_REVOKED', '/settings', `${PASSWORD} Log in to continue.`],
    ['UNAUTHENTICATED', '/scripts/s1', 'Your session has ended. Log in to continue listening.'],
    ['ACCOUNT_DISABLED', '/scripts/s1', 'Your session ended because your account was disabled.'],
  ])('by %s on %s: %s', async (code, page, sentence) => {
    rememberEnd(code)
    rememberReturn(page, ADA)
    await login()
    expect(screen.getByRole('alert').textContent.trim()).toBe(sentence)
  })

  test('after the login, the page of the script opens', async () => {
    rememberEnd('SESSION_REVOKED')
    rememberReturn('/scripts/s1', ADA)
    const { router, submit } = await login()
    await submit()
    await waitFor(() => expect(router.state.location.pathname).toBe('/scripts/s1'))
  })

  test('nothing is shown to a user who has signed out', async () => {
    await login()
    expect(screen.queryByRole('alert')).toBeNull()
  })
})

describe('product §2 Google sign-in', () => {
  test.each(['/secret-login', '/register'])(
    'on %s opens the real popup and leads to /dashboard',
    async (path) => {
      const router = showAt(path)
      await google()
      await waitFor(() => expect(router.state.location.pathname).toBe('/dashboard'))
      expect(identity.signInWithGoogle).toHaveBeenCalledOnce()
    },
  )

  describe('product §6 with the local account chooser', () => {
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

    test('opens one popup of 500 × 600, and the button keeps the focus', async () => {
      const router = showAt('/secret-login')
      await google()
      expect(opened.mock.calls[0]![2]).toMatch(/width=500,height=600/)
      expect(opened.mock.calls[0]![0]).toContain('prompt=select_account')
      expect(document.activeElement).toBe(loading())
      await userEvent.click(loading())
      expect(opened).toHaveBeenCalledOnce()
      choose()
      await waitFor(() => expect(router.state.location.pathname).toBe('/dashboard'))
      expect(identity.signInWithLocalAccount).toHaveBeenCalledWith(
        { email: 'sam@example.com', name: 'Sam' },
        expect.any(AbortSignal),
      )
    })

    test('ignores messages of other windows and origins', async () => {
      showAt('/secret-login')
      await google()
      choose('https://evil.example')
      choose(location.origin, window)
      Object.assign(popup, { closed: true })
      expect(await alertText()).toBe('Login cancelled')
      expect(identity.signInWithLocalAccount).not.toHaveBeenCalled()
    })

    test('leaving the page closes the popup without signing in', async () => {
      const router = showAt('/secret-login')
      await google()
      await act(() => router.navigate('/'))
      await waitFor(() => expect(popup.close).toHaveBeenCalled())
      choose()
      await act(async () => undefined)
      expect(identity.signInWithLocalAccount).not.toHaveBeenCalled()
    })

    test('a password login meanwhile cancels the popup without an error', async () => {
      const { promise, resolve } = Promise.withResolvers<void>()
      identity.signIn.mockReturnValue(promise)
      const { submit } = await login()
      await google()
      await submit()
      expect(popup.close).toHaveBeenCalled()
      // The password attempt continues, and is the only one.
      expect(loading()).toBeTruthy()
      choose()
      await act(async () => resolve())
      expect(identity.signInWithLocalAccount).not.toHaveBeenCalled()
      expect(screen.queryByRole('alert')).toBeNull()
    })

    test('product §8 shows that the popup was blocked', async () => {
      opened.mockReturnValue(null)
      showAt('/secret-login')
      await google()
      expect(await alertText()).toBe('Popup was blocked. Please allow popups for this site.')
    })
  })
})

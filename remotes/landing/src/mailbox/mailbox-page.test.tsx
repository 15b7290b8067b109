import '@andscene/web-kit/testing/jsdom'
import type { DevelopmentMail } from '@andscene/contracts/platform'
import { act, cleanup, screen, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { configure, MAILBOX, showAt } from '../account/testing.tsx'
import { REFRESH_MS } from './use-mails.ts'

vi.mock('@andscene/web-kit/identity', async () => ({
  sessionStore: (await import('../account/testing-session.ts')).testingSession,
  usesLocalChooser: () => true,
  applyVerification: async () => undefined,
  warmUp: () => undefined,
}))

const VERIFY: DevelopmentMail = {
  id: 'm1',
  to: 'ada@example.com',
  subject: 'Verify your email address',
  sentAt: '2026-01-02T03:04:05.000Z',
  path: '/auth/action?mode=verifyEmail&oobCode=c',
  spent: false,
}
const RESET: DevelopmentMail = {
  ...VERIFY,
  id: 'm2',
  subject: 'Reset your password',
  path: '/auth/action?mode=resetPassword&oobCode=d',
}

const fetched = vi.fn<typeof fetch>()
const holds = (...mails: DevelopmentMail[]) =>
  fetched.mockImplementation(async () => Response.json({ mails }))

beforeEach(() => {
  fetched.mockReset()
  vi.stubGlobal('fetch', fetched)
  configure({ mailbox: MAILBOX })
})
afterEach(() => {
  cleanup()
  vi.useRealTimers()
  vi.restoreAllMocks()
})

const subjects = () => screen.queryAllByRole('heading', { level: 2 }).map(({ textContent }) => textContent)

describe('decision 0024: the development mailbox', () => {
  test('lists what would have been sent, each with its link', async () => {
    holds(RESET, VERIFY)
    showAt('/mailbox')
    await screen.findByText('Reset your password')
    expect(subjects()).toEqual(['Reset your password', 'Verify your email address'])
    expect(screen.getAllByText('ada@example.com')).toHaveLength(2)
    expect(
      screen.getAllByRole('link', { name: 'Open link' }).map((link) => link.getAttribute('href')),
    ).toEqual([RESET.path, VERIFY.path])
    expect(document.querySelector('time')?.dateTime).toBe(VERIFY.sentAt)
    expect(document.querySelector('meta[name="robots"]')?.getAttribute('content')).toContain('noindex')
    expect(fetched).toHaveBeenCalledWith(MAILBOX, expect.objectContaining({ cache: 'no-store' }))
  })

  test('a used link is not offered again', async () => {
    holds({ ...VERIFY, spent: true })
    showAt('/mailbox')
    expect(await screen.findByText('Link used')).toBeTruthy()
    expect(screen.queryByRole('link', { name: 'Open link' })).toBeNull()
  })

  test('when empty it shows how to get a mail, and then shows the first one automatically', async () => {
    holds()
    showAt('/mailbox')
    expect(await screen.findByText('No emails yet')).toBeTruthy()
    expect(screen.getByRole('link', { name: 'Create an account' }).getAttribute('href')).toBe('/register')
    holds(VERIFY)
    await waitFor(() => expect(subjects()).toEqual(['Verify your email address']))
  })

  test('a hidden page does not poll; a visible one polls immediately', async () => {
    holds()
    showAt('/mailbox')
    await screen.findByText('No emails yet')
    vi.useFakeTimers()
    const visibility = vi.spyOn(document, 'visibilityState', 'get').mockReturnValue('hidden')
    await act(() => vi.advanceTimersByTimeAsync(REFRESH_MS))
    const asked = fetched.mock.calls.length
    await act(() => vi.advanceTimersByTimeAsync(10 * REFRESH_MS))
    expect(fetched).toHaveBeenCalledTimes(asked)
    visibility.mockReturnValue('visible')
    await act(async () => void document.dispatchEvent(new Event('visibilitychange')))
    expect(fetched).toHaveBeenCalledTimes(asked + 1)
  })

  test('while reading fails it shows that, keeps the last mails and continues to poll', async () => {
    holds(VERIFY)
    showAt('/mailbox')
    await screen.findByText('Verify your email address')
    fetched.mockImplementation(async () => new Response('', { status: 503 }))
    expect((await screen.findByRole('alert')).textContent).toBe(
      'The mailbox cannot be read right now. Trying again…',
    )
    expect(subjects()).toEqual(['Verify your email address'])
    holds(RESET)
    await screen.findByText('Reset your password')
    expect(screen.queryByRole('alert')).toBeNull()
  })

  test('where there is none, its address leads to the login', async () => {
    configure({})
    const router = showAt('/mailbox')
    await waitFor(() => expect(router.state.location.pathname).toBe('/secret-login'))
    expect(fetched).not.toHaveBeenCalled()
  })
})

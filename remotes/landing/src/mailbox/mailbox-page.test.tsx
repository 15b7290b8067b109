import type { DevelopmentMail } from '@andscene/contracts/platform'
import { act, screen, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { alertText, configure, MAILBOX, showAt } from '../testing/page.tsx'
import { REFRESH_MS } from './use-mails.ts'

vi.mock('@andscene/web-kit/identity', () => import('../testing/identity.ts'))

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
  vi.useRealTimers()
  vi.restoreAllMocks()
})

const subjects = () => screen.queryAllByRole('heading', { level: 2 }).map(({ textContent }) => textContent)

describe('decision 0024: the development mailbox', () => {
  test('lists the mails, with links until they are used', async () => {
    holds(RESET, VERIFY, { ...VERIFY, id: 'm3', spent: true })
    showAt('/mailbox')
    await screen.findByText('Reset your password')
    expect(subjects()).toEqual([RESET.subject, VERIFY.subject, VERIFY.subject])
    expect(screen.getByText('Link used')).toBeTruthy()
    expect(
      screen.getAllByRole('link', { name: 'Open link' }).map((link) => link.getAttribute('href')),
    ).toEqual([RESET.path, VERIFY.path])
    expect(document.querySelector('time')?.dateTime).toBe(VERIFY.sentAt)
    expect(document.querySelector('meta[name="robots"]')?.getAttribute('content')).toContain('noindex')
    expect(fetched).toHaveBeenCalledWith(MAILBOX, expect.objectContaining({ cache: 'no-store' }))
  })

  test('product §12 shows the text of a mail that says more than its subject', async () => {
    holds({ ...VERIFY, text: '“The Loan”: 1 new note\n- Eve: Slower' }, { ...RESET, id: 'm9' })
    showAt('/mailbox')
    const shown = await screen.findAllByText('Show text')
    expect(shown).toHaveLength(1)
    expect(shown[0]!.closest('details')!.textContent).toContain('- Eve: Slower')
  })

  test('does not poll while hidden, and polls immediately when visible', async () => {
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

  test('shows a read failure, keeps the last mails and continues to poll', async () => {
    holds(VERIFY)
    showAt('/mailbox')
    await screen.findByText('Verify your email address')
    fetched.mockImplementation(async () => new Response('', { status: 503 }))
    expect(await alertText()).toBe('The mailbox cannot be read right now. Trying again…')
    expect(subjects()).toEqual(['Verify your email address'])
    holds(RESET)
    await screen.findByText('Reset your password')
    expect(screen.queryByRole('alert')).toBeNull()
  })

  test('without a mailbox, redirects to the login', async () => {
    configure()
    const router = showAt('/mailbox')
    await waitFor(() => expect(router.state.location.pathname).toBe('/secret-login'))
    expect(fetched).not.toHaveBeenCalled()
  })
})

import type { Accepted, Invitation } from '@andscene/contracts/sharing/invitations'
import { acceptInvitation, declineInvitation, openInvitation } from '@andscene/contracts/routes/invitations'
import { failed, stub } from '@andscene/web-kit/testing/stub'
import { wantedPage } from '@andscene/web-kit/wanted-page'
import { screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { describe, expect, test, vi } from 'vitest'
import { backend } from '@andscene/web-kit/testing/backend'
import { sessionStore } from '../testing/identity.ts'
import { press, showAt, valueOf } from '../testing/page.tsx'

vi.mock('@andscene/web-kit/identity', () => import('../testing/identity.ts'))

const server = backend()

const KEY = 'k'.repeat(43)
const PAGE = `/invitation#${KEY}&bobbin%40example.com`
const OPEN: Invitation = {
  state: 'open',
  title: 'The Loan',
  inviter: 'Ada',
  role: 'commenter',
  email: 'b…n@example.com',
}
const opens = (invitation: Invitation = OPEN) =>
  server.use(stub(openInvitation, () => ({ success: true, data: invitation })))
const accepts = (data: Accepted) => server.use(stub(acceptInvitation, () => ({ success: true, data })))
const heading = (name: string) => screen.findByRole('heading', { name })

describe('decision 0067: the link of an invitation, opened without a session', () => {
  test.each([
    ['Ada', '“Ada”'],
    ['', 'The owner'],
  ])('shows what %j has shared, and the invited address', async (inviter, name) => {
    opens({ ...OPEN, inviter })
    showAt(PAGE)
    await heading('A script was shared with you')
    expect(screen.getByText(/shared a script with you/).textContent).toBe(
      `${name} shared a script with you: “The Loan”. You can listen to it and write notes on its lines.`,
    )
    expect(screen.getByText(/The invitation is for/).textContent).toContain('b…n@example.com')
  })

  test.each([
    ['Create account', '/register', 'Email'],
    ['Sign in', '/secret-login', 'Username'],
  ])('%s opens %s with the address filled in, and leads back', async (name, path, label) => {
    opens()
    const router = showAt(PAGE)
    await heading('A script was shared with you')
    press(name)
    await waitFor(() => expect(router.state.location.pathname).toBe(path))
    expect(await valueOf(label)).toBe('bobbin@example.com')
    expect(wantedPage()).toBe(PAGE)
  })

  test.each([
    ['used', 'This invitation was already used'],
    ['withdrawn', 'This invitation was withdrawn'],
    ['declined', 'This invitation was declined'],
  ] as const)('shows a title for an invitation that is %s', async (state, title) => {
    opens({ ...OPEN, state })
    showAt(PAGE)
    await heading(title)
    expect(screen.queryByRole('button', { name: 'Create account' })).toBeNull()
  })

  test.each([
    ['Ada', 'Ask “Ada” to invite you again.'],
    [undefined, 'Ask the owner to invite you again.'],
  ])('shows whom to ask when the invitation of %j has expired', async (inviter, text) => {
    opens({ state: 'expired', ...(inviter !== undefined && { inviter }) })
    showAt(PAGE)
    await heading('This invitation has expired')
    expect(screen.getByText(/^Ask/).textContent).toBe(text)
  })

  test('shows a title for an unknown invitation', async () => {
    server.use(stub(openInvitation, () => failed('NOT_FOUND', 'Not now')))
    showAt(PAGE)
    expect(await heading('This invitation does not work')).toBeTruthy()
  })

  test('offers a retry when the request fails', async () => {
    server.use(stub(openInvitation, () => failed('UNAVAILABLE', 'Not now')))
    showAt(PAGE)
    await screen.findByText('The invitation did not open. Check your connection and try again.')
    opens()
    press('Try again')
    expect(await heading('A script was shared with you')).toBeTruthy()
  })
})

describe('decision 0067: the link of an invitation, opened with a session', () => {
  test('shows that an invitation for another address has expired', async () => {
    sessionStore.become('eve@example.com')
    opens({ ...OPEN, state: 'expired' })
    accepts({ state: 'other-address' })
    showAt(PAGE)
    expect(await heading('This invitation has expired')).toBeTruthy()
  })

  test.each(['used', 'other-address'] as const)(
    'for a used invitation, offers to switch the account instead of signing in (%s)',
    async (state) => {
      sessionStore.become('eve@example.com')
      opens({ ...OPEN, state: 'used' })
      accepts({ state })
      showAt(PAGE)
      await heading('This invitation was already used')
      expect(screen.queryByRole('button', { name: 'Sign in' })).toBeNull()
      press('Switch account')
      expect(sessionStore.ended).toEqual([PAGE])
    },
  )
})

describe('decision 0067: “I don’t know this person”', () => {
  test.each([undefined, 'bobbin@example.com'])(
    'declines only on a click on the button, for %s',
    async (email) => {
      sessionStore.become(email)
      opens()
      const keys: string[] = []
      server.use(
        stub(declineInvitation, ({ body }) => {
          keys.push(body.key)
          return { success: true }
        }),
      )
      showAt(`/invitation?decline#${KEY}`)
      await heading('Decline this invitation?')
      expect(keys).toEqual([])
      press('Decline invitation')
      expect(await screen.findByText('You will not receive any more email from this person.')).toBeTruthy()
      expect(keys).toEqual([KEY])
    },
  )

  test('is linked from the invitation', async () => {
    opens()
    showAt(PAGE)
    await userEvent.click(await screen.findByRole('link', { name: 'I don’t know this person' }))
    expect(await heading('Decline this invitation?')).toBeTruthy()
  })

  test('shows when declining fails', async () => {
    opens()
    server.use(stub(declineInvitation, () => failed('UNAVAILABLE', 'Not now')))
    showAt(`/invitation?decline#${KEY}`)
    await heading('Decline this invitation?')
    press('Decline invitation')
    expect(
      await screen.findByText('The invitation was not declined. Check your connection and try again.'),
    ).toBeTruthy()
  })
})

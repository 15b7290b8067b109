import { sessionStore } from '@andscene/web-kit/identity'
import { setLoginNavigation } from '@andscene/web-kit/session'
import { act, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { http, HttpResponse } from 'msw'
import { describe, expect, test, vi } from 'vitest'
import { API, SCRIPT, server, setUpReader } from '../testing/reader-page.tsx'
import { isClaimKept, keepClaim } from './use-claim.ts'
import { card, count, heard, link, margin, opened, openLink, play, setUpLink } from './testing/link-page.ts'

vi.mock('../player/output/sound-system.ts', () => import('../testing/fake-sound-system.ts'))
setUpReader()
setUpLink()

const GRACE = { uid: 'grace', email: 'grace@andscene.example', emailVerified: true, displayName: null }
const asGuest = () => {
  link.exchanges = [() => opened({ guestKey: 'key-1', guestName: 'Grace', role: 'commenter' })]
}
const press = async (name: string) => userEvent.click(await screen.findByRole('button', { name }))
const guestNotes = () => Object.keys(localStorage).filter((key) => key.includes('_guest_draft_'))

/** The page of a link, with a note that its guest has begun to write. */
async function writing() {
  asGuest()
  openLink('commenter')
  await play()
  await heard('INT. KITCHEN - DAY')
  await waitFor(() => expect(margin()).not.toBeNull())
  await userEvent.click(margin()!)
  await userEvent.type(await screen.findByRole('textbox', { name: 'Your note' }), 'Slower')
}

test('decision 0065: the end of the session of an account leaves the page, words and place of a guest', async () => {
  await writing()
  setLoginNavigation(() => undefined)
  await act(() => sessionStore.end().catch(() => undefined))
  expect(screen.getByRole('toolbar', { name: 'Playback' })).toBeTruthy()
  const field = screen.getByRole<HTMLTextAreaElement>('textbox', { name: 'Your note' })
  await userEvent.type(field, ', please')
  act(() => void dispatchEvent(new Event('pagehide')))
  expect(guestNotes()).toHaveLength(1)
  expect(localStorage.getItem(guestNotes()[0]!)).toContain('Slower, please')
})

describe('product §11: Keep my notes', () => {
  const claims: unknown[] = []
  const signedIn = () => {
    claims.length = 0
    vi.spyOn(sessionStore, 'getState').mockReturnValue({ status: 'authenticated', user: GRACE })
    vi.spyOn(sessionStore, 'token').mockResolvedValue('of-grace')
    server.use(
      http.post(`${API}/scripts/:id/guest/claim`, async ({ request }) => {
        claims.push(await request.json())
        return HttpResponse.json({ success: true, data: { role: 'commenter' } })
      }),
    )
  }

  test('pressed before signing in asks again afterwards, and names the account', async () => {
    asGuest()
    signedIn()
    keepClaim('key-1')
    const { router } = openLink()
    await card()
    const question = screen.getByRole('group', { name: 'Keep my notes' })
    expect(question.textContent).toContain('grace@andscene.example')
    expect(claims).toEqual([])
    await userEvent.click(within(question).getByRole('button', { name: 'Keep my notes' }))
    await waitFor(() => expect(router.state.location.pathname).toBe(`/scripts/${SCRIPT._id}`))
    expect(claims).toEqual([{ guestKey: 'key-1' }])
  })

  test('canceled is not asked again', async () => {
    asGuest()
    keepClaim('key-1')
    openLink()
    await card()
    await userEvent.click(
      within(screen.getByRole('group', { name: 'Keep my notes' })).getByRole('button', { name: 'Cancel' }),
    )
    expect(isClaimKept('key-1')).toBe(false)
  })
})

test('product §11: Forget me here names the notes that are not sent, and lets the guest copy them', async () => {
  await writing()
  await press('Forget me here')
  const question = screen.getByRole('group', { name: 'Forget me here' })
  expect(question.textContent).toContain('You have an unsent note on this device. It will be deleted.')
  await userEvent.setup().click(within(question).getByRole('button', { name: 'Copy text' }))
  expect(await navigator.clipboard.readText()).toBe('Slower')
  await userEvent.click(within(question).getByRole('button', { name: 'Forget me here' }))
  await waitFor(() => expect(count('POST /api/listen')).toBe(2))
  await waitFor(() => expect(guestNotes()).toEqual([]))
})

test('product §11: the name of a guest is the one that the backend keeps', async () => {
  server.use(
    http.put(`${API}/scripts/:id/guest`, () =>
      HttpResponse.json({ success: true, data: { guest: { name: 'Grace Owner' } } }),
    ),
  )
  link.exchanges = [() => opened({ guestKey: 'key-1' })]
  openLink()
  await press('Your name')
  await userEvent.type(await screen.findByLabelText('Your name'), 'Grace\u200b Owner{Enter}')
  expect(await screen.findByText('Grace Owner')).toBeTruthy()
})

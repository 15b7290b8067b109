import type { Role } from '@andscene/contracts/sharing/roles'
import { sessionStore } from '@andscene/web-kit/identity'
import {
  GUEST_PREFERENCES_KEY,
  GUESTS_KEY,
  lastLineKey,
  PREFERENCES_KEY,
} from '@andscene/web-kit/storage-keys'
import { isGuest } from '@andscene/web-kit/api-client'
import { forgetGuestName } from '@andscene/web-kit/guest-session'
import { failed } from '@andscene/web-kit/testing/stub'
import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { http, HttpResponse } from 'msw'
import { beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest'
import { playbacks } from '../player/playbacks.ts'
import { isClaimKept, keepClaim } from './use-claim.ts'
import { clock, output } from '../testing/fake-sound-system.ts'
import { API, backend, clipOf, openReader, SCRIPT, server, setUpReader } from '../testing/reader-page.tsx'
import { heard, untilItHolds } from '../testing/opened-page.ts'
import { serveNotes } from '../notes/testing/notes-routes.ts'
import { followers, tellPages } from '../testing/script-events.ts'

vi.mock('../player/output/sound-system.ts', () => import('../testing/fake-sound-system.ts'))
setUpReader()

/** Requests since the page was opened, as `METHOD path Bearer`. */
const requests: string[] = []
/** Responses to the claim of the link, one per attempt; the last one repeats. */
const link = { exchanges: [] as (() => Response)[], token: '' }
let links = 0

const opened = (change: object = {}) =>
  HttpResponse.json({
    success: true,
    data: {
      guestToken: 'guest-1',
      scriptId: SCRIPT._id,
      role: 'listener',
      linkName: 'Producers',
      title: SCRIPT.title,
      expiresAt: '2099-01-01T00:00:00.000Z',
      ...change,
    },
  })
const refused = () => failed('NOT_FOUND', 'This link does not work.')

beforeEach(() => {
  requests.length = 0
  sessionStorage.clear()
  localStorage.clear()
  forgetGuestName(SCRIPT._id)
  link.exchanges = [() => opened()]
  links += 1
  link.token = String(links).padStart(43, 'x')
  server.use(
    http.post(`${API}/listen`, () =>
      (link.exchanges.length > 1 ? link.exchanges.shift()! : link.exchanges[0]!)(),
    ),
    http.get(`${API}/audio/*`, ({ request }) => {
      const id = /(l\d+)\.mp3$/.exec(request.url)![1]
      backend.calls.push(`stored ${id}`)
      return new HttpResponse(SCRIPT.content.lines.find((line) => line._id === id)!.text)
    }),
    http.put(`${API}/scripts/:id/guest`, async ({ request }) => {
      backend.bodies.push((await request.json()) as Record<string, unknown>)
      return HttpResponse.json({ success: true, data: { guest: {} } })
    }),
  )
  server.events.removeAllListeners()
  server.events.on('request:start', ({ request }) => {
    const { pathname } = new URL(request.url)
    requests.push(`${request.method} ${pathname} ${request.headers.get('authorization')}`)
  })
})

/** A script whose narration clips are all stored on the server. */
const NARRATED = {
  ...SCRIPT,
  content: {
    ...SCRIPT.content,
    lines: SCRIPT.content.lines.map((line) => ({
      ...line,
      audioCache: clipOf('local:claire', { path: `scripts/script1/${line._id}.mp3` }),
    })),
  },
}

function openLink(role: Role = 'listener') {
  backend.script = { ...NARRATED, role }
  return openReader(`/listen#${link.token}`)
}
const card = () => screen.findByRole('region', { name: 'Listen' })
const play = async () => userEvent.click(within(await card()).getByRole('button'))
const margin = () => document.querySelector('[data-note-margin] > button')
const meta = (name: string) => document.querySelector<HTMLMetaElement>(`meta[name="${name}"]`)?.content
const count = (start: string) => requests.filter((one) => one.startsWith(start)).length

describe('decision 0047: the page of a link', () => {
  test('shows the script to a visitor with the link, without an account', async () => {
    openLink()
    await card()
    expect(screen.getByRole('heading', { name: 'Lantern Street' })).toBeTruthy()
    expect(screen.getByText(/^Listening as/)).toBeTruthy()
    expect(screen.getByText('The writer sees how far you listened.')).toBeTruthy()
    expect(screen.queryByRole('button', { name: 'Assign Voices' })).toBeNull()
    expect(screen.queryByRole('button', { name: 'Share' })).toBeNull()
    const mark = document.querySelector('[aria-hidden="true"] > div > div')
    expect(mark?.textContent).toContain('Producers')
    expect(document.title).toBe('Lantern Street – And Scene')
    expect([meta('robots'), meta('referrer')]).toEqual(['noindex', 'no-referrer'])
  })

  test('loads the first clip before Play is pressed, and low-priority data only after the first sound', async () => {
    openLink()
    await card()
    await waitFor(() => expect(backend.calls).toContain('stored l0'))
    expect(count('GET /api/voices')).toBe(0)
    await play()
    await heard('INT. KITCHEN - DAY')
    expect(backend.calls.filter((call) => call === 'stored l0')).toHaveLength(1)
    expect(screen.queryByRole('region', { name: 'Listen' })).toBeNull()
    // All requests are the guest's, and none needs an account.
    const others = requests.filter((one) => !one.endsWith(' Bearer guest-1'))
    expect(others).toEqual(['POST /api/listen null'])
    expect(count('GET /api/preferences') + count('GET /api/voices/default')).toBe(0)
  })

  test('product §16: a draft that the guest may not open leads to the present one, and the link stays open', async () => {
    backend.script = { ...NARRATED, role: 'listener' }
    server.use(http.get(`${API}/scripts/:id/drafts/:draft`, () => failed('NOT_FOUND', 'Draft not found')))
    openReader(`/listen?draft=7#${link.token}`)
    await screen.findByRole('heading', { name: 'This draft is not available' })
    await userEvent.click(screen.getByRole('button', { name: 'Open present draft' }))
    expect(await card()).toBeTruthy()
  })

  test("continues from the guest's last line, which is stored separately from the account's", async () => {
    localStorage.setItem(lastLineKey(SCRIPT._id), 'an account’s')
    backend.progress = { lastPlayedLineIndex: 11, lastUpdated: '2026-11-20T12:00:00.000Z' }
    openLink()
    expect(await screen.findByText('From line 12 of 47')).toBeTruthy()
    await play()
    await heard('EXT. SEA - NIGHT')
    expect(localStorage.getItem(lastLineKey(`guest-${SCRIPT._id}`))).toContain('"lastPlayedLineIndex":11')
    expect(localStorage.getItem(lastLineKey(SCRIPT._id))).toBe('an account’s')
  })

  test("stores a guest's preferences on the device only", async () => {
    const account = JSON.stringify({ known: { skippedLineTypes: [], rate: 2 }, unsaved: {} })
    localStorage.setItem(PREFERENCES_KEY, account)
    openLink()
    await card()
    expect(await screen.findByRole('button', { name: 'Speed 1×' })).toBeTruthy()
    await userEvent.keyboard('+')
    await waitFor(() => expect(localStorage.getItem(GUEST_PREFERENCES_KEY)).toContain('1.25'))
    expect(localStorage.getItem(PREFERENCES_KEY)).toBe(account)
    expect(backend.calls).not.toContain('PUT preferences')
  })

  test('decision 0065: moves notes and position to the signed-in account once its address is verified', async () => {
    link.exchanges = [() => opened({ guestKey: 'key-1' })]
    const account = { uid: 'grace', email: 'grace@andscene.example', emailVerified: true, displayName: null }
    vi.spyOn(sessionStore, 'getState').mockReturnValue({ status: 'authenticated', user: account } as never)
    vi.spyOn(sessionStore, 'token').mockResolvedValue('of-grace')
    const claims: unknown[] = []
    let isVerified = false
    server.use(
      http.post(`${API}/scripts/:id/guest/claim`, async ({ request }) => {
        claims.push(await request.json(), request.headers.get('authorization'))
        return isVerified
          ? HttpResponse.json({ success: true, data: { role: 'commenter' } })
          : failed('FORBIDDEN', 'Verify your email address first.')
      }),
    )
    const { router } = openLink()
    await card()
    await userEvent.click(screen.getByRole('button', { name: 'Keep my notes' }))
    expect(screen.getByText(/move to grace@andscene.example/)).toBeTruthy()
    await userEvent.click(screen.getByRole('button', { name: 'Keep my notes' }))
    expect((await screen.findByRole('alert')).textContent).toBe('Verify your email address first.')
    expect(screen.getByRole('button', { name: 'Send New Verification Email' })).toBeTruthy()
    isVerified = true
    await userEvent.click(screen.getByRole('button', { name: 'Keep my notes' }))
    await waitFor(() => expect(router.state.location.pathname).toBe(`/scripts/${SCRIPT._id}`))
    expect(claims.slice(0, 2)).toEqual([{ guestKey: 'key-1' }, 'Bearer of-grace'])
    expect(localStorage.getItem(GUESTS_KEY)).toBeNull()
  })

  test('keeps its token in the address when links within the page are followed', async () => {
    const { router } = openLink()
    await card()
    await router.navigate('/listen#main')
    await waitFor(() => expect(router.state.location.hash).toBe(`#${link.token}`))
    expect(await card()).toBeTruthy()
    expect(document.body.innerHTML).not.toContain(link.token)
  })

  test('sends nothing as the account after the page is left', async () => {
    const { router } = openLink()
    await play()
    await heard('INT. KITCHEN - DAY')
    expect(isGuest()).toBe(true)
    const before = requests.length
    await router.navigate('/elsewhere')
    await waitFor(() => expect(playbacks.get(SCRIPT._id)).toBeUndefined())
    expect(isGuest()).toBe(false)
    await clock.advance(60_000)
    expect(requests.slice(before).filter((one) => !one.endsWith('guest-1'))).toEqual([])
    expect(output.audible()).toEqual([])
  })
})

const openNote = (role: Role) => {
  const notes = serveNotes()
  notes.set('hers------------', { lineId: 'l40', text: 'Hers' })
  link.exchanges = [() => opened({ role })]
  backend.script = { ...NARRATED, role }
  return { notes, ...openReader(`/listen?note=hers------------#${link.token}`) }
}
describe('product §12: a link to a note, opened by a guest', () => {
  test('shows its line and thread, and copies the link of the guest', async () => {
    const user = userEvent.setup()
    const { router } = openNote('commenter')
    const thread = within(await screen.findByRole('dialog', { name: 'Notes on this line' }))
    expect(thread.getByText('Hers')).toBeTruthy()
    await waitFor(() => expect(document.querySelector('[data-line-index="40"]')).not.toBeNull())
    await waitFor(() => expect(router.state.location.search).toBe(''))
    expect(router.state.location).toMatchObject({ pathname: '/listen', hash: `#${link.token}` })
    // The router of the test does not set the address of the window.
    history.replaceState(null, '', `/listen#${link.token}`)
    onTestFinished(() => history.replaceState(null, '', '/'))
    await user.click(thread.getByRole('button', { name: 'Copy link to note' }))
    const address = `${location.origin}/listen?note=hers------------#${link.token}`
    await waitFor(async () => expect(await navigator.clipboard.readText()).toBe(address))
  })

  test('shows it after the passphrase, too', async () => {
    const opens = openNote('commenter')
    link.exchanges = [refused, () => opened({ role: 'commenter' })]
    await userEvent.type(await screen.findByLabelText('Passphrase (if required)'), 'open sesame{Enter}')
    expect(await screen.findByRole('dialog', { name: 'Notes on this line' })).toBeTruthy()
    await waitFor(() => expect(opens.router.state.location.search).toBe(''))
  })

  test('opens the script only, if the link is for listening', async () => {
    const { notes } = openNote('listener')
    await card()
    await waitFor(() => expect(document.querySelector('[data-line-index="0"]')).not.toBeNull())
    expect(screen.queryByRole('dialog', { name: 'Notes on this line' })).toBeNull()
    expect(notes.calls).toEqual([])
  })
})

describe('decision 0047: a link that does not work', () => {
  test('shows a form with one sentence, which accepts a passphrase', async () => {
    link.exchanges = [refused, refused, () => opened()]
    openLink()
    expect((await screen.findByRole('alert')).textContent).toBe('This link does not work.')
    const field = screen.getByLabelText('Passphrase (if required)')
    expect(document.activeElement).toBe(field)
    await userEvent.type(field, 'wrong{Enter}')
    await waitFor(() => expect(screen.getByRole('button', { name: 'Try again' }).ariaBusy).not.toBe('true'))
    expect(screen.getByLabelText<HTMLInputElement>(/Passphrase/).value).toBe('wrong')
    await userEvent.type(screen.getByLabelText(/Passphrase/), '!{Enter}')
    expect(await card()).toBeTruthy()
  })

  test('after too many attempts, shows when to try again', async () => {
    link.exchanges = [() => failed('TOO_MANY_REQUESTS', 'Too many tries.', { 'retry-after': '30' })]
    openLink()
    expect((await screen.findByRole('alert')).textContent).toBe('Too many tries.')
    const button = screen.getByRole('button', { name: /Try again in (30|29) s/ })
    await userEvent.click(button)
    expect(count('POST /api/listen')).toBe(1)
  })

  test('shows a message if its address has no token', async () => {
    backend.script = NARRATED
    openReader('/listen')
    expect(await screen.findByRole('heading', { name: 'This link no longer works' })).toBeTruthy()
    expect(requests).toEqual([])
  })
})

describe('decision 0047: a link that is revoked while it is open', () => {
  test("stops playback immediately, and removes the guest's data", async () => {
    openLink()
    await play()
    await heard('INT. KITCHEN - DAY')
    await waitFor(() => expect(followers()).toBe(1))
    localStorage.setItem(lastLineKey(SCRIPT._id), 'an account’s')
    tellPages('gone')
    expect(await screen.findByRole('heading', { name: 'This link no longer works' })).toBeTruthy()
    expect(output.audible()).toEqual([])
    expect(localStorage.getItem(lastLineKey(`guest-${SCRIPT._id}`))).toBeNull()
    expect(localStorage.getItem(lastLineKey(SCRIPT._id))).toBe('an account’s')
    expect(document.body.textContent).not.toContain('KITCHEN')
  })

  test('product §12: lets a guest copy an unsaved note', async () => {
    await writing()
    await waitFor(() => expect(followers()).toBe(1))
    tellPages('gone')
    expect(await screen.findByRole('heading', { name: 'This link no longer works' })).toBeTruthy()
    expect(await screen.findByText('Slower')).toBeTruthy()
    expect(screen.getByRole('button', { name: 'Copy text' })).toBeTruthy()
    await userEvent.click(screen.getByRole('button', { name: 'Discard text' }))
    expect(screen.queryByText('Slower')).toBeNull()
  })

  test('is also detected by the next request', async () => {
    openLink()
    await card()
    server.use(http.get(`${API}/scripts/:id`, () => refused()))
    server.use(http.post(`${API}/scripts/:id/check-cache`, () => refused()))
    await play()
    const gone = { name: 'This link no longer works' }
    await untilItHolds(() => expect(screen.getByRole('heading', gone)).toBeTruthy(), 1_000)
  })
})

const asGuest = () => {
  link.exchanges = [() => opened({ guestKey: 'key-1', guestName: 'Grace', role: 'commenter' })]
}
const press = async (name: string) => userEvent.click(await screen.findByRole('button', { name }))
const guestNotes = () => Object.keys(localStorage).filter((key) => key.includes('_guest_draft_'))

/** The page of a link, with an unsaved note. */
async function writing() {
  asGuest()
  openLink('commenter')
  await play()
  await heard('INT. KITCHEN - DAY')
  await waitFor(() => expect(margin()).not.toBeNull())
  await userEvent.click(margin()!)
  await userEvent.type(await screen.findByRole('textbox', { name: 'Your note' }), 'Slower')
}

test('product §11: a canceled Keep my notes does not open again', async () => {
  asGuest()
  keepClaim('key-1')
  openLink()
  await card()
  await userEvent.click(
    within(screen.getByRole('group', { name: 'Keep my notes' })).getByRole('button', { name: 'Cancel' }),
  )
  expect(isClaimKept('key-1')).toBe(false)
})

test('product §11: Forget me here names unsent notes, and lets the guest copy them', async () => {
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

test("product §11: shows a guest's name as the backend stores it", async () => {
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

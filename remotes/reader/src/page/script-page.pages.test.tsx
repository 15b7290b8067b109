import { queryKeys } from '@andscene/web-kit/query-keys'
import { isHeld } from '@andscene/web-kit/safe-moment'
import { castingKey } from '@andscene/web-kit/storage-keys'
import { failed } from '@andscene/web-kit/testing/stub'
import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { http } from 'msw'
import { expect, test, vi } from 'vitest'
import { narrationPollMs } from './script-query.ts'
import { clock, output } from '../testing/fake-sound-system.ts'
import {
  API,
  backend,
  clipOf,
  LINES,
  openReader,
  SCRIPT,
  server,
  setUpReader,
  refuseClips,
  type Backend,
} from '../testing/reader-page.tsx'
import {
  chips,
  header,
  heard,
  lineButton,
  mark,
  openPage,
  row,
  strip,
  untilItHolds,
} from '../testing/opened-page.ts'

// The page is real; only its audio output is faked.
vi.mock('../player/output/sound-system.ts', () => import('../testing/fake-sound-system.ts'))

setUpReader()

const shown = () =>
  [...document.querySelectorAll('[data-line-index]')].map((one) =>
    Number(one.getAttribute('data-line-index')),
  )

const isVoiceRequired = () => {
  const title = screen.queryByText('Voice Assignment Required')
  return title !== null && title.closest<HTMLElement>('[style*="display: none"]') === null
}

/** Stores clips of these lines in the backend. */
function storeClips(clips: Record<number, { durationMs: number; voiceId?: string }>) {
  const lines = LINES.map((one, index) => {
    const clip = clips[index]
    return clip ? { ...one, audioCache: clipOf('local:ruth', clip) } : one
  })
  backend.script = { ...SCRIPT, content: { ...SCRIPT.content, lines } }
}

test.each([
  ['NOT_FOUND', 'Script not found'],
  ['INTERNAL', 'Error loading script: The store is unavailable.'],
] as const)('product §2 shows a message when the script cannot be loaded (%s)', async (code, name) => {
  server.use(http.get(`${API}/scripts/:id`, () => failed(code, 'The store is unavailable.')))
  openReader()
  expect(await screen.findByText('Loading script...')).toBeTruthy()
  expect(await screen.findByRole('heading', { level: 1, name })).toBeTruthy()
  const hint = screen.queryByText(/^If it was shared with you, .*open the link in your invitation\.$/)
  expect(hint !== null).toBe(code === 'NOT_FOUND')
})

test('product §4 a newer position from another device is used once it is loaded', async () => {
  backend.progress = { lastPlayedLineIndex: 3, lastUpdated: '2026-11-20T12:00:00.000Z' }
  const { router, client } = openReader()
  await waitFor(() => expect(row(3)?.dataset['mark']).toBe('current'))
  await router.navigate('/elsewhere')
  await screen.findByText('another page')
  backend.progress = { lastPlayedLineIndex: 25, lastUpdated: '2026-11-20T13:00:00.000Z' }
  await client.invalidateQueries({ queryKey: queryKeys.progress('script1'), refetchType: 'none' })
  await router.navigate('/scripts/script1')
  await waitFor(() => expect(row(25)?.dataset['mark']).toBe('current'))
})

test('product §2 shows the title, and pages of lines with notes, numbers and columns', async () => {
  await openPage()
  expect(screen.getByRole('heading', { name: 'Lantern Street', level: 1 })).toBeTruthy()
  expect(within(row(1)).getByText('Note: Which kettle?')).toBeTruthy()
  expect(within(row(0)).getAllByText('9A')).toHaveLength(2)
  const [left, right] = [row(5).parentElement!, row(7).parentElement!]
  expect(left).not.toBe(right)
  expect(left.parentElement).toBe(right.parentElement)
  expect([left.contains(row(6)), right.contains(row(8))]).toEqual([true, true])
  expect(lineButton(9).getAttribute('dir')).toBe('auto')
  // Text direction `auto` ignores children that set their own `dir`.
  expect(within(row(9)).getByText('שלום, עולם.').hasAttribute('dir')).toBe(false)
  expect(shown()).toEqual(Array.from({ length: 20 }, (_, index) => index))
  await userEvent.click(header().getByRole('button', { name: 'Next Page' }))
  expect(shown()[0]).toBe(20)
  expect(header().getByRole('button', { name: 'Previous Page' })).not.toHaveProperty('disabled', true)
})

test('product §2 each line has four chips: type, voice, cache, length', async () => {
  storeClips({ 4: { durationMs: 61_250 }, 1: { durationMs: 61_250, voiceId: 'local:magnus' } })
  await openPage()
  expect(chips(4)).toEqual(['Dialogue', 'Ruth', 'Server ✓', '1:01.3'])
  expect(chips(1)).toEqual(['Action', 'Claire', 'Server ✗', 'No Duration'])
  expect(chips(6)).toEqual(['Dialogue', 'Unassigned', 'No Cache', 'No Duration'])
  expect(chips(10)).toEqual(['Transition', 'Claire', 'No Cache', 'No Duration'])
})

const PAUSED_UNTIL = '2026-11-21T00:00:00.000Z'
const pausedTime = new Date(PAUSED_UNTIL).toLocaleTimeString([], { hour: 'numeric', minute: '2-digit' })
// BEN has one line and no voice; the service counts only lines with a voice.
test.each<[what: string, narration: Partial<Backend['narration']>, skipped: string[], text: string]>([
  ['lines without a voice', { total: 46, ready: 46 }, [], '46 of 47 lines ready, 1 without a voice'],
  ['no skipped line types', { total: 46, ready: 46 }, ['Dialogue'], '46 of 46 lines ready'],
  [
    'when the daily allowance is renewed',
    { ready: 40, waiting: 7, pausedUntil: PAUSED_UNTIL },
    [],
    `40 of 48 lines ready, more from ${pausedTime}, 1 without a voice`,
  ],
])('product §2 the readiness text includes %s', async (_what, narration, skipped, text) => {
  backend.narration = { ...backend.narration, ...narration }
  backend.skippedLineTypes = skipped
  await openPage()
  expect((await screen.findByText(text)).getAttribute('aria-live')).toBe('off')
})

test('readiness is requested less often while the allowance is used up', () => {
  const waiting = { total: 47, ready: 40, waiting: 7, failed: 0 }
  expect(narrationPollMs({ ...waiting, pausedUntil: PAUSED_UNTIL })).toBe(60_000)
  expect(narrationPollMs(waiting)).toBe(10_000)
})

test('Retry makes the server plan failed lines again', async () => {
  backend.narration = { total: 47, ready: 40, waiting: 0, failed: 7 }
  await openPage()
  await screen.findByText('40 of 48 lines ready, 7 failed, 1 without a voice')
  backend.narration = { total: 47, ready: 47, waiting: 0, failed: 0 }
  await userEvent.click(screen.getByRole('button', { name: 'Retry' }))
  expect(await screen.findByText(/47 of 48 lines ready/)).toBeTruthy()
  expect(backend.calls).toContain('POST check-cache')
})

test('the chips of the page update while clips are generated', async () => {
  backend.narration = { total: 47, ready: 1, waiting: 46, failed: 0 }
  const { client } = await openPage()
  expect(chips(4)[2]).toBe('No Cache')
  storeClips({ 4: { durationMs: 900 } })
  backend.narration = { total: 47, ready: 2, waiting: 45, failed: 0 }
  await client.invalidateQueries({ queryKey: queryKeys.narration('script1') })
  await waitFor(() => expect(chips(4)).toEqual(['Dialogue', 'Ruth', 'Server ✓', '0.9s']))
})

test('opens a page by its number', async () => {
  await openPage()
  await userEvent.click(screen.getByRole('button', { name: 'Page 1 of 3' }))
  const field = await screen.findByRole('spinbutton', { name: 'Page' })
  await userEvent.clear(field)
  await userEvent.type(field, '3{Enter}')
  await waitFor(() => expect(shown()[0]).toBe(40))
})

test('when a longer search no longer matches, the page returns to where the search began', async () => {
  await openPage()
  await userEvent.click(header().getByRole('button', { name: 'Next Page' }))
  await userEvent.keyboard('/')
  const field = screen.getByRole('searchbox', { name: 'Find in script' })
  await userEvent.type(field, 'wave number 34')
  await waitFor(() => expect(shown()).toContain(46))
  await userEvent.type(field, 'x')
  expect(screen.getByText('Nothing found')).toBeTruthy()
  await waitFor(() => expect(shown()[0]).toBe(20))
})

test('product §2 plays line after line and highlights the current one', async () => {
  await openPage()
  await userEvent.click(header().getByRole('button', { name: 'Play' }))
  await heard('INT. KITCHEN - DAY')
  await waitFor(() => expect(row(0).dataset['mark']).toBe('playing'))
  expect(mark()).toMatchObject({ state: 'playing', line: '0' })
  expect(lineButton(0).getAttribute('aria-current')).toBe('true')
  expect(document.title).toBe('▶ Lantern Street – And Scene')
  await heard('A kettle sings.')
  await waitFor(() => expect(row(1).dataset['mark']).toBe('playing'))
  expect(row(0).dataset['mark']).toBe('none')
  expect(header().getByRole('button', { name: 'Next Page' })).toHaveProperty('disabled', true)
  // The navigation bar and the page share one player.
  await userEvent.click(strip().getByRole('button', { name: 'Pause' }))
  await userEvent.click(header().getByRole('button', { name: 'Play' }))
  await userEvent.click(header().getByRole('button', { name: 'Stop' }))
  expect(mark()).toMatchObject({ state: 'stopped', line: '1', positionMs: '0' })
  expect(document.title).toBe('Lantern Street – And Scene')
  expect(output.audible()).toEqual([])
})

test('product §8 failed lines are reported in one message, and again after a retry', async () => {
  await openPage()
  refuseClips('l12', 'l13')
  await userEvent.click(lineButton(12))
  await heard('Wave number 2.')
  expect(await within(row(12)).findByText('This line could not be played')).toBeTruthy()
  const both = 'Audio playback failed for line 13. Audio playback failed for line 14'
  const [first, ...others] = await screen.findAllByText(both)
  expect(others).toEqual([])
  await userEvent.click(lineButton(12))
  // On a slow machine the first message may have expired.
  await untilItHolds(() => {
    const told = screen.queryAllByText(both)
    expect(told.filter((message) => message !== first)).toHaveLength(1)
  })
})

test('the dialogs for a line without a voice open one after the other, and focus the line afterwards', async () => {
  await openPage()
  lineButton(6).focus()
  await userEvent.keyboard('{Enter}')
  await userEvent.click(await screen.findByRole('button', { name: 'Cancel' }))
  await waitFor(() => expect(document.activeElement).toBe(lineButton(6)))
  await userEvent.keyboard('{Enter}')
  await userEvent.click(await screen.findByRole('button', { name: 'Assign Voice' }))
  await waitFor(() => expect(isVoiceRequired()).toBe(false))
  await userEvent.click(await screen.findByRole('button', { name: 'CANCEL' }))
  await waitFor(() => expect(document.activeElement).toBe(lineButton(6)))
  await clock.advance(1_000)
  expect(isVoiceRequired()).toBe(false)
})

test('product §2 the Controls menu shows Page, Scene and Act and moves by act, scene and line', async () => {
  await openPage()
  await userEvent.click(await strip().findByRole('button', { name: 'Controls' }))
  const menu = within(await screen.findByRole('dialog', { name: 'Controls' }))
  for (const unit of ['Page', 'Scene', 'Act']) expect(menu.getAllByText(unit).length).toBeGreaterThan(0)
  await userEvent.click(menu.getByRole('button', { name: 'Next Scene' }))
  expect(mark().line).toBe('11')
  await userEvent.click(menu.getByRole('button', { name: 'Previous Line' }))
  expect(mark().line).toBe('10')
  await userEvent.click(menu.getByText('Dialogue only'))
  await waitFor(() => expect(backend.skippedLineTypes).toContain('Action'))
})

test('space plays and pauses, arrows and End move the current line, ? lists the keys', async () => {
  await openPage()
  await userEvent.keyboard(' ')
  await heard('INT. KITCHEN - DAY')
  await userEvent.keyboard(' ')
  expect(mark().state).toBe('paused')
  fireEvent.keyDown(document.body, { key: ' ', repeat: true })
  expect(mark().state).toBe('paused')
  await userEvent.keyboard('{ArrowDown}{ArrowDown}')
  expect(mark().line).toBe('2')
  await userEvent.keyboard('{End}')
  expect(mark().line).toBe('46')
  expect(shown()).toContain(46)
  await userEvent.keyboard('?')
  expect(await screen.findByRole('dialog', { name: 'Keyboard' })).toBeTruthy()
})

const voiceOf = (index: number) => row(index)?.querySelector('[data-chip="voice"]')?.textContent

const cacheChecks = () => backend.calls.filter((call) => call === 'POST check-cache').length

test('a casting that another tab saves is shown in the lines and in the panel', async () => {
  await openPage()
  const casting = { characterAssignments: { ANNA: 'local:gone', BEN: 'local:magnus' } }
  const newValue = JSON.stringify({ ...casting, narrationVoiceId: 'local:claire', timestamp: Date.now() })
  localStorage.setItem(castingKey('script1'), newValue)
  dispatchEvent(new StorageEvent('storage', { key: castingKey('script1'), newValue }))
  await waitFor(() => expect(voiceOf(6)).toBe('Magnus'))
  const panel = within(screen.getByRole('complementary', { name: 'Characters' }))
  expect(panel.getByRole('button', { name: 'Magnus, voice of BEN: change' })).toBeTruthy()
  // product §3: a voice that no longer exists counts as unassigned.
  expect(panel.getByRole('button', { name: 'Assign a voice to ANNA' }).textContent).toBe('Assign')
})

test('product §3 when a voice is removed while the page is open, playback stops and requests another', async () => {
  await openPage()
  backend.voices = backend.voices.filter(({ voiceId }) => voiceId !== 'local:claire')
  server.use(
    http.post(`${API}/voices/generate`, async ({ request }) => {
      const { voiceId } = (await request.clone().json()) as { voiceId: string }
      return voiceId === 'local:claire' ? failed('NOT_FOUND', 'Voice not found') : undefined
    }),
  )
  await userEvent.click(lineButton(1))
  const asks = 'Please assign a narration voice before playing this line.'
  await untilItHolds(() => expect(screen.getByRole('alert').textContent).toContain(asks))
  expect(screen.queryByText(/could be played\. Playback stopped/)).toBeNull()
  const message = within(screen.getByRole('alert'))
  await userEvent.click(message.getByRole('button', { name: 'Assign Voices' }))
  expect(await screen.findByText('Assign Voices to Characters')).toBeTruthy()
})

test('only while playing, polls the cache status (product §9) and offers no app update (product §14)', async () => {
  await openPage()
  expect(isHeld()).toBe(false)
  await userEvent.click(lineButton(4))
  expect(isHeld()).toBe(true)
  await heard('Hello.')
  expect(isHeld()).toBe(true)
  await userEvent.click(header().getByRole('button', { name: 'Pause' }))
  expect(isHeld()).toBe(false)
  expect(clock.pendingTimers()).toBe(0)
  const before = cacheChecks()
  await clock.advance(60_000)
  expect(cacheChecks()).toBe(before)
})

test("the speed is saved in the user's preferences, and changes there apply here", async () => {
  const { client } = await openPage()
  await userEvent.keyboard('+')
  expect(screen.getByRole('button', { name: 'Speed 1.25×' })).toBeTruthy()
  await waitFor(() => expect(backend.rate).toBe(1.25))
  client.setQueryData(queryKeys.preferences, { skippedLineTypes: [], rate: 2 })
  expect(await screen.findByRole('button', { name: 'Speed 2×' })).toBeTruthy()
  expect(backend.calls.filter((call) => call === 'PUT preferences')).toHaveLength(1)
})

test('when a step button becomes disabled, the opposite one gets the focus', async () => {
  await openPage()
  await userEvent.click(header().getByRole('button', { name: 'Next Page' }))
  await userEvent.click(header().getByRole('button', { name: 'Next Page' }))
  expect(header().getByRole('button', { name: 'Next Page' })).toHaveProperty('disabled', true)
  const previous = header().getByRole('button', { name: 'Previous Page' })
  expect(document.activeElement).toBe(previous)
  await userEvent.keyboard('{Enter}{Enter}')
  expect(previous).toHaveProperty('disabled', true)
  expect(document.activeElement).toBe(header().getByRole('button', { name: 'Next Page' }))
})

test('a click that ends a text selection does not play the line', async () => {
  await openPage()
  vi.spyOn(globalThis, 'getSelection').mockReturnValue({ isCollapsed: false } as Selection)
  fireEvent.click(lineButton(4))
  expect(screen.getByTestId('player').dataset['state']).toBe('idle')
})

test('after another casting is saved, readiness is requested again', async () => {
  await openPage()
  expect(await screen.findByText(/^47 of/)).toBeTruthy()
  backend.narration = { total: 47, ready: 3, waiting: 44, failed: 0 }
  await userEvent.click(screen.getByRole('button', { name: 'Manage All' }))
  await userEvent.click(await screen.findByRole('button', { name: 'SAVE ASSIGNMENTS' }))
  expect(await screen.findByText(/^3 of/)).toBeTruthy()
})

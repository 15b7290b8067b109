import { voice } from '@andscene/web-kit/testing/voice'
import { failed } from '@andscene/web-kit/testing/stub'
import { act, screen, waitFor, fireEvent } from '@testing-library/react'
import { http } from 'msw'
import { expect, test, vi, describe } from 'vitest'
import { clock, output } from '../../testing/fake-sound-system.ts'
import { API, backend, server, setUpReader } from '../../testing/reader-page.tsx'
import { chips, lineButton, mark, openPage, untilItHolds } from '../../testing/opened-page.ts'
import userEvent from '@testing-library/user-event'

vi.mock('../../player/output/sound-system.ts', () => import('../../testing/fake-sound-system.ts'))
setUpReader()

/** Copies of the text: in the transport, over the sheet and for screen readers; CSS hides one of the first two. */
const SHOWN = 3
/** Returns the wait that screen readers announce. */
const announcedWait = () =>
  screen
    .getAllByRole('status')
    .map(({ textContent }) => textContent)
    .find((text) => /line…|voices…/.test(text ?? ''))
const pass = (ms: number) => act(() => clock.advance(ms))

/** Plays a line; `respond` returns the response to its clip request, or undefined for the clip. */
async function play(respond: () => Promise<never> | Response | undefined) {
  server.use(http.post(`${API}/voices/generate`, respond))
  await openPage()
  await userEvent.click(lineButton(1))
  await waitFor(() => expect(mark().state).toBe('loading'))
}
const never = () => new Promise<never>(() => undefined)

test('product §4 a line late by 600 ms is reported and announced, after 5 s with the progress', async () => {
  backend.narration = { total: 40, ready: 12, waiting: 28, failed: 0 }
  await play(never)
  expect(chips(1)[3]).toBe('Loading...')
  expect(screen.queryByText('Preparing this line…')).toBeNull()
  await pass(700)
  expect(screen.getAllByText('Preparing this line…')).toHaveLength(SHOWN)
  expect(announcedWait()).toBe('Preparing this line…')
  await pass(4_400)
  const long = await screen.findAllByText(/^Preparing this line… 12 of \d+ lines ready$/)
  expect(long).toHaveLength(SHOWN)
  expect(announcedWait()).toBe(long[0]!.textContent)
  await userEvent.keyboard(' ')
  expect(mark().state).toBe('paused')
  expect(screen.queryByText(/^Preparing this line…/)).toBeNull()
})

test('product §4 while the natural voice of a line is loading, the line waits and shows the progress', async () => {
  backend.voices = backend.voices.map((one) =>
    one.voiceId === 'local:claire' ? voice('local:claire', { name: 'Claire', category: 'Natural' }) : one,
  )
  backend.naturalVoices = { state: 'coming', doneBytes: 40, totalBytes: 100 }
  let isLoading = true
  let attempts = 0
  await play(() => {
    attempts += 1
    if (!isLoading) return undefined
    return failed('VOICE_LOADING', 'Loading.', { 'retry-after': '5' })
  })
  await untilItHolds(() => expect(attempts).toBeGreaterThan(20), 5_000)
  expect(mark()).toMatchObject({ state: 'loading', line: '1' })
  // The cast card, which loads later, shows the sentence as well.
  const shown = await screen.findAllByText('Loading natural voices… 40 %')
  expect(shown.length).toBeGreaterThanOrEqual(SHOWN)
  isLoading = false
  await untilItHolds(() => expect(output.audible()).toEqual(['A kettle sings.']), 1_000)
})

const line = () => Number(mark().line)

/** Presses L at a page time, as key repeat does. */
function holdL(timeStamp: number, repeat = true) {
  const event = new KeyboardEvent('keydown', { key: 'l', repeat, bubbles: true })
  Object.defineProperty(event, 'timeStamp', { value: timeStamp })
  act(() => void document.body.dispatchEvent(event))
}
/** Returns the announcement of the last move. */
const announcement = () =>
  screen.getAllByRole('status').find(({ textContent }) => /^\S+.*: /.test(textContent ?? ''))

describe('product §2 seeking by ten seconds', () => {
  test('a held key seeks at most four times a second', async () => {
    await openPage()
    holdL(1_000, false)
    const first = line()
    holdL(1_100)
    holdL(1_200)
    expect(line()).toBe(first)
    holdL(1_260)
    expect(line()).toBeGreaterThan(first)
  })

  test('text fields, dialogs and text selections keep the keys', async () => {
    await openPage()
    await userEvent.keyboard('{ArrowDown}/')
    const from = line()
    await userEvent.type(screen.getByRole('searchbox'), 'jl')
    await userEvent.keyboard('{Shift>}{ArrowRight}{/Shift}')
    expect(line()).toBe(from)
    await userEvent.keyboard('{Escape}')
    vi.stubGlobal('getSelection', () => ({ isCollapsed: false }))
    expect(fireEvent.keyDown(document.body, { key: 'ArrowRight', shiftKey: true })).toBe(true)
    expect(line()).toBe(from)
    vi.unstubAllGlobals()
  })
})

test('product §2 each move is announced to screen readers, until playback starts', async () => {
  await openPage()
  expect(announcement()).toBeUndefined()
  await userEvent.keyboard('{ArrowDown}')
  expect(announcement()?.textContent).toBe('Narration: A kettle sings.')
  const said = announcement()?.firstChild
  await userEvent.keyboard('{ArrowDown}{ArrowUp}')
  expect(announcement()?.textContent).toBe('Narration: A kettle sings.')
  expect(announcement()?.firstChild).not.toBe(said)
  await userEvent.keyboard(' ')
  await untilItHolds(() => expect(mark().state).toBe('playing'))
  expect(announcement()).toBeUndefined()
  await userEvent.keyboard(' ')
  expect(mark().state).toBe('paused')
  expect(announcement()).toBeUndefined()
})

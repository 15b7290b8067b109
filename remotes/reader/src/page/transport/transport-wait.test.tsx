import { voice } from '@andscene/web-kit/testing/voice'
import { act, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { http } from 'msw'
import { beforeEach, expect, test, vi } from 'vitest'
import { clock, output } from '../../testing/fake-sound-system.ts'
import { API, backend, openReader, server, setUpReader } from '../../testing/reader-page.tsx'

vi.mock('../../player/output/sound-system.ts', () => import('../../testing/fake-sound-system.ts'))
setUpReader()

const row = (index: number) => document.querySelector<HTMLElement>(`[data-line-index="${index}"]`)!
const mark = () => screen.getByTestId('player').dataset
/** What screen readers are told of waits. */
const read = () =>
  screen
    .getAllByRole('status')
    .map(({ textContent }) => textContent)
    .find((text) => /line…|voices…/.test(text ?? ''))
const pass = (ms: number) => act(() => clock.advance(ms))

beforeEach(() => void (output.started.length = 0))

/** Plays a line whose clip never comes. */
async function playUnmade() {
  server.use(http.post(`${API}/voices/generate`, () => new Promise<never>(() => undefined)))
  openReader()
  await waitFor(() => expect(row(1)?.querySelector('[data-chip="voice"]')?.textContent).toBe('Claire'))
  await screen.findByLabelText('Elapsed')
  await userEvent.click(within(row(1)).getByRole('button'))
  await waitFor(() => expect(mark().state).toBe('loading'))
}

test('product §4 a line that is not heard after 600 ms is told of, seen and read out, and after 5 s how far the lines are', async () => {
  backend.narration = { total: 40, ready: 12, waiting: 28, failed: 0 }
  await playUnmade()
  expect(screen.queryByText('Preparing this line…')).toBeNull()
  await pass(700)
  expect(screen.getAllByText('Preparing this line…')).toHaveLength(2)
  expect(read()).toBe('Preparing this line…')
  await pass(4_400)
  const long = await screen.findAllByText(/^Preparing this line… 12 of \d+ lines ready$/)
  expect(long).toHaveLength(2)
  expect(read()).toBe(long[0]!.textContent)
  await userEvent.keyboard(' ')
  expect(mark().state).toBe('paused')
  expect(screen.queryByText(/^Preparing this line…/)).toBeNull()
})

test('while the natural voice of a line is coming, the transport says how far it is', async () => {
  backend.voices = backend.voices.map((one) =>
    one.voiceId === 'local:claire' ? voice('local:claire', { name: 'Claire', category: 'Natural' }) : one,
  )
  backend.naturalVoices = { state: 'coming', doneBytes: 40, totalBytes: 100 }
  await playUnmade()
  await pass(5_100)
  expect(await screen.findAllByText('Loading natural voices… 40 %')).toHaveLength(2)
})

import { readPreferences } from '@andscene/contracts/routes/preferences'
import { beginWith } from '@andscene/web-kit/begin'
import { queryKeys } from '@andscene/web-kit/query-keys'
import { failed, stub } from '@andscene/web-kit/testing/stub'
import { screen, waitFor } from '@testing-library/react'
import { http } from 'msw'
import { StrictMode } from 'react'
import { expect, test, vi } from 'vitest'
import { clock, output } from '../testing/fake-sound-system.ts'
import { API, backend, openReader, server, setUpReader } from '../testing/reader-page.tsx'
import { heard, mark } from '../testing/opened-page.ts'

vi.mock('../player/output/sound-system.ts', () => import('../testing/fake-sound-system.ts'))
setUpReader()

const MINUTE = 60_000
const HOUR = 60 * MINUTE
const ago = (ms: number) => new Date(Date.now() - ms).toISOString()
const PATH = '/scripts/script1'
const open = (begin: 'play' | 'cast', Mode?: typeof StrictMode) =>
  openReader({ pathname: PATH, state: beginWith(begin) }, Mode)
const stoppedAt = (lastPlayedLineIndex: number) => {
  backend.progress = { lastPlayedLineIndex, lastUpdated: '2026-11-20T12:00:00.000Z' }
}

test('product §2 play: waits for the last position, then plays from there, once', async () => {
  stoppedAt(12)
  const { promise, resolve } = Promise.withResolvers<undefined>()
  server.use(http.get(`${API}/scripts/:id/progress`, () => promise))
  const { router } = open('play', StrictMode)
  await screen.findByTestId('player')
  await clock.advance(1_000)
  expect(mark().state, 'where that is, is not known yet').toBe('idle')
  resolve(undefined)
  await heard('Wave number 0.')
  expect(output.started.filter(({ text }) => text === 'Wave number 0.')).toHaveLength(1)
  // A reload must not play again.
  await waitFor(() => expect(router.state.location).toMatchObject({ pathname: PATH, state: null }))
})

test('play: without permission to play sound, shows no message and waits for Play', async () => {
  output.blocked = true
  stoppedAt(12)
  const { router } = open('play')
  await screen.findByTestId('player')
  await waitFor(() => expect(router.state.location.state).toBeNull())
  await waitFor(() => expect(mark().line).toBe('12'))
  await clock.advance(3_000)
  expect(mark().state).toBe('idle')
  expect(screen.queryByRole('alert')).toBeNull()
})

test('play: starts again when the listener has heard the last line that is read aloud', async () => {
  backend.skippedLineTypes = ['Scene Heading', 'Action', 'Character', 'Parenthetical', 'Transition']
  stoppedAt(9)
  open('play')
  await heard('Hello.')
  expect(mark().line).toBe('4')
})

test('play: starts although the last position and the preferences cannot be loaded', async () => {
  let attempts = 0
  server.use(
    http.get(`${API}/scripts/:id/progress`, () => failed('INTERNAL', 'No.')),
    stub(readPreferences, async () => {
      attempts += 1
      return attempts === 1 ? failed('UNAVAILABLE', 'Not now') : new Promise<never>(() => undefined)
    }),
  )
  const { client } = open('play')
  const { queries } = client.getDefaultOptions()
  client.setDefaultOptions({ queries: { ...queries, retry: 1, retryDelay: 0 } })
  await heard('INT. KITCHEN - DAY')
  expect(client.getQueryState(queryKeys.preferences), 'it is still asked').toMatchObject({
    status: 'pending',
    fetchStatus: 'fetching',
  })
})

test('product §2 cast: opens the casting once', async () => {
  const { router } = open('cast', StrictMode)
  expect(await screen.findByText('Assign Voices to Characters')).toBeTruthy()
  await waitFor(() => expect(router.state.location.state).toBeNull())
  expect(mark().state).toBe('idle')
})

test('sends a last line that the server lacks, with its age, when the script is opened', async () => {
  backend.progress = { ...backend.progress, lastPlayedLineIndex: 3, lastUpdated: ago(0), ageMs: 2 * MINUTE }
  const kept = { lastPlayedLineIndex: 12, lastUpdated: ago(MINUTE), untold: true, known: ago(HOUR) }
  localStorage.setItem('andscene_last_line_script1', JSON.stringify(kept))
  openReader(PATH)
  const sent = { lastPlayedLineIndex: 12, ageMs: expect.any(Number), follows: kept.known }
  await waitFor(() => expect(backend.bodies).toContainEqual(sent))
  expect(mark()).toMatchObject({ state: 'idle', line: '12' })
})

test('decision 0087: opens at the line of the server if it is younger, whatever the clocks show', async () => {
  backend.progress = { lastPlayedLineIndex: 3, lastUpdated: ago(HOUR), ageMs: MINUTE }
  const kept = { lastPlayedLineIndex: 12, lastUpdated: ago(2 * MINUTE), untold: true }
  localStorage.setItem('andscene_last_line_script1', JSON.stringify(kept))
  openReader(PATH)
  await waitFor(() => expect(mark()).toMatchObject({ state: 'idle', line: '3' }))
  expect(backend.calls).not.toContain('PUT progress')
})

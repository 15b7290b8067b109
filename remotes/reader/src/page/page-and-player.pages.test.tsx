import { queryKeys } from '@andscene/web-kit/query-keys'
import { isHeld } from '@andscene/web-kit/safe-moment'
import { castingKey } from '@andscene/web-kit/storage-keys'
import { failed } from '@andscene/web-kit/testing/stub'
import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { http } from 'msw'
import { expect, test, vi } from 'vitest'
import { clock } from '../testing/fake-sound-system.ts'
import { API, backend, server, setUpReader } from '../testing/reader-page.tsx'
import { row, lineButton, header, openPage, heard, untilItHolds } from '../testing/opened-page.ts'

vi.mock('../player/output/sound-system.ts', () => import('../testing/fake-sound-system.ts'))
setUpReader()

const voiceOf = (index: number) => row(index)?.querySelector('[data-chip="voice"]')?.textContent

const asked = () => backend.calls.filter((call) => call === 'POST check-cache').length

test('a casting that another tab saves shows here, in the lines and in the panel', async () => {
  await openPage()
  const casting = { characterAssignments: { ANNA: 'local:gone', BEN: 'local:magnus' } }
  const newValue = JSON.stringify({ ...casting, narrationVoiceId: 'local:claire', timestamp: Date.now() })
  localStorage.setItem(castingKey('script1'), newValue)
  dispatchEvent(new StorageEvent('storage', { key: castingKey('script1'), newValue }))
  await waitFor(() => expect(voiceOf(6)).toBe('Magnus'))
  const panel = within(screen.getByRole('complementary', { name: 'Characters' }))
  expect(panel.getByRole('button', { name: 'Magnus, voice of BEN: change' })).toBeTruthy()
  // product §3: a voice that no longer exists counts as no assignment and is shown so.
  expect(panel.getByRole('button', { name: 'Assign a voice to ANNA' }).textContent).toBe('Assign')
})

test('product §3 when a voice is removed while the page is open, playback stops and asks for another', async () => {
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
  await untilItHolds(() => expect(screen.getByText(asks)).toBeTruthy())
  expect(screen.queryByText(/could be played\. Playback stopped/)).toBeNull()
})

test('while it plays only, the cache status is asked for (product §9) and no new version offered (§14)', async () => {
  await openPage()
  expect(isHeld()).toBe(false)
  await userEvent.click(lineButton(4))
  expect(isHeld()).toBe(true)
  await heard('Hello.')
  expect(isHeld()).toBe(true)
  await userEvent.click(header().getByRole('button', { name: 'Pause' }))
  expect(isHeld()).toBe(false)
  expect(clock.pendingTimers()).toBe(0)
  const before = asked()
  await clock.advance(60_000)
  expect(asked()).toBe(before)
})

test('the speed is kept with the person, and followed when they change it elsewhere', async () => {
  const { client } = await openPage()
  await userEvent.keyboard('+')
  expect(screen.getByRole('button', { name: 'Speed 1.25×' })).toBeTruthy()
  await waitFor(() => expect(backend.rate).toBe(1.25))
  client.setQueryData(queryKeys.preferences, { skippedLineTypes: [], rate: 2 })
  expect(await screen.findByRole('button', { name: 'Speed 2×' })).toBeTruthy()
  expect(backend.calls.filter((call) => call === 'PUT preferences')).toHaveLength(1)
})

test('a step that leads to the end leaves the focus at the button that leads back', async () => {
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

test('a click that ends a selection of words does not play them', async () => {
  await openPage()
  vi.spyOn(globalThis, 'getSelection').mockReturnValue({ isCollapsed: false } as Selection)
  fireEvent.click(lineButton(4))
  expect(screen.getByTestId('player').dataset['state']).toBe('idle')
})

test('after another casting is saved, the readiness is requested again', async () => {
  await openPage()
  expect(await screen.findByText(/^47 of/)).toBeTruthy()
  backend.narration = { total: 47, ready: 3, waiting: 44, failed: 0 }
  await userEvent.click(screen.getByRole('button', { name: 'Manage All' }))
  await userEvent.click(await screen.findByRole('button', { name: 'SAVE ASSIGNMENTS' }))
  expect(await screen.findByText(/^3 of/)).toBeTruthy()
})

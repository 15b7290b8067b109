import { failed } from '@andscene/web-kit/testing/stub'
import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { http } from 'msw'
import { beforeEach, expect, test, vi } from 'vitest'
import { API, backend, openReader, server, setUpReader } from '../../testing/reader-page.tsx'
import { providers, ROBOTS, serveRoboticCast, UNDO } from '../../testing/robotic-cast.ts'

vi.mock('../../player/output/sound-system.ts', () => import('../../testing/fake-sound-system.ts'))
setUpReader()

beforeEach(serveRoboticCast)

const OFFER = { name: 'Recast with natural voices' }
const panel = () => screen.findByRole('complementary', { name: 'Characters' })
const voiceOf = async (name: string) =>
  within(await panel()).findByRole('button', { name: new RegExp(`voice of ${name}: change`) })

test('recasts robotic voices and saves with one click; Undo restores them; both keep the focus on the offer', async () => {
  openReader()
  const button = await within(await panel()).findByRole('button', OFFER)
  expect(button.closest('p')?.textContent).toBe('Natural voices are ready. Recast')
  button.focus()
  await userEvent.keyboard('{Enter}')
  await screen.findByRole('button', UNDO)
  expect(providers()).toEqual(['kokoro', 'kokoro', 'kokoro'])
  await waitFor(() => expect(document.activeElement).toBe(screen.getByRole('button', UNDO)))
  expect(screen.getByText('3 voices were replaced by natural voices.').tagName).toBe('OUTPUT')
  expect((await voiceOf('ANNA')).textContent).toMatch(/^(Zoe|Bo|Max)$/)

  await userEvent.keyboard('{Enter}')
  await screen.findByRole('button', OFFER)
  expect(backend.casting).toEqual(ROBOTS)
  await waitFor(() => expect(document.activeElement).toBe(screen.getByRole('button', OFFER)))
  expect((await voiceOf('ANNA')).textContent).toBe('Ruth')
})

test('a dismissed offer does not return on this device', async () => {
  openReader()
  await screen.findByRole('button', OFFER)
  await userEvent.click(screen.getByRole('button', { name: 'Keep current cast' }))
  expect(screen.queryByRole('button', OFFER)).toBeNull()
  await waitFor(() => expect(document.activeElement?.closest('[data-line-index]')).toBeTruthy())
  expect(localStorage.getItem('andscene_recast_script1')).not.toBeNull()
})

test('product §8 when saving fails, shows the error and changes nothing', async () => {
  server.use(http.post(`${API}/scripts/:id/assign-voices`, () => failed('VALIDATION', 'The store is full.')))
  openReader()
  const button = await screen.findByRole('button', OFFER)
  await userEvent.click(button)
  expect((await screen.findByRole('alert')).textContent).toBe('The store is full.')
  expect(document.activeElement).toBe(button)
  expect((await voiceOf('ANNA')).textContent).toBe('Ruth')
})

test('a new script shows the loading progress of natural voices on its card', async () => {
  backend.casting = { characterAssignments: {} }
  backend.naturalVoices = { state: 'coming', doneBytes: 45_000_000, totalBytes: 92_361_271 }
  openReader()
  const card = await screen.findByRole('region', { name: /needs? (a voice|voices)$/ })
  expect(await within(card).findByText('Loading natural voices… 48 %')).toBeTruthy()
})

test('shows the name of an unavailable voice', async () => {
  backend.voices = backend.voices.map((one) =>
    one.provider === 'kokoro' ? { ...one, isActive: false } : one,
  )
  backend.naturalVoices = { state: 'resting', reason: 'They rest.' }
  backend.casting = { ...ROBOTS, characterAssignments: { ANNA: 'kokoro:zoe' } }
  openReader()
  const name = 'Zoe (unavailable), voice of ANNA: change'
  expect((await screen.findByRole('button', { name })).textContent).toBe('Zoeunavailable')
})

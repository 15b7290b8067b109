import { screen, waitFor } from '@testing-library/react'
import { StrictMode } from 'react'
import { expect, test, vi } from 'vitest'
import { output } from '../testing/fake-sound-system.ts'
import { heard, lineButton } from '../testing/opened-page.ts'
import { backend, openReader, SCRIPT, setUpReader, changeRole } from '../testing/reader-page.tsx'
import { queryKeys } from '@andscene/web-kit/query-keys'
import { audioKey, castingKey, lastLineKey } from '@andscene/web-kit/storage-keys'
import { playbacks } from '../player/playbacks.ts'
import { followers, tellPages } from '../testing/script-events.ts'
import userEvent from '@testing-library/user-event'

vi.mock('../player/output/sound-system.ts', () => import('../testing/fake-sound-system.ts'))
setUpReader()

test('in strict mode a script has one player, which handles a click once and is closed with its page', async () => {
  // A player subscribes to the output from its creation to its end.
  const players: { isOpen: boolean }[] = []
  const { onInterrupted } = output
  vi.spyOn(output, 'onInterrupted').mockImplementation((listener) => {
    const end = onInterrupted(listener)
    const player = { isOpen: true }
    players.push(player)
    return () => {
      player.isOpen = false
      end()
    }
  })
  const { router } = openReader('/scripts/script1', StrictMode)
  await screen.findByRole('toolbar', { name: 'Playback' })
  await userEvent.click(lineButton(4))
  await heard('Hello.')
  expect(backend.calls.filter((call) => call === 'generate l4')).toHaveLength(1)
  await waitFor(() => expect(followers()).toBe(1))
  await router.navigate('/elsewhere')
  await waitFor(() => expect(players).toEqual([{ isOpen: false }]))
  expect(followers()).toBe(0)
})

/** The number of requests for the casting. */
const castingRequests = () => backend.calls.filter((call) => call === 'GET assign-voices').length

async function openFollowed() {
  const opened = openReader()
  await screen.findByRole('toolbar', { name: 'Playback' })
  await waitFor(() => expect(followers()).toBe(1))
  return opened
}

test('product §11: when the script is deleted, playback stops immediately and its data is removed from the device', async () => {
  backend.script = { ...SCRIPT, role: 'listener' }
  await openFollowed()
  await userEvent.click(lineButton(4))
  await heard('Hello.')
  localStorage.setItem(audioKey(SCRIPT._id, 'l4', 'local:ruth'), '{}')
  tellPages('gone')
  expect(await screen.findByRole('heading', { name: 'Script not found' })).toBeTruthy()
  expect(output.audible()).toEqual([])
  expect(playbacks.get(SCRIPT._id)).toBeUndefined()
  await waitFor(() => {
    const kept = [audioKey(SCRIPT._id, 'l4', 'local:ruth'), castingKey(SCRIPT._id), lastLineKey(SCRIPT._id)]
    expect(kept.map((key) => localStorage.getItem(key))).toEqual([null, null, null])
  })
})

test('product §12: a new casting is shown immediately and used from the next line on', async () => {
  await openFollowed()
  await userEvent.click(lineButton(4))
  await heard('Hello.')
  backend.casting = {
    characterAssignments: { ANNA: 'local:magnus' },
    narrationVoiceId: 'local:claire',
    version: 7,
  }
  tellPages('casting', { version: 7 })
  const chip = document.querySelector('[data-line-index="4"] [data-chip="voice"]')!
  await waitFor(() => expect(chip.textContent).toBe('Magnus'))
  expect(output.audible()).toEqual(['Hello.'])
  const before = castingRequests()
  // The page has this version already.
  tellPages('casting', { version: 7 })
  tellPages('title', { title: 'The Bridge' })
  expect(await screen.findByRole('heading', { name: 'The Bridge' })).toBeTruthy()
  expect(castingRequests()).toBe(before)
})

test('product §11: when the role changes on an open page, hides what the new role may not see', async () => {
  backend.script = { ...SCRIPT, role: 'editor' }
  await openFollowed()
  expect(screen.getByText('Note: Which kettle?')).toBeTruthy()
  const lines = SCRIPT.content.lines.map((shown) => ({ ...shown, scriptNote: '' }))
  backend.script = { ...SCRIPT, content: { ...SCRIPT.content, lines } }
  changeRole('listener')
  await waitFor(() => expect(screen.queryByText('Note: Which kettle?')).toBeNull())
  expect(document.querySelector('[data-line-index="1"]')?.textContent).toContain('A kettle sings.')
})

test("product §12: shows readiness figures from an event without a request, also on the script's card", async () => {
  const { client } = await openFollowed()
  const card = { scriptId: SCRIPT._id, total: 47, ready: 0, failed: 0, making: true }
  client.setQueryData(queryKeys.readiness(SCRIPT._id), card)
  expect(await screen.findByText(/^47 of \d+ lines ready/)).toBeTruthy()
  // The backend still responds with 47.
  tellPages('narration', { total: 47, ready: 4, waiting: 43, failed: 0 })
  expect(await screen.findByText(/^4 of \d+ lines ready/)).toBeTruthy()
  expect(client.getQueryData(queryKeys.readiness(SCRIPT._id))).toEqual({ ...card, ready: 4 })
})

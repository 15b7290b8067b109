import { createQueryClient } from '@andscene/web-kit/query-client'
import { SnackbarProvider } from '@andscene/web-kit/snackbar'
import { QueryClientProvider } from '@tanstack/react-query'
import { render, screen, waitFor } from '@testing-library/react'
import { StrictMode, Suspense, use } from 'react'
import { beforeEach, expect, test, vi, describe } from 'vitest'
import { output } from '../testing/fake-sound-system.ts'
import { heard, lineButton } from '../testing/opened-page.ts'
import { backend, openReader, SCRIPT, setUpReader, changeRole } from '../testing/reader-page.tsx'
import { useOpening } from './open-script.ts'
import { queryKeys } from '@andscene/web-kit/query-keys'
import { audioKey, castingKey, lastLineKey } from '@andscene/web-kit/storage-keys'
import { playbacks } from '../player/playbacks.ts'
import { followers, tellPages } from '../testing/script-events.ts'
import userEvent from '@testing-library/user-event'

vi.mock('../player/output/sound-system.ts', () => import('../testing/fake-sound-system.ts'))
setUpReader()

/** Players that listen to the output: one from its opening to its end. */
const players = { open: 0, opened: 0 }
beforeEach(() => {
  Object.assign(players, { open: 0, opened: 0 })
  const { onInterrupted } = output
  vi.spyOn(output, 'onInterrupted').mockImplementation((listener) => {
    const end = onInterrupted(listener)
    players.open += 1
    players.opened += 1
    return () => {
      players.open -= 1
      return end()
    }
  })
})

test('in strict mode a script has exactly one player: a line that is clicked is heard once', async () => {
  openReader('/scripts/script1', StrictMode)
  await screen.findByRole('toolbar', { name: 'Playback' })
  expect(players).toEqual({ open: 1, opened: 1 })
  await userEvent.click(lineButton(4))
  await heard('Hello.')
  expect(backend.calls.filter((call) => call === 'generate l4')).toHaveLength(1)
})

test('a page that is left has its player closed, in strict mode, too', async () => {
  const { router } = openReader('/scripts/script1', StrictMode)
  await screen.findByRole('toolbar', { name: 'Playback' })
  await router.navigate('/elsewhere')
  await waitFor(() => expect(players).toEqual({ open: 0, opened: 1 }))
})

const never = new Promise<never>(() => undefined)
function Waiting() {
  return use(never)
}
function Opening() {
  useOpening(SCRIPT, () => undefined)
  return null
}

test('a script that is drawn and never shown opens no player', async () => {
  const client = createQueryClient()
  render(
    <QueryClientProvider client={client}>
      <SnackbarProvider>
        <Suspense fallback="not yet">
          <Opening />
          <Waiting />
        </Suspense>
      </SnackbarProvider>
    </QueryClientProvider>,
  )
  expect(screen.getByText('not yet')).toBeTruthy()
  expect(players).toEqual({ open: 0, opened: 0 })
})

/** How often the casting was read. */
const asked = () => backend.calls.filter((call) => call === 'GET assign-voices').length

async function openFollowed() {
  const opened = openReader()
  await screen.findByRole('toolbar', { name: 'Playback' })
  await waitFor(() => expect(followers()).toBe(1))
  return opened
}

describe('product §11: a script that goes while it is open', () => {
  test('falls silent immediately, and nothing of it stays on the device', async () => {
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

  test('is followed no longer once its page is left', async () => {
    const { router } = await openFollowed()
    await router.navigate('/elsewhere')
    await waitFor(() => expect(followers()).toBe(0))
  })
})

test('product §12: a new casting is shown, and read from the next line on; the audible line continues', async () => {
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
  const before = asked()
  // Known already.
  tellPages('casting', { version: 7 })
  tellPages('title', { title: 'The Bridge' })
  expect(await screen.findByRole('heading', { name: 'The Bridge' })).toBeTruthy()
  expect(asked()).toBe(before)
})

test('product §11: a user who loses rights on an open page loses what the role may not see', async () => {
  backend.script = { ...SCRIPT, role: 'editor' }
  await openFollowed()
  expect(screen.getByText('Note: Which kettle?')).toBeTruthy()
  const lines = SCRIPT.content.lines.map((shown) => ({ ...shown, scriptNote: '' }))
  backend.script = { ...SCRIPT, content: { ...SCRIPT.content, lines } }
  changeRole('listener')
  await waitFor(() => expect(screen.queryByText('Note: Which kettle?')).toBeNull())
  expect(document.querySelector('[data-line-index="1"]')?.textContent).toContain('A kettle sings.')
})

test('product §12: figures that the page is notified of are shown without a request, later on its card', async () => {
  const { client } = await openFollowed()
  const card = { scriptId: SCRIPT._id, total: 47, ready: 0, failed: 0, making: true }
  client.setQueryData(queryKeys.readiness(SCRIPT._id), card)
  expect(await screen.findByText(/^47 of \d+ lines ready/)).toBeTruthy()
  // The backend still responds with 47.
  tellPages('narration', { total: 47, ready: 4, waiting: 43, failed: 0 })
  expect(await screen.findByText(/^4 of \d+ lines ready/)).toBeTruthy()
  expect(client.getQueryData(queryKeys.readiness(SCRIPT._id))).toEqual({ ...card, ready: 4 })
})

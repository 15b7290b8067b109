import { createQueryClient } from '@andscene/web-kit/query-client'
import { SnackbarProvider } from '@andscene/web-kit/snackbar'
import { QueryClientProvider } from '@tanstack/react-query'
import { render, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { StrictMode, Suspense, use } from 'react'
import { beforeEach, expect, test, vi } from 'vitest'
import { output } from '../testing/fake-sound-system.ts'
import { heard, lineButton } from '../testing/opened-page.ts'
import { backend, openReader, SCRIPT, setUpReader } from '../testing/reader-page.tsx'
import { useOpening } from './open-script.ts'

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

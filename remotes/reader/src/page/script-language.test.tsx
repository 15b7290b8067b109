import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test, vi } from 'vitest'
import { lineButton, openPage } from '../testing/opened-page.ts'
import { backend, LINES, SCRIPT, setUpReader } from '../testing/reader-page.tsx'

vi.mock('../player/output/sound-system.ts', () => import('../testing/fake-sound-system.ts'))
setUpReader()

/** Opens the page in the window of a phone. */
async function openOnPhone(script = SCRIPT) {
  const { matchMedia } = globalThis
  vi.stubGlobal('matchMedia', (query: string) =>
    query.includes('max-width: 599')
      ? { matches: true, media: query, addEventListener() {}, removeEventListener() {} }
      : matchMedia(query),
  )
  backend.script = script
  await openPage()
}
const miniPlayer = async () => within(await screen.findByRole('region', { name: 'Mini player' }))

test('product §2 title, lines and names of the mini player have the language that the server stored', async () => {
  await openOnPhone({ ...SCRIPT, language: 'fr' })
  expect(screen.getByRole('heading', { level: 1 }).lang).toBe('fr')
  expect(lineButton(1).closest('[lang]')?.getAttribute('lang')).toBe('fr')
  const mini = await miniPlayer()
  expect(mini.getByText('Scene heading').lang).toBe('')
  await userEvent.keyboard('{ArrowDown}{ArrowDown}{ArrowDown}')
  expect((await mini.findByText('ANNA')).lang).toBe('fr')
})

test('product §2 the language of a script of an older release is read from its lines', async () => {
  const text = 'Je ne savais pas que tu étais là, et il ne faut pas rester dans la maison avec elle.'
  const lines = LINES.map((one) => (one.type === 'Action' ? { ...one, text } : one))
  await openOnPhone({ ...SCRIPT, content: { ...SCRIPT.content, lines } })
  await waitFor(() => expect(screen.getByRole('heading', { level: 1 }).lang).toBe('fr'))
})

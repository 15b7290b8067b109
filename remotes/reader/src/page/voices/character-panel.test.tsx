import { CHARACTER_ORDER_KEY } from '@andscene/web-kit/storage-keys'
import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test, vi } from 'vitest'
import { line } from '../../testing/line.ts'
import { backend, LINES, openReader, SCRIPT, setUpReader } from '../../testing/reader-page.tsx'

vi.mock('../../player/output/sound-system.ts', () => import('../../testing/fake-sound-system.ts'))
setUpReader()

const panel = () => within(screen.getByRole('complementary', { name: 'Characters' }))
const listed = () =>
  panel()
    .getAllByRole('listitem')
    .map((entry) => entry.textContent)
const marked = () => panel().queryByRole('listitem', { current: true })?.textContent

async function openPage() {
  const lines = [line(100, 'Character', 'ZOE', { character: 'ZOE' }), ...LINES]
  backend.script = {
    ...SCRIPT,
    content: { lines, characters: [{ character: 'ANNA' }, { character: 'BEN' }, { character: 'ZOE' }] },
  }
  openReader()
  await waitFor(() => expect(panel().getAllByRole('listitem')).toHaveLength(3))
  await waitFor(() => expect(listed()[0]).toContain('Ruth'))
}

test('product §2 lists characters by number of lines, as in the casting', async () => {
  await openPage()
  expect(listed()).toEqual(['ANNA3 linesRuth', 'BEN1 lineAssign', 'ZOE0 linesAssign'])
})

test.each([
  ['by their voices', {}, 'Together'],
  ['by its own voice if it has one', { 'ANNA AND BEN': 'local:ruth' }, 'Ruth'],
])('product §5 says that a cue of several characters is spoken %s', async (_rule, own, voice) => {
  const joint = [
    line(200, 'Character', 'ANNA AND BEN', { character: 'ANNA AND BEN' }),
    line(201, 'Dialogue', 'Run!', { character: 'ANNA AND BEN' }),
  ]
  const lines = [...LINES, ...joint]
  const characters = ['ANNA', 'BEN', 'ANNA AND BEN'].map((character) => ({ character }))
  backend.script = { ...SCRIPT, content: { lines, characters } }
  backend.casting = { characterAssignments: { ANNA: 'local:ruth', BEN: 'local:magnus', ...own } }
  openReader()
  await waitFor(() =>
    expect(listed()).toEqual(['ANNA3 linesRuth', 'BEN1 lineMagnus', `ANNA AND BEN1 line${voice}`]),
  )
})

test('lists them in order of appearance; the order is stored on the device', async () => {
  await openPage()
  await userEvent.click(panel().getByText('Appearance'))
  expect(listed().map((text) => text?.slice(0, 3))).toEqual(['ZOE', 'ANN', 'BEN'])
  expect(localStorage.getItem(CHARACTER_ORDER_KEY)).toBe('appearance')
})

test('marks the speaker of the current line', async () => {
  await openPage()
  expect(marked()).toBeUndefined()
  await userEvent.keyboard('{Home}')
  expect(marked()).toContain('ZOE')
  await userEvent.keyboard('{ArrowDown}{ArrowDown}')
  expect(marked()).toBeUndefined()
  await userEvent.keyboard('{ArrowDown}')
  expect(marked()).toContain('ANNA')
})

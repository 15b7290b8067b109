import { act, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, expect, test, vi } from 'vitest'
import { line } from '../../testing/line.ts'
import { backend, openReader, SCRIPT, setUpReader } from '../../testing/reader-page.tsx'
import { showRevisions } from './revision-view.ts'

vi.mock('../../player/output/sound-system.ts', () => import('../../testing/fake-sound-system.ts'))
setUpReader()
beforeEach(() => showRevisions(true))

const LINES = [
  line(0, 'Scene Heading', 'INT. SIGNAL BOX - DUSK', { sceneNumber: '1' }),
  line(1, 'Action', 'Rain on the tin roof.', {
    styles: [{ start: 16, end: 20, italic: true }],
    revisions: [
      { start: 12, end: 18, set: 2 },
      { start: 18, end: 20, set: 3 },
    ],
  }),
  line(2, 'Action', 'A lever falls.', { revisions: [{ start: 7, end: 7, set: 2 }] }),
  line(3, 'Action', 'Lamps.', { revisions: [{ start: 0, end: 6, set: 40 }] }),
]
const SETS = [
  { id: 2, name: 'Blue Revision', color: '#1F5AC8', mark: '*' },
  { id: 3, name: 'Pink Revision', color: '#FDCCD4', mark: '+' },
]

async function openPage(revised = true) {
  const content = { ...SCRIPT.content, lines: revised ? LINES : LINES.slice(0, 1) }
  backend.script = { ...SCRIPT, content, ...(revised && { revisionSets: SETS }) }
  openReader()
  await waitFor(() => expect(document.querySelector('[data-line-index]')).toBeTruthy())
}
const marks = (under: ParentNode = document) =>
  [...under.querySelectorAll<HTMLElement>('[data-revision-mark][data-tip]')].map((mark) => [
    mark.textContent,
    mark.dataset['tip'],
  ])
const colored = () =>
  [2, 3, 40].filter((id) =>
    [...document.querySelectorAll('style')].some(({ textContent }) =>
      textContent.includes(`[data-revision-set='${id}']`),
    ),
  )
async function openMenu() {
  await userEvent.click(await screen.findByRole('button', { name: 'Text size and print' }))
  return within(await screen.findByRole('dialog', { name: 'Text size and print' }))
}

const print = (event: 'beforeprint' | 'afterprint') => act(() => void dispatchEvent(new Event(event)))
const printed = () => marks(document.querySelector('[data-printed-script]')!)

test('product §2 a revised line has the mark of its latest set in the margin, with the names of its sets', async () => {
  await openPage()
  await waitFor(() =>
    expect(marks()).toEqual([
      ['Pink Revision, Blue Revision+', 'Pink Revision, Blue Revision'],
      ['Blue Revision*', 'Blue Revision'],
      ['Revision 40*', 'Revision 40'],
    ]),
  )
  const words = document.querySelector('[data-line-index="1"] [data-words]')!
  expect(words.textContent).toBe(LINES[1]!.text)
  const revised = [...words.querySelectorAll<HTMLElement>('[data-revision-set]')]
  expect(revised.map((each) => [each.textContent, each.dataset['revisionSet']])).toEqual([
    ['tin ', '2'],
    ['ro', '2'],
    ['of', '3'],
  ])
  expect(colored()).toEqual([2, 3])
})

test('product §2 Final Draft revisions can be hidden; the choice is kept on the device', async () => {
  await openPage()
  await waitFor(() => expect(marks()).toHaveLength(3))
  const menu = await openMenu()
  const choice = menu.getByRole('checkbox', { name: 'Final Draft revisions' })
  expect(menu.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual([
    '*Blue Revision2 lines',
    '+Pink Revision1 line',
  ])
  await userEvent.click(choice)
  expect([marks(), colored(), localStorage.getItem('andscene_revisions')]).toEqual([[], [], 'hidden'])
  expect(menu.queryAllByRole('listitem')).toEqual([])
  act(() => void dispatchEvent(Object.assign(new Event('storage'), { key: 'andscene_other' })))
  expect(marks()).toEqual([])
  localStorage.setItem('andscene_revisions', 'shown')
  act(() => void dispatchEvent(Object.assign(new Event('storage'), { key: 'andscene_revisions' })))
  expect(marks()).toHaveLength(3)
})

test('product §2 a script without revision marks has no choice of them', async () => {
  await openPage(false)
  const menu = await openMenu()
  expect(menu.getAllByText('Text size')).toHaveLength(1)
  expect(menu.queryByText('Final Draft revisions')).toBeNull()
  expect(marks()).toEqual([])
})

test('product §2 prints the revision marks unless they are hidden', async () => {
  await openPage()
  await waitFor(() => expect(marks()).toHaveLength(3))
  print('beforeprint')
  expect(printed().map(([text]) => text)).toEqual([
    'Pink Revision, Blue Revision+',
    'Blue Revision*',
    'Revision 40*',
  ])
  print('afterprint')
  act(() => showRevisions(false))
  print('beforeprint')
  expect(printed()).toEqual([])
  print('afterprint')
})

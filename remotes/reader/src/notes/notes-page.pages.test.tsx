import { failed } from '@andscene/web-kit/testing/stub'
import { act, cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { http } from 'msw'
import { beforeEach, describe, expect, test, vi } from 'vitest'
import { API, backend, openReader, SCRIPT, server } from '../testing/reader-page.tsx'
import { clock } from '../testing/fake-sound-system.ts'
import * as noted from './testing/noted-page.ts'

// The page is real, its sound is not.
vi.mock('../player/output/sound-system.ts', () => import('../testing/fake-sound-system.ts'))

noted.setUpNotes()

test('product §12: a press in the margin writes one on that line, with a colour and a category', async () => {
  await noted.openNoted()
  await noted.write(1, 'Which kettle?')
  await userEvent.click(screen.getByRole('radio', { name: 'Purple' }))
  await userEvent.selectOptions(screen.getByRole('combobox', { name: 'Category' }), 'Production')
  await userEvent.click(screen.getByRole('button', { name: 'Send' }))
  await waitFor(() =>
    expect(noted.written()).toMatchObject([
      { lineId: 'l1', text: 'Which kettle?', colour: 'purple', category: 'Production' },
    ]),
  )
  expect(noted.player().getSnapshot().state).toBe('idle')
})

test('product §12: during playback it pauses, and continues once the note is sent', async () => {
  await noted.openNoted()
  await noted.play(1)
  await userEvent.keyboard('n')
  const field = await noted.editor()
  expect(noted.player().getSnapshot().state).toBe('paused')
  await userEvent.type(field, 'Here.{Control>}{Enter}{/Control}')
  await noted.playing()
  await waitFor(() => expect(noted.texts()).toEqual(['Here.']))
})

const SEND = '{Control>}{Enter}{/Control}'
const focusLine = (index: number) => act(() => within(noted.row(index)).getAllByRole('button')[0]!.focus())
const press = (key: string) => userEvent.keyboard(key)
test.each<[where: string, begin: () => Promise<unknown>, at: object]>([
  [
    'the line that is heard, with its time, not on the one that has the focus',
    async () => {
      await noted.play(3)
      focusLine(1)
      await act(() => clock.advance(1_200))
      await press('n')
    },
    { lineId: 'l3', atMs: expect.closeTo(1_500, -3) },
  ],
  [
    'the words that are selected, whatever is heard, without a time',
    async () => {
      await noted.play(3)
      noted.select(1, 2, 8)
      await press('n')
    },
    { lineId: 'l1', range: { start: 2, end: 8 } },
  ],
  [
    'the line of the margin that is pressed, without a time',
    async () => {
      await noted.play(3)
      await userEvent.click(noted.margin(8))
    },
    { lineId: 'l8' },
  ],
  [
    'the line with the focus while nothing is heard',
    async () => {
      act(() => noted.player().goToLine(3))
      focusLine(1)
      await press('n')
    },
    { lineId: 'l1' },
  ],
  [
    'the current line while nothing is heard and no line has the focus',
    async () => {
      act(() => noted.player().goToLine(4))
      await press('n')
    },
    { lineId: 'l4' },
  ],
])('product §12: a note is on %s', async (_where, begin, at) => {
  await noted.openNoted()
  await begin()
  await userEvent.type(await noted.editor(), `Warmer.${SEND}`)
  await waitFor(() => expect(noted.texts()).toEqual(['Warmer.']))
  expect(noted.written().map(({ lineId, atMs, range }) => ({ lineId, atMs, range }))).toEqual([at])
  expect(document.querySelector('[data-note-mark]')?.textContent).toBe('1')
  expect(screen.queryByRole('textbox')).toBeNull()
})

test('product §12: or continues meanwhile, if that was chosen; the device keeps the choice', async () => {
  await noted.openNoted()
  await noted.openPanel()
  await userEvent.click(await screen.findByRole('checkbox', { name: 'Pause while I write a note' }))
  await noted.play(1)
  await userEvent.click(noted.margin(1))
  await noted.editor()
  expect(noted.player().getSnapshot().state).toBe('playing')
  expect(localStorage.getItem('andscene_notes_pause')).toBe('no')
})

test('product §12: with more than 2,000 characters shows a message, sends nothing and cuts nothing', async () => {
  await noted.openNoted()
  await userEvent.click(noted.margin(4))
  const field = await noted.editor()
  fireEvent.change(field, { target: { value: 'x'.repeat(2_001) } })
  expect(screen.getByText('A note can have 2,000 characters. This one has 2,001.')).toBeTruthy()
  await userEvent.click(screen.getByRole('button', { name: 'Send' }))
  expect(field.value).toHaveLength(2_001)
  expect(noted.texts()).toEqual([])
})

test("product §12: at 5,000 notes the backend's sentence stands with the text, which can be sent again", async () => {
  noted.notes.limit = 0
  await noted.openNoted()
  await noted.write(4, 'One too many{Control>}{Enter}{/Control}')
  await userEvent.click(
    await within(noted.row(4)).findByRole('button', { name: '1 note on this line, not sent' }),
  )
  expect(await screen.findByText('A script can have 5,000 notes')).toBeTruthy()
  noted.notes.limit = 1
  await userEvent.click(screen.getByRole('button', { name: 'Try again' }))
  await waitFor(() => expect(noted.texts()).toEqual(['One too many']))
})

test('product §12: a note of another user arrives; the focus on its mark shows it with its time, and takes it away', async () => {
  await noted.openNoted()
  noted.tell(() => noted.notes.set('hers------------', { lineId: 'l4', text: 'Hers', atMs: 3_250 }))
  const there = await noted.mark(4)
  vi.spyOn(there, 'matches').mockReturnValue(true)
  act(() => there.focus())
  const card = within(await screen.findByRole('article', { name: 'Note by Ada' }))
  expect([card.getByText('Hers'), card.getByText('0:03')]).toHaveLength(2)
  act(() => there.blur())
  await waitFor(() => expect(screen.queryByText('Hers')).toBeNull())
})

test("product §12: who may not delete another's note cannot; the owner of the script can", async () => {
  noted.notes.set('hers------------', { lineId: 'l4', text: 'Hers' })
  await noted.openCard('editor')
  await screen.findByText('Hers')
  expect(screen.queryByRole('button', { name: 'Delete note' })).toBeNull()
  cleanup()
  await noted.openCard('owner')
  await screen.findByText('Hers')
  expect(screen.queryByRole('button', { name: 'Edit note' })).toBeNull()
  await userEvent.click(screen.getByRole('button', { name: 'Delete note' }))
  const question = within(screen.getByRole('group', { name: 'Delete this note?' }))
  await userEvent.click(question.getByRole('button', { name: 'Delete note' }))
  await waitFor(() => expect(noted.texts()).toEqual([]))
})

test('product §11: a listener sees nothing of notes, and none are asked for', async () => {
  backend.script = { ...SCRIPT, role: 'listener' }
  openReader()
  await screen.findByText('A kettle sings.')
  await screen.findByRole('complementary', { name: 'Characters' })
  await userEvent.keyboard('n')
  expect(screen.queryByRole('button', { name: /^Notes/ })).toBeNull()
  expect(document.querySelector('[data-note-margin]')).toBeNull()
  expect(noted.notes.calls).toEqual([])
})

/** The texts of the notes that are listed. */
const listed = async () =>
  within(await noted.panel())
    .queryAllByRole('listitem')
    .map(({ textContent }) =>
      ['Of Anna', 'Of Ben', 'Of the sea', 'Done'].find((text) => textContent.includes(text)),
    )

describe('the list', () => {
  beforeEach(() => {
    noted.notes.set('open------------', { lineId: 'l4', text: 'Of Anna', mine: true, category: 'Story' })
    noted.notes.set('other-----------', { lineId: 'l6', text: 'Of Ben' })
    noted.notes.set('sea-------------', { lineId: 'l12', text: 'Of the sea' })
    noted.notes.set('done------------', {
      lineId: 'l1',
      text: 'Done',
      resolvedAt: '2026-11-21T12:00:00.000Z',
    })
  })
  test('product §12: notes are in the order of the script, and are filtered', async () => {
    await noted.openNoted()
    await noted.openPanel()
    await waitFor(async () => expect(await listed()).toEqual(['Of Anna', 'Of Ben', 'Of the sea']))
    await userEvent.click(screen.getByRole('radio', { name: 'All' }))
    expect(await listed()).toEqual(['Done', 'Of Anna', 'Of Ben', 'Of the sea'])
    await userEvent.click(screen.getByRole('radio', { name: 'Resolved' }))
    expect(await listed()).toEqual(['Done'])
    await userEvent.click(screen.getByRole('radio', { name: 'Open' }))
    await userEvent.click(screen.getByRole('button', { name: 'Mine' }))
    expect(await listed()).toEqual(['Of Anna'])
    await userEvent.click(screen.getByRole('button', { name: 'Mine' }))
    await userEvent.click(screen.getByRole('button', { name: 'Filter' }))
    await userEvent.selectOptions(screen.getByRole('combobox', { name: 'Character' }), 'BEN')
    expect(await listed()).toEqual(['Of Ben'])
    await userEvent.selectOptions(screen.getByRole('combobox', { name: 'Character' }), 'All characters')
    await userEvent.selectOptions(screen.getByRole('combobox', { name: 'Scene' }), '10. EXT. SEA - NIGHT')
    expect(await listed()).toEqual(['Of the sea'])
    await userEvent.selectOptions(screen.getByRole('combobox', { name: 'Scene' }), 'All scenes')
    await userEvent.selectOptions(screen.getByRole('combobox', { name: 'Category' }), 'Production')
    expect(await listed()).toEqual([])
    await userEvent.click(screen.getByRole('button', { name: 'Show all open notes' }))
    expect(await listed()).toHaveLength(3)
  })

  test('product §12: Shift+N and Shift+P go from note to note', async () => {
    await noted.openNoted()
    await noted.mark(4)
    await userEvent.keyboard('{Shift>}N{/Shift}')
    expect(await screen.findByText('Of Anna')).toBeTruthy()
    expect(noted.player().getSnapshot().line).toBe(4)
    await userEvent.keyboard('{Shift>}N{/Shift}')
    expect(await screen.findByText('Of Ben')).toBeTruthy()
    await userEvent.keyboard('{Shift>}P{/Shift}')
    await userEvent.keyboard('{Shift>}P{/Shift}')
    expect(await screen.findByText('Of the sea')).toBeTruthy()
    expect(noted.player().getSnapshot().page).toBe(0)
  })

  test('product §12: listen from here begins one line before', async () => {
    await noted.openNoted()
    await noted.openPanel()
    await userEvent.click(within(await noted.panel()).getByText('Of Ben'))
    await userEvent.click(await screen.findByRole('button', { name: 'Listen from here' }))
    await waitFor(() => expect(noted.player().getSnapshot().line).toBe(5))
  })

  test('product §12: of 5,000 notes only what is in sight is drawn', async () => {
    for (let nth = 0; nth < 5_000; nth += 1)
      noted.notes.set(`one-of-many-notes-${nth}`, { lineId: `l${nth % 47}`, text: `Nr ${nth}` })
    await noted.openNoted()
    await noted.openPanel()
    const list = within(await noted.panel())
    await waitFor(() => expect(list.getByText('5003 of 5004')).toBeTruthy())
    expect(list.getAllByRole('listitem').length).toBeLessThan(40)
    expect(document.querySelectorAll('[data-note-mark]').length).toBeLessThanOrEqual(20)
  })

  test('product §12: the report has all notes by scene, and is printed, or saved as a table', async () => {
    const pressed = vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(() => undefined)
    const printed = vi.fn<() => void>()
    vi.stubGlobal('print', printed)
    Object.assign(URL, { createObjectURL: () => 'blob:notes' })
    await noted.openNoted()
    await noted.openPanel()
    await userEvent.click(await screen.findByRole('button', { name: 'Report' }))
    const report = within(await screen.findByRole('dialog', { name: 'Notes report' }))
    const headings = report.getAllByRole('heading').map(({ textContent }) => textContent)
    expect(headings).toEqual(['Lantern Street', '9A. INT. KITCHEN - DAY', '10. EXT. SEA - NIGHT'])
    expect(report.getByText(/4 notes · 3 open/)).toBeTruthy()
    await userEvent.click(report.getByRole('button', { name: 'Save as CSV' }))
    await userEvent.click(report.getByRole('button', { name: /Print/ }))
    expect([pressed.mock.calls.length, printed.mock.calls.length]).toEqual([1, 1])
  })

  test('product §13: the file is downloaded with the open notes; a refusal shows a message', async () => {
    const asked: string[] = []
    server.use(
      http.get(`${API}/scripts/:id/file`, ({ request }) => {
        asked.push(new URL(request.url).search)
        return failed('NOT_FOUND', 'The file of this script was not kept')
      }),
    )
    await noted.openNoted('editor')
    await noted.openPanel()
    await userEvent.click(await screen.findByRole('button', { name: 'Download with notes' }))
    await userEvent.click(screen.getByRole('button', { name: 'Open notes' }))
    expect(await screen.findByText('The file of this script was not kept')).toBeTruthy()
    expect(asked).toEqual(['?notes=open'])
  })

  test('product §11: a commenter takes no file', async () => {
    await noted.openNoted('commenter')
    await noted.openPanel()
    await screen.findByRole('button', { name: 'Report' })
    expect(screen.queryByRole('button', { name: 'Download with notes' })).toBeNull()
  })
})

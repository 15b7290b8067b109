import { failed } from '@andscene/web-kit/testing/stub'
import { act, cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { http } from 'msw'
import { beforeEach, describe, expect, test, vi } from 'vitest'
import { API, backend, openReader, SCRIPT, server } from '../testing/reader-page.tsx'
import { clock } from '../testing/fake-sound-system.ts'
import * as noted from './testing/noted-page.ts'

// The page is real; only the audio is fake.
vi.mock('../player/output/sound-system.ts', () => import('../testing/fake-sound-system.ts'))

noted.setUpNotes()

test('product §12: a click in the margin adds a note to that line, with a color and a category', async () => {
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

test('product §12: adding a note pauses playback, which continues after the note is sent', async () => {
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
    'the playing line, with its time, not to the focused line',
    async () => {
      await noted.play(3)
      focusLine(1)
      await act(() => clock.advance(1_200))
      await press('n')
    },
    { lineId: 'l3', atMs: expect.closeTo(1_500, -3) },
  ],
  [
    'the selected text, without a time, even if another line is playing',
    async () => {
      await noted.play(3)
      noted.select(1, 2, 8)
      // It appears with the next frame, which on a busy machine may come before or after the key.
      await screen.findByRole('button', { name: 'Pronounce “kettle”…' })
      await press('n')
    },
    { lineId: 'l1', range: { start: 2, end: 8 } },
  ],
  [
    'the line whose margin is clicked, without a time',
    async () => {
      await noted.play(3)
      await userEvent.click(noted.margin(8))
    },
    { lineId: 'l8' },
  ],
  [
    'the focused line while nothing is playing',
    async () => {
      act(() => noted.player().goToLine(3))
      focusLine(1)
      await press('n')
    },
    { lineId: 'l1' },
  ],
  [
    'the current line while nothing is playing and no line is focused',
    async () => {
      act(() => noted.player().goToLine(4))
      await press('n')
    },
    { lineId: 'l4' },
  ],
])('product §12: adds a note to %s', async (_where, begin, at) => {
  await noted.openNoted()
  await begin()
  await userEvent.type(await noted.editor(), `Warmer.${SEND}`)
  await waitFor(() => expect(noted.texts()).toEqual(['Warmer.']))
  expect(noted.written().map(({ lineId, atMs, range }) => ({ lineId, atMs, range }))).toEqual([at])
  expect(document.querySelector('[data-note-mark]')?.textContent).toBe('1')
  expect(screen.queryByRole('textbox')).toBeNull()
})

test('product §12: playback continues while writing if the user chose so; the choice is stored on the device', async () => {
  await noted.openNoted()
  await noted.openPanel()
  await userEvent.click(await screen.findByRole('checkbox', { name: 'Pause while I write a note' }))
  await noted.play(1)
  await userEvent.click(noted.margin(1))
  await noted.editor()
  expect(noted.player().getSnapshot().state).toBe('playing')
  expect(localStorage.getItem('andscene_notes_pause')).toBe('no')
})

test('product §12: for a note of more than 2,000 characters, shows a message, sends nothing and does not truncate the text', async () => {
  await noted.openNoted()
  await userEvent.click(noted.margin(4))
  const field = await noted.editor()
  fireEvent.change(field, { target: { value: 'x'.repeat(2_001) } })
  expect(screen.getByText('A note can have 2,000 characters. This one has 2,001.')).toBeTruthy()
  await userEvent.click(screen.getByRole('button', { name: 'Send' }))
  expect(field.value).toHaveLength(2_001)
  expect(noted.texts()).toEqual([])
})

test("product §12: at 5,000 notes, shows the backend's message with the text, which can be sent again", async () => {
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

test('product §12: shows a note of another user; focusing its mark opens it with its time, leaving the mark closes it', async () => {
  await noted.openNoted()
  noted.changeByOther(() => noted.notes.set('hers------------', { lineId: 'l4', text: 'Hers', atMs: 3_250 }))
  const there = await noted.mark(4)
  vi.spyOn(there, 'matches').mockReturnValue(true)
  act(() => there.focus())
  const card = within(await screen.findByRole('article', { name: 'Note by Ada' }))
  expect([card.getByText('Hers'), card.getByText('0:03')]).toHaveLength(2)
  act(() => there.blur())
  await waitFor(() => expect(screen.queryByText('Hers')).toBeNull())
})

test('product §12: only the author and the owner of the script can delete a note', async () => {
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

test('product §11: a listener sees no notes, and the page requests none', async () => {
  backend.script = { ...SCRIPT, role: 'listener' }
  openReader()
  await screen.findByText('A kettle sings.')
  await screen.findByRole('complementary', { name: 'Characters' })
  await userEvent.keyboard('n')
  expect(screen.queryByRole('button', { name: /^Notes/ })).toBeNull()
  expect(document.querySelector('[data-note-margin]')).toBeNull()
  expect(noted.notes.calls).toEqual([])
})

/** The texts of the listed notes. */
const listed = async () =>
  within(await noted.panel())
    .queryAllByRole('listitem')
    .map(({ textContent }) =>
      ['Of Anna', 'Of Ben', 'Of the sea', 'Done', 'Which kettle?'].find((text) => textContent.includes(text)),
    )

describe('the list of notes', () => {
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
  test('product §12: is in script order and can be filtered', async () => {
    await noted.openNoted()
    await noted.openPanel()
    const open = ['Which kettle?', 'Of Anna', 'Of Ben', 'Of the sea']
    await waitFor(async () => expect(await listed()).toEqual(open))
    await userEvent.click(screen.getByRole('radio', { name: 'All' }))
    expect(await listed()).toEqual(['Which kettle?', 'Done', 'Of Anna', 'Of Ben', 'Of the sea'])
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
    expect(await listed()).toEqual(open)
  })

  test('product §12: Shift+N and Shift+P move between notes', async () => {
    await noted.openNoted()
    await noted.mark(4)
    // The note inside the file has no card: its line shows it.
    await userEvent.keyboard('{Shift>}N{/Shift}')
    await waitFor(() => expect(noted.player().getSnapshot().line).toBe(1))
    await userEvent.keyboard('{Shift>}N{/Shift}')
    expect(await screen.findByText('Of Anna')).toBeTruthy()
    expect(noted.player().getSnapshot().line).toBe(4)
    await userEvent.keyboard('{Shift>}N{/Shift}')
    expect(await screen.findByText('Of Ben')).toBeTruthy()
    for (const _ of ['Of Anna', 'in the file', 'Of the sea']) await userEvent.keyboard('{Shift>}P{/Shift}')
    expect(await screen.findByText('Of the sea')).toBeTruthy()
    expect(noted.player().getSnapshot().page).toBe(0)
  })

  test('product §12: Listen from here starts one line before the note', async () => {
    await noted.openNoted()
    await noted.openPanel()
    await userEvent.click(within(await noted.panel()).getByText('Of Ben'))
    await userEvent.click(await screen.findByRole('button', { name: 'Listen from here' }))
    await waitFor(() => expect(noted.player().getSnapshot().line).toBe(5))
  })

  test('product §12: with 5,000 notes, renders only the visible ones', async () => {
    for (let nth = 0; nth < 5_000; nth += 1)
      noted.notes.set(`one-of-many-notes-${nth}`, { lineId: `l${nth % 47}`, text: `Nr ${nth}` })
    await noted.openNoted()
    await noted.openPanel()
    const list = within(await noted.panel())
    await waitFor(() => expect(list.getByText('5004 of 5005')).toBeTruthy())
    expect(list.getAllByRole('listitem').length).toBeLessThan(40)
    expect(document.querySelectorAll('[data-note-mark]').length).toBeLessThanOrEqual(20)
  })

  test('product §12: the report lists all notes by scene and can be printed or saved as CSV', async () => {
    const pressed = vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(() => undefined)
    const printed = vi.fn<() => void>()
    vi.stubGlobal('print', printed)
    const saved: Blob[] = []
    Object.assign(URL, { createObjectURL: (file: Blob) => `blob:${saved.push(file)}` })
    await noted.openNoted()
    await noted.openPanel()
    await userEvent.click(await screen.findByRole('button', { name: 'Report' }))
    const report = within(await screen.findByRole('dialog', { name: 'Notes report' }))
    const headings = report.getAllByRole('heading').map(({ textContent }) => textContent)
    expect(headings).toEqual(['Lantern Street', '9A. INT. KITCHEN - DAY', '10. EXT. SEA - NIGHT'])
    expect(report.getByText(/5 notes · 3 open · 1 in the file$/)).toBeTruthy()
    expect(report.getByText('Which kettle?').nextSibling?.textContent).toBe('In the file')
    await userEvent.click(report.getByRole('button', { name: 'Save as CSV' }))
    expect(await saved[0]!.text()).toContain('"Which kettle?","","in the file","","","","",""')
    await userEvent.click(report.getByRole('button', { name: /Print/ }))
    expect([pressed.mock.calls.length, printed.mock.calls.length]).toEqual([1, 1])
    await userEvent.selectOptions(report.getByRole('combobox', { name: 'Which notes' }), 'Resolved notes')
    expect(report.queryByText('Which kettle?')).toBeNull()
  })

  test('product §13: downloads the script with the open notes; shows the message of a refusal', async () => {
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

  test('product §11: does not offer the download to a commenter', async () => {
    await noted.openNoted('commenter')
    await noted.openPanel()
    await screen.findByRole('button', { name: 'Report' })
    expect(screen.queryByRole('button', { name: 'Download with notes' })).toBeNull()
  })
})

import type { AuthorKind } from '@andscene/contracts/notes'
import { act, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { describe, expect, test, vi } from 'vitest'
import { backend, openReader, SCRIPT } from '../testing/reader-page.tsx'
import { refusal } from './testing/notes-world.ts'
import * as noted from './testing/noted-page.ts'

// The page is real; only the audio is fake.
vi.mock('../player/output/sound-system.ts', () => import('../testing/fake-sound-system.ts'))

noted.setUpNotes()
const HERS = 'hers------------'
const focused = () => document.activeElement
const by = (author: string, authorKind: AuthorKind, authorKey = author) => ({
  lineId: 'l4',
  author,
  authorKind,
  authorKey,
})

test.each([
  ['the editor of its card', 'Edit note', true, ', but why'],
  ['a reply in its card', 'Reply', true, 'But why'],
  ['an empty editor', 'Reply', true, ''],
  ['a reply in the list', 'Reply', false, 'But why'],
])(
  'product §12: when a note is resolved while a user is writing, keeps %s',
  async (_what, name, isCard, text) => {
    noted.notes.set(noted.MINE, { lineId: 'l4', text: 'First', mine: true })
    await noted.openNoted()
    if (isCard) await userEvent.click(await noted.mark(4))
    else {
      await noted.openPanel()
      await userEvent.click(within(await noted.panel()).getByText('First'))
    }
    await noted.press(name)
    const field = await noted.editor(name)
    if (text) await userEvent.type(field, text)
    noted.changeByOther(() => noted.notes.set(noted.MINE, { resolvedAt: '2026-11-21T12:00:00.000Z' }))
    await within(await screen.findByRole('article')).findAllByText(/^(Resolved|Reopen)$/)
    expect([field.isConnected, field.value.endsWith(text)]).toEqual([true, true])
  },
)

describe('product §12: an unfinished note', () => {
  test('reopens from the margin where it was written, as a reply', async () => {
    noted.notes.set(HERS, { lineId: 'l4', text: 'Hers' })
    await noted.openCard()
    await noted.reply('But why')
    await noted.openAgain()
    const offer = await screen.findByRole('region', { name: 'Unfinished note' })
    await userEvent.click(within(offer).getByRole('button', { name: 'Not now' }))
    await userEvent.click(noted.margin(4))
    expect((await noted.editor('Reply')).value).toBe('But why')
    expect(screen.queryByRole('textbox', { name: 'Your note' })).toBeNull()
  })

  test('of a deleted line is listed and does not block the others', async () => {
    await noted.openNoted()
    await noted.write(4, 'Of a line that stays')
    await userEvent.keyboard('{Escape}')
    await noted.write(9, 'Of a line that goes')
    const lines = SCRIPT.content.lines.filter(({ _id }) => _id !== 'l9')
    backend.script = { ...SCRIPT, role: 'owner', content: { ...SCRIPT.content, lines } }
    noted.closeTab()
    openReader()
    const offer = within(await screen.findByRole('region', { name: 'Unfinished note' }))
    expect(offer.getByText('Of a line that stays')).toBeTruthy()
    await noted.openPanel()
    const list = within(await noted.panel())
    expect(await list.findByText('This line is no longer in the script.')).toBeTruthy()
    expect(list.getByText('Of a line that goes')).toBeTruthy()
    await userEvent.click(list.getByRole('button', { name: 'Discard text' }))
    expect(list.queryByText('Of a line that goes')).toBeNull()
  })

  test('is announced when the page offers it', async () => {
    await noted.openNoted()
    await noted.write(4, 'Half a th')
    noted.closeTab()
    const held = Promise.withResolvers<void>()
    const { list } = noted.notes.server
    noted.notes.server.list = async (after) => {
      await held.promise
      return list(after)
    }
    backend.script = { ...SCRIPT, role: 'owner' }
    openReader()
    await waitFor(() => expect(document.querySelector('[data-note-margin]')).not.toBeNull())
    const said = await screen.findByRole('status', { name: 'Unfinished note' })
    expect(said.textContent).toBe('')
    held.resolve()
    await screen.findByRole('region', { name: 'Unfinished note' })
    expect(said.isConnected && said.textContent).toBe('Your note is not sent yet')
  })
})

describe('product §12: the focus stays in the card after', () => {
  test.each([
    ['Keep saved version', 'First, there'],
    ['Keep this version', 'First, here'],
  ])('choosing between two versions: %s', async (answer, text) => {
    await noted.editing()
    noted.changeByOther(() => noted.notes.set(noted.MINE, { text: 'First, there' }))
    await waitFor(() => expect(noted.notes.calls.filter((call) => call.startsWith('list'))).toHaveLength(2))
    await noted.press('Save')
    const question = await screen.findByRole('alert')
    expect(
      within(question)
        .getAllByRole('definition')
        .map(({ textContent }) => textContent),
    ).toEqual(['First, here', 'First, there'])
    expect(noted.texts()).toEqual(['First, there'])
    await noted.press(answer)
    await waitFor(() => expect(noted.texts()).toEqual([text]))
    await waitFor(() => expect(focused()).toBe(screen.getByRole('button', { name: 'Edit note' })))
  })

  test('keeping a note instead of deleting it', async () => {
    noted.notes.set(noted.MINE, { ...by('Ada', 'owner'), text: 'First', mine: true })
    await noted.openCard()
    await noted.press('Delete note')
    expect(screen.queryByRole('button', { name: /Delete all/ })).toBeNull()
    await noted.press('Keep note')
    await waitFor(() => expect(focused()).toBe(screen.getByRole('button', { name: 'Delete note' })))
  })

  test('deleting one of two notes', async () => {
    noted.notes.set(noted.MINE, { lineId: 'l4', text: 'First', mine: true })
    noted.notes.set(HERS, { lineId: 'l4', text: 'Second' })
    await noted.openCard('commenter')
    await noted.press('Delete note')
    const question = within(screen.getByRole('group', { name: 'Delete this note?' }))
    await userEvent.click(question.getByRole('button', { name: 'Delete note' }))
    await waitFor(() => expect(screen.queryByText('First')).toBeNull())
    await waitFor(() => expect(focused()).toBe(screen.getByRole('dialog', { name: 'Notes on this line' })))
  })

  test('discarding the text of a reply whose note was deleted', async () => {
    noted.notes.set(HERS, { lineId: 'l4', text: 'Hers' })
    noted.notes.set(noted.MINE, { lineId: 'l4', text: 'Mine', mine: true })
    await noted.openCard()
    await userEvent.click(screen.getAllByRole('button', { name: 'Reply' })[0]!)
    await userEvent.type(await noted.editor('Reply'), 'But why')
    noted.changeByOther(() => noted.notes.drop(HERS))
    expect(await screen.findByText('The note you are answering was deleted.')).toBeTruthy()
    expect(screen.getByText('But why')).toBeTruthy()
    await noted.press('Discard text')
    expect(screen.queryByText('But why')).toBeNull()
    await waitFor(() => expect(focused()).toBe(screen.getByRole('dialog', { name: 'Notes on this line' })))
  })
})

const card = () => screen.queryByRole('dialog', { name: 'Notes on this line' })
async function focusMark() {
  noted.notes.set(HERS, { lineId: 'l4', text: 'Hers' })
  await noted.openNoted()
  const mark = await noted.mark(4)
  // Browsers match it after keys; jsdom does not know it.
  Object.assign(mark, {
    matches: (selector: string) =>
      selector === ':focus-visible' || Element.prototype.matches.call(mark, selector),
  })
  act(() => mark.focus())
  expect(card()).not.toBeNull()
}

describe('product §12: Escape with the keyboard alone', () => {
  test('closes the card of a focused mark', async () => {
    await focusMark()
    await userEvent.keyboard('{Escape}')
    expect(card()).toBeNull()
    expect(focused()).toBe(await noted.mark(4))
  })

  test('closes an opened card and returns to its mark, which does not open it again', async () => {
    await focusMark()
    await userEvent.keyboard('{Enter}')
    await waitFor(() => expect(focused()).toBe(card()))
    await userEvent.keyboard('{Escape}')
    expect(card()).toBeNull()
    expect(focused()).toBe(await noted.mark(4))
  })
})

test("product §12: shows the author's role in the list and on the card", async () => {
  noted.notes.set('a---------------', {
    ...by('Ada', 'owner'),
    mine: true,
    resolvedAt: '2026-11-21T12:00:00.000Z',
  })
  noted.notes.set('b---------------', by('Bob', 'collaborator'))
  noted.notes.set('c---------------', by('Ada (guest)', 'guest'))
  noted.notes.set('d---------------', by('Former collaborator', 'collaborator'))
  await noted.openNoted()
  await noted.openPanel()
  await userEvent.click(within(await noted.panel()).getByRole('radio', { name: 'All' }))
  const list = within(await noted.panel())
  const heads = list.getAllByRole('listitem').map((entry) => entry.querySelector('b')!.parentElement!)
  expect(heads.map(({ textContent }) => textContent?.replace(/\d.*$/, ''))).toEqual([
    'In the file',
    'You',
    'New: BobCollaborator',
    'New: Ada (guest)Guest',
    'New: Former collaborator',
  ])
  await userEvent.click(await noted.mark(4))
  expect(await screen.findByRole('article', { name: 'Note by Ada (guest)' })).toBeDefined()
})

/** As the owner, opens the question about all notes like the one on the line. */
const askForAll = async (which: string) => {
  const gus = by('Gus', 'guest')
  noted.notes.set('one-------------', { ...gus, linkKey: 'l', text: 'Spam' })
  noted.notes.set('two-------------', { ...gus, linkKey: 'm', lineId: 'l1', text: 'By the same guest' })
  const others = { ...by('Gus', 'guest', 'another Gus'), lineId: 'l1' }
  noted.notes.set('three-----------', { ...others, linkKey: 'l', text: 'From the same link' })
  noted.notes.set('other-----------', { ...others, linkKey: 'm', text: 'By another Gus' })
  await noted.openCard()
  await noted.press('Delete note')
  await noted.press(`Delete all notes ${which}…`)
}

describe('product §12: the owner can delete all notes of a guest or of a link:', () => {
  test.each([
    ['of this guest', 'Delete all 2 notes by Gus (guest)', ['From the same link', 'By another Gus']],
    ['from this link', 'Delete all 2 notes from this link', ['By the same guest', 'By another Gus']],
  ])('%s, after a question with the number of notes', async (which, question, kept) => {
    await askForAll(which)
    expect((await screen.findByText(/^Delete all 2 notes/)).textContent).toBe(
      `${question}? Replies by others stay.`,
    )
    await noted.press('Delete notes')
    expect(await screen.findByText('2 notes deleted.')).toBeDefined()
    await waitFor(() => expect(noted.texts()).toEqual(kept))
    await waitFor(() => expect(screen.queryByText('Spam')).toBeNull())
  })

  test('keeps the notes if the owner chooses to or if the request fails', async () => {
    await askForAll('of this guest')
    noted.notes.refuses = refusal('UNAVAILABLE', 'Not now')
    await noted.press('Delete notes')
    const failed = 'The notes were not deleted. Check your connection and try again.'
    expect(await screen.findByText(failed, {}, { timeout: 10_000 })).toBeDefined()
    await noted.press('Keep notes')
    expect(screen.queryByRole('button', { name: 'Delete notes' })).toBeNull()
    expect(noted.texts()).toHaveLength(4)
  })
})

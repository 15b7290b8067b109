import { act, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, describe, expect, test, vi } from 'vitest'
import { clock } from '../testing/fake-sound-system.ts'
import { KEEP_SEEN_AFTER_MS } from './store/seen.ts'
import * as noted from './testing/noted-page.ts'

// The page is real; only the audio is fake.
vi.mock('../player/output/sound-system.ts', () => import('../testing/fake-sound-system.ts'))

noted.setUpNotes()
const NAMES = ['Of Anna', 'Of Ben', 'Of the sea', 'Which kettle?']
const listed = async () =>
  within(await noted.panel())
    .queryAllByRole('listitem')
    .map(({ textContent }) => NAMES.find((name) => textContent.includes(name)))
const choose = (label: string, option: string) =>
  userEvent.selectOptions(screen.getByRole('combobox', { name: label }), option)
const seen = () => noted.notes.calls.filter((call) => call.startsWith('see'))
const later = () => act(() => clock.advance(KEEP_SEEN_AFTER_MS))
const openList = async () => {
  await noted.openNoted()
  await noted.openPanel()
  await within(await noted.panel()).findByText('Of Ben')
}
const at = (day: number) => ({ createdAt: `2026-11-${day}T12:00:00.000Z` })

describe('product §12: the list of notes', () => {
  beforeEach(() => {
    noted.notes.set('anna------------', { lineId: 'l4', text: 'Of Anna', author: 'Bob', ...at(20) })
    noted.notes.set('ben-------------', { lineId: 'l6', text: 'Of Ben', mine: true, ...at(22) })
    noted.notes.set('sea-------------', {
      lineId: 'l12',
      text: 'Of the sea, @Me',
      author: 'Cleo',
      authorKind: 'collaborator',
      mentions: [{ name: 'Me', mine: true }],
      ...at(21),
    })
    const reply = { lineId: 'l4', replyTo: 'anna------------', text: 'Why?', author: 'Gus', ...at(23) }
    noted.notes.set('reply-----------', { ...reply, authorKind: 'guest' })
  })

  test('is filtered by person, with those who replied', async () => {
    await openList()
    await noted.press('Filter')
    const people = within(screen.getByRole('combobox', { name: 'Person' })).getAllByRole('option')
    expect(people.map(({ textContent }) => textContent)).toEqual(['All people', 'Bob', 'Cleo', 'Gus (guest)'])
    await choose('Person', 'Gus (guest)')
    expect(await listed()).toEqual(['Of Anna'])
    expect(screen.getByRole('button', { name: 'Filter, 1 chosen' })).toBeTruthy()
  })

  test('is filtered by the scene of the current line, and follows it', async () => {
    await openList()
    await noted.press('This scene')
    expect(await listed()).toEqual(['Which kettle?', 'Of Anna', 'Of Ben'])
    act(() => noted.player().goToLine(13))
    await waitFor(async () => expect(await listed()).toEqual(['Of the sea']))
    expect(screen.getByRole('button', { name: 'This scene' }).ariaPressed).toBe('true')
  })

  test('is filtered by mentions of the user, which are highlighted', async () => {
    await openList()
    await noted.press('@you')
    expect(await listed()).toEqual(['Of the sea'])
    await userEvent.click(within(await noted.panel()).getByText('Of the sea, @Me'))
    const mention = within(await noted.panel()).getByText('@Me')
    expect(mention.dataset['me']).toBe('true')
  })

  test('is sorted by script, by time and by the last reply', async () => {
    await openList()
    expect(await listed()).toEqual(['Which kettle?', 'Of Anna', 'Of Ben', 'Of the sea'])
    await choose('Sort notes', 'Newest first')
    expect(await listed()).toEqual(['Of Ben', 'Of the sea', 'Of Anna', 'Which kettle?'])
    await choose('Sort notes', 'Last reply first')
    expect(await listed()).toEqual(['Of Anna', 'Of Ben', 'Of the sea', 'Which kettle?'])
  })

  test('contains the notes inside the file, which cannot be changed', async () => {
    await openList()
    await noted.press('Filter')
    await choose('Source', 'In the file')
    expect(await listed()).toEqual(['Which kettle?'])
    await userEvent.click(within(await noted.panel()).getByText('Which kettle?'))
    const note = within(screen.getByRole('article', { name: 'Note in the file' }))
    expect(note.getByText('Which kettle?')).toBeTruthy()
    expect(note.queryAllByRole('button')).toEqual([])
    await choose('Source', 'Written here')
    expect(await listed()).toEqual(['Of Anna', 'Of Ben', 'Of the sea'])
  })
})

describe('product §12: new notes', () => {
  const HERS = { lineId: 'l4', text: 'Hers' }

  test('have a mark in the margin, on the button and in the list until the list is closed', async () => {
    noted.notes.set('hers------------', HERS)
    await noted.openNoted()
    const mark = await noted.mark(4)
    expect(mark.getAttribute('aria-label')).toBe('1 note on this line, new')
    expect(await screen.findByRole('button', { name: 'Notes, 1 open, 1 new' })).toBeTruthy()
    await noted.openPanel()
    expect(await within(await noted.panel()).findByText('New:')).toBeTruthy()
    await waitFor(() => expect(screen.getByRole('button', { name: 'Notes, 1 open' })).toBeTruthy())
    await later()
    await waitFor(() => expect(seen()).toEqual(['see 1']))
    await userEvent.click(screen.getByRole('radio', { name: 'Cast' }))
    expect((await noted.mark(4)).getAttribute('aria-label')).toBe('1 note on this line')
  })

  test('are seen when their thread is opened, not when the pointer passes it', async () => {
    noted.notes.set('hers------------', HERS)
    noted.notes.set('his-------------', { lineId: 'l6', text: 'His' })
    await noted.openNoted()
    await userEvent.hover(await noted.mark(6))
    await screen.findByRole('dialog', { name: 'Notes on this line' })
    await later()
    expect(seen()).toEqual([])
    await userEvent.click(await noted.mark(4))
    await later()
    await waitFor(() => expect(seen()).toEqual(['see 1']))
    await userEvent.keyboard('{Escape}')
    expect((await noted.mark(4)).getAttribute('aria-label')).toBe('1 note on this line')
    expect((await noted.mark(6)).getAttribute('aria-label')).toBe('1 note on this line, new')
  })

  test('that arrive while the list is open are marked, and seen only while the page is visible', async () => {
    await noted.openNoted()
    await noted.openPanel()
    const visibility = vi.spyOn(document, 'visibilityState', 'get').mockReturnValue('hidden')
    noted.changeByOther(() => noted.notes.set('hers------------', HERS))
    await within(await noted.panel()).findByText('Hers')
    await later()
    expect(seen()).toEqual([])
    visibility.mockReturnValue('visible')
    act(() => void document.dispatchEvent(new Event('visibilitychange')))
    await later()
    await waitFor(() => expect(seen()).toEqual(['see 1']))
    expect(within(await noted.panel()).getByText('New:')).toBeTruthy()
  })
})

test('product §12: resolving a note offers to undo it, and keeps the focus in the list', async () => {
  noted.notes.set('hers------------', { lineId: 'l4', text: 'Hers' })
  await noted.openNoted()
  await noted.openPanel()
  await userEvent.click(within(await noted.panel()).getByText('Hers'))
  const article = within(await screen.findByRole('article', { name: 'Note by Ada' }))
  await userEvent.click(article.getByRole('button', { name: 'Resolve' }))
  expect(await screen.findByText('Note resolved')).toBeTruthy()
  await waitFor(() => expect(noted.written()[0]!.resolvedAt).toBeDefined())
  expect(document.activeElement).not.toBe(document.body)
  await noted.press('Undo')
  await waitFor(() => expect(noted.written()[0]!.resolvedAt).toBeUndefined())
  expect(await within(await noted.panel()).findByText('Hers')).toBeTruthy()
})

test('product §12: in the drawer of a phone, messages are inside of the drawer', async () => {
  const wide = matchMedia
  vi.stubGlobal('matchMedia', (query: string) =>
    Object.defineProperty(wide(query), 'matches', { value: query.includes('max-width') }),
  )
  noted.notes.set('hers------------', { lineId: 'l4', text: 'Hers' })
  await noted.openNoted()
  await noted.openPanel()
  const drawer = within(await screen.findByRole('dialog', { name: 'Notes' }))
  await userEvent.click(await drawer.findByText('Hers'))
  await userEvent.click(await drawer.findByRole('button', { name: 'Resolve' }))
  expect(await drawer.findByRole('button', { name: 'Undo' })).toBeTruthy()
})

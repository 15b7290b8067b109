import type { AuthorKind } from '@andscene/contracts/notes'
import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { describe, expect, test, vi } from 'vitest'
import { refusal } from './testing/notes-world.ts'
import {
  setUpNotes,
  notes,
  openNoted,
  texts,
  mark,
  openPanel,
  panel,
  openCard,
} from './testing/noted-page.ts'

// The page is real, its sound is not.
vi.mock('../player/output/sound-system.ts', () => import('../testing/fake-sound-system.ts'))

setUpNotes()
const by = (author: string, authorKind: AuthorKind, authorKey = author) => ({
  lineId: 'l4',
  author,
  authorKind,
  authorKey,
})

/** The owner is asked about all notes of a guest. */
const askForAll = async () => {
  notes.set('one-------------', { ...by('Gus', 'guest'), text: 'Spam' })
  for (const id of ['two-------------', 'three-----------'])
    notes.set(id, { ...by('Gus', 'guest'), lineId: 'l1', text: 'Spam' })
  notes.set('other-----------', { ...by('Gus', 'guest', 'another Gus'), lineId: 'l1', text: 'Kept' })
  await openCard()
  await userEvent.click(await screen.findByRole('button', { name: 'Delete note' }))
  await userEvent.click(screen.getByRole('button', { name: 'Delete all notes of this guest…' }))
}

test('product §12: who wrote a note is shown with their role, in the list and on the card', async () => {
  notes.set('a---------------', {
    ...by('Ada', 'owner'),
    mine: true,
    resolvedAt: '2026-11-21T12:00:00.000Z',
  })
  notes.set('b---------------', by('Bob', 'collaborator'))
  notes.set('c---------------', by('Ada (guest)', 'guest'))
  notes.set('d---------------', by('Former collaborator', 'collaborator'))
  await openNoted()
  await openPanel()
  await userEvent.click(within(await panel()).getByRole('radio', { name: 'All' }))
  const list = within(await panel())
  const heads = list.getAllByRole('listitem').map((entry) => entry.querySelector('b')!.parentElement!)
  expect(heads.map(({ textContent }) => textContent?.replace(/\d.*$/, ''))).toEqual([
    'You',
    'BobCollaborator',
    'Ada (guest)Guest',
    'Former collaborator',
  ])
  await userEvent.click(await mark(4))
  expect(await screen.findByRole('article', { name: 'Note by Ada (guest)' })).toBeDefined()
})

describe('product §12: the owner deletes all notes of one author', () => {
  test('after a question that names them and how many there are', async () => {
    await askForAll()
    const question = await screen.findByText(/^Delete all 3 notes by/)
    expect(question.textContent).toBe('Delete all 3 notes by Gus (guest)? Replies by others stay.')
    await userEvent.click(screen.getByRole('button', { name: 'Delete notes' }))
    expect(await screen.findByText('3 notes deleted.')).toBeDefined()
    await waitFor(() => expect(texts()).toEqual(['Kept']))
    await waitFor(() => expect(screen.queryByText('Spam')).toBeNull())
  })

  test('and all from the link that a guest came by, however many guests they were', async () => {
    for (const [id, who] of [
      ['one-------------', 'Gus'],
      ['two-------------', 'Gil'],
    ] as const)
      notes.set(id, { ...by(who, 'guest'), linkKey: 'l', text: 'Spam' })
    notes.set('other-----------', { ...by('Gem', 'guest'), linkKey: 'm', lineId: 'l1', text: 'Kept' })
    await openCard()
    await userEvent.click((await screen.findAllByRole('button', { name: 'Delete note' }))[0]!)
    await userEvent.click(screen.getByRole('button', { name: 'Delete all notes from this link…' }))
    const question = await screen.findByText(/^Delete all 2 notes/)
    expect(question.textContent).toBe('Delete all 2 notes from this link? Replies by others stay.')
    await userEvent.click(screen.getByRole('button', { name: 'Delete notes' }))
    expect(await screen.findByText('2 notes deleted.')).toBeDefined()
    await waitFor(() => expect(texts()).toEqual(['Kept']))
  })

  test('nothing goes when they are kept, or when it fails', async () => {
    await askForAll()
    notes.refuses = refusal('UNAVAILABLE', 'Not now')
    await userEvent.click(screen.getByRole('button', { name: 'Delete notes' }))
    const failed = 'The notes were not deleted. Check your connection and try again.'
    expect(await screen.findByText(failed, {}, { timeout: 10_000 })).toBeDefined()
    await userEvent.click(screen.getByRole('button', { name: 'Keep notes' }))
    expect(screen.queryByRole('button', { name: 'Delete notes' })).toBeNull()
    expect(texts()).toEqual(['Spam', 'Spam', 'Spam', 'Kept'])
  })

  test('it is not offered for notes of their own, nor to others', async () => {
    notes.set('mine------------', { ...by('Ada', 'owner'), mine: true })
    await openCard()
    await userEvent.click(await screen.findByRole('button', { name: 'Delete note' }))
    expect(screen.queryByRole('button', { name: /Delete all/ })).toBeNull()
  })
})

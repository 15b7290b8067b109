import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeAll, expect, test } from 'vitest'
import { serveDrafts } from '../drafts/testing/two-drafts.ts'
import { openReader } from '../testing/reader-page.tsx'
import { mark, notes, openPanel, panel, row, setUpNotes } from './testing/noted-page.ts'

setUpNotes()
beforeAll(() => import('../drafts/parts.ts'), 120_000)

const ON_CUT = 'cut-------------'

async function openSecondDraft(at = '/scripts/script1') {
  serveDrafts()
  openReader(at)
  await waitFor(() => expect(document.querySelector('[data-note-margin]')).not.toBeNull())
}
const fold = () => within(row(2)).findByRole('button', { name: '1 line cut, 1 note' })

test('product §16 a note on a line that was cut is shown at the place of the cut, with the old line', async () => {
  notes.set(ON_CUT, { lineId: 'l4', text: 'Too polite?' })
  await openSecondDraft()
  await userEvent.click(await fold())
  const cut = screen.getByRole('region', { name: '1 line cut' })
  expect(cut.querySelector('del')?.textContent).toBe('Hello.')
  await userEvent.click(within(cut).getByRole('button', { name: /1 note on this line/ }))
  const card = await screen.findByRole('dialog', { name: 'Notes on this line' })
  expect(card.textContent).toContain('Too polite?')
  // No draft is compared with, whose line could be heard.
  expect(within(cut).queryByRole('button', { name: /^Hear/ })).toBeNull()
  // It takes no new notes.
  expect(within(card).queryByRole('button', { name: 'Another note on this line' })).toBeNull()
})

test('product §16 with the changes shown, all cut lines of the place are in the same mark', async () => {
  notes.set(ON_CUT, { lineId: 'l4', text: 'Too polite?' })
  await openSecondDraft('/scripts/script1?changes=1')
  expect(await screen.findByRole('button', { name: '3 lines cut, 1 note' })).toBeTruthy()
})

test('product §16 the list names the draft that cut the line, in the order of the script, and leads to it', async () => {
  notes.set(ON_CUT, { lineId: 'l4', text: 'Too polite?' })
  notes.set('first-----------', { lineId: 'l0', text: 'Which kitchen?' })
  notes.set('last------------', { lineId: 'l11', text: 'Which sea?' })
  await openSecondDraft()
  await fold()
  await openPanel()
  const list = await panel()
  await waitFor(() => expect(within(list).getAllByRole('listitem')).toHaveLength(4))
  const entries = within(list).getAllByRole('listitem')
  const texts = entries.map((entry) => entry.textContent)
  expect(texts[0]).toContain('Which kitchen?')
  expect(texts[2]).toContain('Too polite?')
  expect(texts[2]).toContain('Hello.')
  expect(texts[2]).toContain('Scene 9A · Cut in Draft 2')
  await userEvent.click(within(entries[2]!).getByRole('button'))
  expect(await screen.findByRole('region', { name: '1 line cut' })).toBeTruthy()
})

test('product §16 a note on words that were moved within a reworded line stays on them', async () => {
  notes.set('words-----------', {
    lineId: 'l1',
    text: 'Loud!',
    range: { start: 0, end: 8 },
    quote: 'A kettle',
  })
  notes.set('gone------------', {
    lineId: 'l1',
    text: 'Sings?',
    range: { start: 9, end: 14 },
    quote: 'sings',
  })
  await openSecondDraft()
  await mark(1)
  const noted = [...row(1).querySelectorAll('[data-words] [data-note-colour]')].map((one) => one.textContent)
  expect(noted).toEqual(['A kettle'])
})

test('product §16 an older draft shows the notes on the lines that it has', async () => {
  notes.set('new-------------', { lineId: 'd2-9', text: 'Why dark?' })
  notes.set(ON_CUT, { lineId: 'l4', text: 'Too polite?' })
  await openSecondDraft('/scripts/script1?draft=1')
  await mark(4)
  await openPanel()
  await waitFor(async () => expect((await panel()).textContent).toContain('In Draft 2'))
})

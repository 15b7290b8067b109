import { act, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { beforeAll, expect, test } from 'vitest'
import { row } from '../testing/opened-page.ts'
import { openReader, setUpReader } from '../testing/reader-page.tsx'
import { draft, serveDrafts } from './testing/two-drafts.ts'

setUpReader()
beforeAll(() => import('./parts.ts'), 120_000)

const star = (index: number) => row(index)?.querySelector('[data-change-star]')
const bar = () => screen.findByRole('region', { name: 'Changes' })
const press = (key: string, shiftKey = false) => fireEvent.keyDown(document.body, { key, shiftKey })

const rows = () => [...row(0).parentElement!.children].map(({ className }) => className)

async function openChanges(at = '/scripts/script1?changes=1') {
  const opened = openReader(at)
  await waitFor(() => expect(star(1)).toBeTruthy())
  return opened
}

test('product §16 changed lines have an asterisk, and their new words the color of the revision', async () => {
  serveDrafts()
  await openChanges()
  expect(star(0)).toBeNull()
  expect(star(1)?.textContent).toContain('Reworded')
  expect(row(1).querySelector('[class*="fresh"]')?.textContent).toBe('screams')
  expect(row(8).textContent).toContain('New')
  expect(row(10).textContent).toContain('Moved from scene 10')
  // The sheet has the color of the first revision.
  expect(row(1).closest('[data-revision]')?.getAttribute('data-revision')).toBe('blue')
})

test('product §16 lines that were cut are folded; the mark opens them and takes the focus back', async () => {
  serveDrafts()
  await openChanges()
  const mark = within(row(2)).getByRole('button', { name: '3 lines cut' })
  mark.focus()
  fireEvent.click(mark)
  const cut = screen.getByRole('region', { name: '3 lines cut' })
  expect([...cut.querySelectorAll('del')].map((old) => old.textContent)).toEqual(['ANNA', '(low)', 'Hello.'])
  const close = within(cut).getByRole('button', { expanded: true })
  expect(document.activeElement).toBe(close)
  fireEvent.click(close)
  expect(screen.queryByRole('region', { name: '3 lines cut' })).toBeNull()
  expect(document.activeElement).toBe(within(row(2)).getByRole('button', { name: /cut/ }))
})

test('product §16 marks add no element between the lines: nothing moves when changes are shown', async () => {
  serveDrafts()
  openReader()
  const button = await screen.findByRole('button', { name: 'Changes' })
  const before = rows()
  fireEvent.click(button)
  await waitFor(() => expect(star(1)).toBeTruthy())
  expect(rows()).toEqual(before)
  expect(button.getAttribute('aria-pressed')).toBe('true')
  fireEvent.click(button)
  await waitFor(() => expect(star(1)).toBeNull())
})

test('product §16 keys and buttons move between the changes, and wrap around', async () => {
  serveDrafts()
  const { router } = openReader()
  await screen.findByRole('button', { name: 'Changes' })
  press('c')
  const changes = await bar()
  await within(changes).findByText('5 changes')
  expect(router.state.location.search).toBe('?changes=')
  press('c')
  await within(changes).findByText('1 of 5')
  fireEvent.click(within(changes).getByRole('button', { name: 'Next change' }))
  await within(changes).findByText('2 of 5')
  press('C', true)
  press('C', true)
  await within(changes).findByText('5 of 5')
  // The last place is on the second page.
  await waitFor(() => expect(star(29)).toBeTruthy())
})

test('product §16 Changes only shows the changed places with the line before and the heading', async () => {
  serveDrafts()
  await openChanges()
  fireEvent.click(within(await bar()).getByRole('checkbox', { name: 'Changes only' }))
  await waitFor(() => expect(row(29)).toBeTruthy())
  const shown = [...document.querySelectorAll<HTMLElement>('[data-line-index]')].map(({ dataset }) =>
    Number(dataset['lineIndex']),
  )
  expect(shown).toEqual([0, 1, 7, 8, 9, 10, 28, 29])
  expect(screen.getByRole('region', { name: '3 lines cut' })).toBeTruthy()
})

test('product §16 the draft heard last is compared with, unless another is chosen', async () => {
  const state = serveDrafts({ drafts: [draft(1), draft(2), draft(3)], present: 2, heard: 3 })
  openReader('/scripts/script1?changes')
  const changes = await bar()
  const choice = await within(changes).findByRole<HTMLSelectElement>('combobox', { name: 'Compare with' })
  expect(choice.value).toBe('3')
  expect([...choice.options].map(({ text }) => text)).toEqual([
    'Draft 3 · 13 Nov 2026',
    'Draft 1 · 11 Nov 2026',
  ])
  fireEvent.change(choice, { target: { value: '1' } })
  await waitFor(() => expect(state.asked).toContain('draft 1'))
  await waitFor(() => expect(star(1)).toBeTruthy())
})

test('product §16 reports that nothing changed', async () => {
  serveDrafts({ drafts: [draft(1), draft(3)], present: 1 })
  openReader('/scripts/script1?changes=3&only=')
  expect(await screen.findByText('No changes since Draft 3')).toBeTruthy()
  expect(within(await bar()).queryByRole('button', { name: 'Next change' })).toBeNull()
})

test('product §16 a script with one draft shows nothing of changes and asks for nothing', async () => {
  const state = serveDrafts({ drafts: [draft(2)] })
  openReader('/scripts/script1?changes=1')
  await screen.findByRole('button', { name: 'Keyboard shortcuts' })
  await waitFor(() => expect(row(1)).toBeTruthy())
  expect(screen.queryByRole('button', { name: 'Changes' })).toBeNull()
  expect(state.asked).toEqual([])
})

test('product §16 changes that do not load are offered again', async () => {
  const state = serveDrafts()
  state.fails = true
  openReader('/scripts/script1?changes=1')
  const alert = await within(await bar()).findByRole('alert')
  expect(alert.textContent).toContain('The changes did not load.')
  state.fails = false
  fireEvent.click(within(alert).getByRole('button', { name: 'Retry' }))
  await waitFor(() => expect(star(1)).toBeTruthy())
})

test('product §16 an older draft is named, cannot be cast, and leads back', async () => {
  serveDrafts()
  openReader('/scripts/script1?draft=1')
  const head = await screen.findByRole('region', { name: 'Draft' })
  expect(head.textContent).toContain('Draft 1, not the present one')
  expect(row(1).textContent).toContain('A kettle sings.')
  expect(screen.queryByRole('button', { name: 'Assign Voices' })).toBeNull()
  fireEvent.click(within(head).getByRole('button', { name: 'Open present draft' }))
  await waitFor(() => expect(row(1).textContent).toContain('A kettle screams.'))
  expect(screen.queryByRole('region', { name: 'Draft' })).toBeNull()
  expect(await screen.findAllByRole('button', { name: 'Assign Voices' })).not.toHaveLength(0)
})

test('product §16 the status of the audio, which is that of the present draft, is not shown for an older one', async () => {
  serveDrafts()
  const { router } = openReader()
  await screen.findByText(/lines ready/)
  await act(() => router.navigate('/scripts/script1?draft=1'))
  await screen.findByRole('region', { name: 'Draft' })
  expect(screen.queryByText(/lines ready/)).toBeNull()
})

test('product §16 the printed script has the asterisks, the new words and the cuts', async () => {
  serveDrafts()
  await openChanges()
  act(() => void dispatchEvent(new Event('beforeprint')))
  const paper = document.querySelector('[data-printed-script]')!
  expect(paper.textContent).toContain('Changes since Draft 1')
  expect(paper.textContent).toContain('3 lines cut')
  expect([...paper.querySelectorAll('[class*="fresh"]')].map((words) => words.textContent)).toContain(
    'screams',
  )
  expect([...paper.querySelectorAll('[class*="star"]')].length).toBeGreaterThan(4)
  act(() => void dispatchEvent(new Event('afterprint')))
})

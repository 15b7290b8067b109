import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, describe, expect, test, vi } from 'vitest'
import type { Role } from '@andscene/contracts/sharing/roles'
import { failed } from '@andscene/web-kit/testing/stub'
import { http } from 'msw'
import { API, backend, openReader, SCRIPT, server } from '../testing/reader-page.tsx'
import * as noted from './testing/noted-page.ts'

// The page is real; only the audio is fake.
vi.mock('../player/output/sound-system.ts', () => import('../testing/fake-sound-system.ts'))

noted.setUpNotes()
const HERS = 'hers------------'
const people = () => screen.queryByRole('listbox', { name: 'People to mention' })
const options = async () =>
  within(await screen.findByRole('listbox', { name: 'People to mention' }))
    .getAllByRole('option')
    .map(({ textContent }) => textContent)
const openAt = (note: string, role: Role = 'owner') => {
  backend.script = { ...SCRIPT, role }
  return openReader(`/scripts/script1?note=${note}`)
}

describe('product §12: a link to a note', () => {
  beforeEach(() => {
    noted.notes.set(HERS, { lineId: 'l40', text: 'Hers', resolvedAt: '2026-11-21T12:00:00.000Z' })
    backend.progress = { lastPlayedLineIndex: 3 }
  })

  test('shows its line, also on another page, and opens its thread, also if it is resolved', async () => {
    const { router } = openAt(HERS)
    const card = within(await screen.findByRole('dialog', { name: 'Notes on this line' }))
    expect(card.getByText('Hers')).toBeTruthy()
    await waitFor(() => expect(noted.row(40)).not.toBeNull())
    await waitFor(() => expect(router.state.location.search).toBe(''))
    expect(router.state.location.pathname).toBe('/scripts/script1')
  })

  test('to a reply opens the thread of the reply', async () => {
    noted.notes.set('reply-----------', { lineId: 'l40', replyTo: HERS, text: 'Why?' })
    openAt('reply-----------')
    const card = within(await screen.findByRole('dialog', { name: 'Notes on this line' }))
    expect(card.getByText('Why?')).toBeTruthy()
  })

  test('to a deleted note shows a message', async () => {
    const { router } = openAt('gone------------')
    expect(await screen.findByText('This note was deleted.')).toBeTruthy()
    expect(screen.queryByRole('dialog', { name: 'Notes on this line' })).toBeNull()
    await waitFor(() => expect(router.state.location.search).toBe(''))
  })

  test('opens the script without the note for a listener, and no script without access', async () => {
    openAt(HERS, 'listener')
    await waitFor(() => expect(noted.row(0)).not.toBeNull())
    expect(noted.notes.calls).toEqual([])
    noted.closeTab()
    server.use(http.get(`${API}/scripts/:id`, () => failed('NOT_FOUND', 'Script not found')))
    openAt(HERS)
    expect(await screen.findByRole('heading', { name: 'Script not found' })).toBeTruthy()
  })

  test('from the library opens the list of notes', async () => {
    openAt('new')
    expect(await within(await noted.panel()).findByText('Which kettle?')).toBeTruthy()
  })

  test('is copied from the thread', async () => {
    const user = userEvent.setup()
    await noted.openNoted()
    await user.click(screen.getByRole('button', { name: /^Notes/ }))
    await user.click(screen.getByRole('radio', { name: 'All' }))
    await user.click(within(await noted.panel()).getByText('Hers'))
    await user.click(await screen.findByRole('button', { name: 'Copy link to note' }))
    expect(await screen.findByText('Link to note copied.')).toBeTruthy()
    expect(await navigator.clipboard.readText()).toBe(`${location.origin}${location.pathname}?note=${HERS}`)
  })
})

describe('product §12: mentions in the editor', () => {
  beforeEach(() => {
    noted.notes.people = [
      { key: 'k1', name: 'Ann Lee', kind: 'owner' },
      { key: 'k2', name: 'Bob', kind: 'collaborator' },
    ]
  })

  test('are offered after @, chosen by keyboard and sent as references', async () => {
    await noted.openNoted()
    await userEvent.click(noted.margin(4))
    const field = await noted.editor()
    await userEvent.type(field, 'Ask @')
    expect(await options()).toEqual(['Ann LeeOwner', 'BobCollaborator'])
    await userEvent.keyboard('{ArrowDown}')
    const marked = document.getElementById(field.getAttribute('aria-activedescendant')!)
    expect(marked?.textContent).toBe('BobCollaborator')
    await userEvent.keyboard('{Enter}now')
    expect([field.value, people()]).toEqual(['Ask @Bob now', null])
    await userEvent.click(screen.getByRole('button', { name: 'Send' }))
    await waitFor(() => expect(noted.written()[0]?.mentions).toEqual([{ name: 'Bob', mine: false }]))
    await userEvent.hover(await noted.mark(4))
    expect(await screen.findByText('@Bob')).toBeTruthy()
  })

  test('are chosen with the pointer inside of a text, and narrowed by letters', async () => {
    await noted.openNoted()
    await userEvent.click(noted.margin(4))
    const field = await noted.editor()
    await userEvent.type(field, 'Ask  soon')
    await userEvent.type(field, '@l', { initialSelectionStart: 4, initialSelectionEnd: 4 })
    await waitFor(async () => expect(await options()).toEqual(['Ann LeeOwner']))
    await userEvent.click(within(people()!).getByRole('option'))
    expect([field.value, field.selectionStart]).toEqual(['Ask @Ann Lee soon', 13])
    expect(document.activeElement).toBe(field)
  })

  test('Escape closes the list, not the editor; what was typed stays', async () => {
    await noted.openNoted()
    await userEvent.click(noted.margin(4))
    const field = await noted.editor()
    await userEvent.type(field, '@b')
    await screen.findByRole('listbox', { name: 'People to mention' })
    await userEvent.keyboard('{Escape}')
    expect([people(), field.isConnected, field.value]).toEqual([null, true, '@b'])
    await userEvent.keyboard('{Escape}')
    expect(field.isConnected).toBe(false)
  })

  test('an edit sends added people and keeps the rest of the note', async () => {
    noted.notes.set(noted.MINE, { lineId: 'l4', text: 'First', mine: true })
    await noted.openCard()
    await noted.press('Edit note')
    await userEvent.type(await noted.editor('Edit note'), ', @Bob')
    await screen.findByRole('listbox', { name: 'People to mention' })
    await userEvent.keyboard('{Tab}')
    await noted.press('Save')
    await waitFor(() => expect(noted.written()[0]?.mentions).toEqual([{ name: 'Bob', mine: false }]))
    expect(noted.written()[0]).toMatchObject({ text: 'First, @Bob', colour: 'yellow' })
  })
})

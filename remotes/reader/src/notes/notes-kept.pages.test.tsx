import { screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { describe, expect, test, vi } from 'vitest'
import { backend, openReader, SCRIPT } from '../testing/reader-page.tsx'
import * as noted from './testing/noted-page.ts'

// The page is real; only the audio is fake.
vi.mock('../player/output/sound-system.ts', () => import('../testing/fake-sound-system.ts'))

noted.setUpNotes()

test('product §12: does not overwrite a note that was changed while the tab with its edit was closed', async () => {
  await noted.editing()
  noted.closeTab()
  noted.notes.set(noted.MINE, { text: 'First, there' })
  await noted.openNoted()
  await noted.press('Continue your note')
  expect((await noted.editor('Edit note')).value).toBe('First, here')
  await noted.press('Save')
  await screen.findByText('This note was changed in another tab or on another device.')
  expect(noted.texts()).toEqual(['First, there'])
})

describe('product §12: when a note is deleted', () => {
  test('while its author edits it, keeps the text and offers to send it as a new note', async () => {
    await noted.editing()
    noted.changeByOther(() => noted.notes.drop(noted.MINE))
    expect(await screen.findByText('This note was deleted.')).toBeTruthy()
    expect(screen.getByText('First, here')).toBeTruthy()
    await userEvent.setup().click(screen.getByRole('button', { name: 'Copy text' }))
    expect(await navigator.clipboard.readText()).toBe('First, here')
    await noted.press('Send as a new note')
    await waitFor(() => expect(noted.texts()).toEqual(['First, here']))
    expect(noted.written()).toMatchObject([{ lineId: 'l4' }])
    expect(screen.queryByText('This note was deleted.')).toBeNull()
  })

  test('while its author edits it, and it has replies, keeps the text', async () => {
    await noted.editing()
    noted.notes.set('answer----------', { lineId: 'l4', text: 'Indeed', replyTo: noted.MINE })
    noted.changeByOther(() =>
      noted.notes.set(noted.MINE, { text: '', deletedAt: '2026-11-21T12:00:00.000Z' }),
    )
    expect(await screen.findByText('First, here')).toBeTruthy()
    expect(screen.getByRole('button', { name: 'Send as a new note' })).toBeTruthy()
  })

  test('while the tab with the edit is closed, offers the text at the next visit', async () => {
    await noted.editing()
    noted.closeTab()
    noted.notes.drop(noted.MINE)
    await noted.openNoted()
    await noted.press('Continue your note')
    expect(await screen.findByText('This note was deleted.')).toBeTruthy()
    expect(screen.getByText('First, here')).toBeTruthy()
  })
})

test('product §12: an unsent note can still be copied after its author has lost the right to write', async () => {
  await noted.openNoted('commenter')
  await noted.write(4, 'Unsent words')
  noted.closeTab()
  backend.script = { ...SCRIPT, role: 'listener' }
  openReader()
  expect(await screen.findByText('You can no longer write notes on this script')).toBeTruthy()
  expect(screen.getByText('Unsent words')).toBeTruthy()
})

import type { Role } from '@andscene/contracts/sharing/roles'
import { act, cleanup, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, expect } from 'vitest'
import { playbacks } from '../../player/playbacks.ts'
import { clock } from '../../testing/fake-sound-system.ts'
import { backend, openReader, SCRIPT, setUpReader } from '../../testing/reader-page.tsx'
import { tellPages } from '../../testing/script-events.ts'
import { serveNotes, type NotesBackend } from './notes-routes.ts'

/** The notes of the fake backend; a test can change them before or after it opens the page. */
export let notes: NotesBackend

/** Sets up and cleans up the fake backend, its notes and the page; call it once, at the top of a test file. */
export function setUpNotes(): void {
  setUpReader()
  beforeEach(() => {
    notes = serveNotes()
  })
}

/** Opens the page and waits until its notes are loaded. */
export async function openNoted(role: Role = 'owner') {
  backend.script = { ...SCRIPT, role }
  notes.calls.length = 0
  const opened = openReader()
  await waitFor(() => expect(document.querySelector('[data-note-margin]')).not.toBeNull())
  await waitFor(() => expect(notes.calls).toContain('list 0'))
  return opened
}

export const row = (index: number) => document.querySelector<HTMLElement>(`[data-line-index="${index}"]`)!
export const player = () => playbacks.get(SCRIPT._id)!.player

/** Waits until playback starts; the clip is loaded through the (real) network. */
export const playing = () =>
  waitFor(async () => {
    await act(() => clock.advance(100))
    expect(player().getSnapshot().state).toBe('playing')
  })
export async function play(line: number) {
  act(() => player().jump(line))
  await playing()
}

export const editor = (name = 'Your note') => screen.findByRole<HTMLTextAreaElement>('textbox', { name })
/** The button that adds a note to a line, or continues one. */
export const margin = (index: number) => row(index).querySelector('[data-note-margin] > button')!
export const mark = (index: number) =>
  within(row(index)).findByRole('button', { name: /notes? on this line/ })
export const written = () => [...notes.notes.values()]
export const texts = () => written().map(({ text }) => text)
export const press = async (name: string) => userEvent.click(await screen.findByRole('button', { name }))

/** Opens the page and the card of line 4. */
export async function openCard(role?: Role) {
  await openNoted(role)
  await userEvent.click(await mark(4))
}
export async function write(index: number, text: string) {
  await userEvent.click(margin(index))
  await userEvent.type(await editor(), text)
}
export async function reply(text: string) {
  await press('Reply')
  await userEvent.type(await editor('Reply'), text)
}

export const MINE = 'mine------------'
/** Opens the user's note in the editor and types something. */
export async function editing() {
  notes.set(MINE, { lineId: 'l4', text: 'First', mine: true })
  await openCard()
  await press('Edit note')
  await userEvent.type(await editor('Edit note'), ', here')
}

/** Applies a change by another user and notifies the page. */
export function changeByOther(change: () => void) {
  change()
  act(() => tellPages('notes', { version: notes.version }))
}
export function closeTab() {
  act(() => void dispatchEvent(new Event('pagehide')))
  cleanup()
}
export async function openAgain() {
  closeTab()
  await openNoted()
}

export const openPanel = () => userEvent.click(screen.getByRole('button', { name: /^Notes/ }))
export const panel = () => screen.findByRole('complementary', { name: 'Notes' })

/** Selects characters of a line, as with the pointer. */
export function select(index: number, start: number, end: number) {
  const node = row(index).querySelector('[data-words]')!.firstChild!
  getSelection()!.setBaseAndExtent(node, start, node, end)
}

import type { NoteCategory, NoteRange } from '@andscene/contracts/notes'
import { useSyncExternalStore } from 'react'
import { createStore } from '../player/store.ts'

/** Which notes are listed; `status` also decides which have a mark on the page. */
export type NotesFilter = {
  status: 'open' | 'resolved' | 'all'
  isMine: boolean
  character: string | undefined
  /** Index of the scene; -1 for lines before the first. */
  scene: number | undefined
  category: NoteCategory | undefined
}

export type OpenedLine = {
  lineId: string
  isWriting: boolean
  range?: NoteRange | undefined
  /** The time in the line at which it was begun, while it was heard. */
  atMs?: number | undefined
  /** It closes with the pointer or the focus; one that was opened by a press stays. */
  isPeek: boolean
  takesFocus: boolean
  pausedAt?: number | undefined
}

export type NotesView = {
  opened: OpenedLine | null
  selected: string | undefined
  /** The list, on wide screens in place of the characters, else above the page. */
  isPanelOpen: boolean
  isReportOpen: boolean
  filter: NotesFilter
}

export const ALL_OPEN: NotesFilter = {
  status: 'open',
  isMine: false,
  character: undefined,
  scene: undefined,
  category: undefined,
}
const CLOSED: NotesView = {
  opened: null,
  selected: undefined,
  isPanelOpen: false,
  isReportOpen: false,
  filter: ALL_OPEN,
}
const store = createStore<NotesView>(CLOSED)

/** What of the notes is on show; shared by the lines, the list and the keys of the page. */
export const notesView = {
  get: store.getSnapshot,
  set: store.set,
  subscribe: store.subscribe,
  filter: (change: Partial<NotesFilter>) =>
    store.set({ filter: { ...store.getSnapshot().filter, ...change } }),
  open: (lineId: string, opened: Partial<OpenedLine> = {}) =>
    store.set({ opened: { lineId, isWriting: false, isPeek: false, takesFocus: true, ...opened } }),
  reset: () => store.set(CLOSED),
}

export const useNotesView = <T>(select: (view: NotesView) => T): T =>
  useSyncExternalStore(store.subscribe, () => select(store.getSnapshot()))

import type { NoteCategory, NoteRange } from '@andscene/contracts/notes'
import { useSyncExternalStore } from 'react'
import { createStore } from '../player/store.ts'

/** Which notes are listed; `status` also decides which ones have a mark on the page. */
export type NotesFilter = {
  status: 'open' | 'resolved' | 'all'
  isMine: boolean
  /** Only notes that mention the user. */
  isMentioned: boolean
  /** As personOf of note-filter.ts. */
  person: string | undefined
  character: string | undefined
  /** Index of the scene, -1 for lines before the first; `current`: the scene of the current line. */
  scene: number | 'current' | undefined
  category: NoteCategory | undefined
  /** Written here, or inside the Final Draft file. */
  source: 'here' | 'file' | undefined
}
/** `reply`: the threads with the latest note or reply first. */
export type NotesOrder = 'script' | 'newest' | 'reply'

export type OpenedLine = {
  lineId: string
  isWriting: boolean
  range?: NoteRange | undefined
  /** Playback position in the line when the note was begun, if the line was playing. */
  atMs?: number | undefined
  /** A peek closes when the pointer or focus leaves; a card opened by a click stays. */
  isPeek: boolean
  takesFocus: boolean
  pausedAt?: number | undefined
}

export type NotesView = {
  opened: OpenedLine | null
  selected: string | undefined
  /** The notes panel: replaces the character panel on wide screens, otherwise a drawer above the page. */
  isPanelOpen: boolean
  isReportOpen: boolean
  filter: NotesFilter
  order: NotesOrder
}

export const ALL_OPEN: NotesFilter = {
  status: 'open',
  isMine: false,
  isMentioned: false,
  person: undefined,
  character: undefined,
  scene: undefined,
  category: undefined,
  source: undefined,
}
const CLOSED: NotesView = {
  opened: null,
  selected: undefined,
  isPanelOpen: false,
  isReportOpen: false,
  filter: ALL_OPEN,
  order: 'script',
}
const store = createStore<NotesView>(CLOSED)

/** UI state of the notes, shared by the lines, the list and the keyboard commands. */
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

import { useLostLines } from '../../drafts/lost-lines.ts'
import { useOpenScript } from '../../page/open-script.ts'
import { useEffect, useEffectEvent, useMemo, useSyncExternalStore, type ReactNode } from 'react'
import parts from '@andscene/web-kit/parts.module.css'
import type { Player } from '../../player/engine/player.ts'
import { fileThreads, filterThreads, indexesOf, sortThreads, type PlacedThread } from '../note-filter.ts'
import { pressNoteKey, showThread } from '../move-to-note.ts'
import { notesView, useNotesView } from '../notes-view.ts'
import { useNotesStore, useSnapshot } from '../use-store.ts'
import { NotesFilters } from './notes-filters.tsx'
import { NotesFoot } from './notes-foot.tsx'
import { NotesState } from './notes-state.tsx'
import { PanelEntry } from './panel-entry.tsx'
import styles from './notes-panel.module.css'
import { useWindow } from './use-window.ts'

/** In pixels; must match notes-panel.module.css. */
const ENTRY_HEIGHT = 112

/** The list of notes (product §12), filtered and in the chosen order. */
export function NotesPanel({ head }: { head: ReactNode }) {
  const { lines, map, player } = useOpenScript()
  const snapshot = useSnapshot()
  const filter = useNotesView((view) => view.filter)
  const selected = useNotesView((view) => view.selected)
  const order = useNotesView((view) => view.order)
  const line = useLine(player, filter.scene === 'current')
  const indexes = useMemo(() => indexesOf(lines), [lines])
  const lost = useLostLines()
  const shown = useMemo(() => {
    const source = { lines, map, indexes, places: snapshot.places, lost, line }
    return sortThreads(filterThreads(snapshot.threads, filter, source), order)
  }, [snapshot, filter, order, lines, map, indexes, lost, line])
  useSeeing()
  const open = selected === undefined ? -1 : shown.findIndex(({ thread }) => thread.note._id === selected)
  return (
    // oxlint-disable-next-line jsx-a11y/no-static-element-interactions -- its keys are those of the whole page
    <div
      className={styles.panel}
      onKeyDown={(event) => {
        if (!pressNoteKey({ player, lines, map }, event.nativeEvent)) return
        event.preventDefault()
        event.stopPropagation()
      }}
    >
      {head}
      <NotesFilters shown={shown.length} total={snapshot.threads.length + fileThreads(lines).length} />
      <NotesState snapshot={snapshot} isFiltered={shown.length === 0} />
      {shown.length > 0 && <List shown={shown} open={open} />}
      <NotesFoot />
    </div>
  )
}

/** The current line, if it matters: otherwise a new line does not render the list again. */
const useLine = (player: Player, matters: boolean): number =>
  useSyncExternalStore(player.subscribe, () => (matters ? player.getSnapshot().line : 0))

/** Marks the listed notes as seen while the page is visible. They stay marked as new until the list is closed. */
function useSeeing(): void {
  const notes = useNotesStore()
  const hasUnseen = useSnapshot().unseen > 0
  useEffect(() => {
    if (!hasUnseen) return undefined
    const see = () => document.visibilityState === 'visible' && notes.seeAll()
    see()
    document.addEventListener('visibilitychange', see)
    return () => document.removeEventListener('visibilitychange', see)
  }, [notes, hasUnseen])
  useEffect(() => notes.release, [notes])
}

function List({ shown, open }: { shown: readonly PlacedThread[]; open: number }) {
  const { lines, player } = useOpenScript()
  const { box, openEntry, first, end, before, behind, look, scrollTo } = useWindow({
    count: shown.length,
    height: ENTRY_HEIGHT,
    open,
  })
  const selected = open < 0 ? undefined : shown[open]?.thread.note._id
  // Only when another note is selected, not when a note before it is deleted.
  const follow = useEffectEvent(() => scrollTo(open))
  useEffect(() => {
    if (selected !== undefined) follow()
  }, [selected])
  return (
    <div ref={box} className={styles.list} onScroll={look}>
      <ol className={parts.list} style={{ paddingBlock: `${before}px ${behind}px` }}>
        {shown.slice(first, end).map((placed, nth) => {
          const position = first + nth
          const { _id: noteId } = placed.thread.note
          const isOpen = position === open
          return (
            <li
              key={noteId}
              ref={isOpen ? openEntry : null}
              className={isOpen ? styles.open : styles.entry}
              aria-setsize={shown.length}
              aria-posinset={position + 1}
            >
              <PanelEntry
                placed={placed}
                isOpen={isOpen}
                onToggle={() => {
                  notesView.set({ selected: isOpen ? undefined : noteId })
                  if (!isOpen) showThread({ player, lines }, placed)
                }}
              />
            </li>
          )
        })}
      </ol>
    </div>
  )
}

import type { Line } from '@andscene/contracts/script'
import type { ScriptMap } from '@andscene/screenplay/navigation'
import { changeView } from '../drafts/change-view.ts'
import { lostLines } from '../drafts/lost-lines.ts'
import { isReadAloud } from '../player/engine/reading.ts'
import { bringIntoSight, lineElement } from '../page/narration/in-sight.ts'
import type { Player } from '../player/engine/player.ts'
import { isActive } from '../player/engine/state.ts'
import { presentNotes } from './use-store.ts'
import { filterThreads, indexesOf, nextThread, sortThreads, type PlacedThread } from './note-filter.ts'
import { notesView } from './notes-view.ts'
import { isWide } from '../page/breakpoints.ts'
import { commandOf } from '../player/device/keyboard.ts'

type Place = { player: Player; lines: readonly Line[] }

export function showThread({ player, lines }: Place, { thread, index, lost }: PlacedThread): void {
  notesView.set({ selected: thread.note._id })
  if (lost) {
    player.show(Math.max(lost.after, 0))
    changeView.openCut(lost.after + 1)
    const margin = `[data-note-margin="${CSS.escape(thread.note.lineId)}"]`
    requestAnimationFrame(() => bringIntoSight(document.querySelector(margin)))
    return
  }
  if (!lines[index]) return
  player.show(index)
  requestAnimationFrame(() => bringIntoSight(lineElement(index)))
}

/** Plays from the last spoken line before a note. */
export function listenFrom({ player, lines }: Place, index: number, skipped: readonly string[]): void {
  const before = lines.slice(0, index).findLastIndex((line) => isReadAloud(line, skipped))
  player.jump(before < 0 ? index : before)
}

type Script = Place & { map: ScriptMap }

export function moveToNote({ player, lines, map }: Script, direction: 'next' | 'previous'): void {
  const notes = presentNotes()
  if (!notes) return
  const { filter, order, selected } = notesView.get()
  const indexes = indexesOf(lines)
  const { threads, places } = notes.getSnapshot()
  const { line } = player.getSnapshot()
  const lost = lostLines.get()
  const shown = filterThreads(threads, filter, { lines, map, indexes, places, lost, line })
  const next = nextThread(sortThreads(shown, order), direction, { selected, line: Math.max(line, 0) })
  if (!next) return
  showThread({ player, lines }, next)
  const target = lines[next.index] ?? next.lost?.line
  if (!target) return
  // When paused, makes the line current, so that Space plays it.
  if (!next.lost && !isActive(player.getSnapshot())) player.goToLine(next.index)
  // The line itself shows a note inside the file.
  if (next.thread.note.isInFile) return notesView.set({ opened: null })
  // The panel next to the page already shows the note.
  if (notesView.get().isPanelOpen && isWide()) return
  notesView.open(target._id, { takesFocus: false })
}

type Press = Pick<KeyboardEvent, 'key' | 'code' | 'shiftKey' | 'ctrlKey' | 'metaKey' | 'altKey' | 'target'>

const isText = (target: EventTarget | null) =>
  target instanceof Element &&
  target.matches('textarea, select, input:not([type="radio"], [type="checkbox"])')

/**
 * Handles the next/previous note keys in the list and in cards, where the page's key handler does not run. True if
 * handled.
 */
export function pressNoteKey(script: Script, press: Press): boolean {
  const command = isText(press.target) ? undefined : commandOf(press)
  if (command !== 'next-note' && command !== 'previous-note') return false
  moveToNote(script, command === 'next-note' ? 'next' : 'previous')
  return true
}

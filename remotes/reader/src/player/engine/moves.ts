import type { Direction } from '@andscene/screenplay/navigation'
import { isActive } from './player-state.ts'
import type { Playback } from './playback.ts'
import type { MoveUnit } from './reading-plan.ts'

/** Moving about in the script (product §4, §5). */
export function createMoves({ store, now, reading, isLine, halt }: Playback) {
  /** Stops playback, sets the line and shows its page (product §4); out of range is ignored (product §5). */
  function goToLine(index: number | undefined) {
    if (index === undefined || !isLine(index)) return
    halt()
    store.set({
      state: now().state === 'idle' ? 'idle' : 'stopped',
      line: index,
      page: reading().pageOf(index),
      error: null,
    })
  }

  return {
    goToLine,
    move: (unit: MoveUnit, direction: Direction) =>
      goToLine(reading().move(unit, Math.max(now().line, 0), direction)),
    /** To the next line that is read aloud, or to the one before: playing on from a skipped line would lead forward. */
    moveSpoken(direction: Direction) {
      const beside = (line: number) => reading().move('line', line, direction)
      let line = beside(Math.max(now().line, 0))
      while (line !== undefined && reading().spokenFrom(line) !== line) line = beside(line)
      goToLine(line)
    },
    /** Turns to a page (from 0) and makes its first line the current one. Refused while playing (product §2). */
    goToPage(page: number) {
      if (isActive(now()) || page === now().page || page < 0 || page >= reading().pageCount) return
      goToLine(reading().firstLineOf(page))
    },
    /** Turns to the page of a line without moving there; the reading goes on where it is. */
    show(line: number) {
      if (isLine(line)) store.set({ page: reading().pageOf(line) })
    },
    /** The kept last line, when nothing has been played or chosen yet. */
    restore(line: number) {
      if (now().state !== 'idle' || now().line >= 0 || !isLine(line)) return
      store.set({ line, page: reading().pageOf(line) })
    },
  }
}

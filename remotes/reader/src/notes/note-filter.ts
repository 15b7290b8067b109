import type { Line } from '@andscene/contracts/script'
import { sceneOfLine, type ScriptMap } from '@andscene/screenplay/navigation'
import type { NotesFilter } from './notes-view.ts'
import type { DraftPlace } from './store/drafts.ts'
import type { Thread } from './store/threads.ts'

/** A thread with the index of its line in the script; -1 if the line was deleted. */
export type PlacedThread = { thread: Thread; index: number }

type Source = {
  lines: readonly Line[]
  map: ScriptMap
  indexes: ReadonlyMap<string, number>
  places?: ReadonlySet<DraftPlace>
}
const NO_PLACES: ReadonlySet<DraftPlace> = new Set()

export const indexesOf = (lines: readonly Line[]): ReadonlyMap<string, number> =>
  new Map(lines.map(({ _id }, index) => [_id, index]))

export const hasStatus = ({ note }: Thread, status: NotesFilter['status']): boolean =>
  status === 'all' || (status === 'open') === (note.resolvedAt === undefined)

/** A thread with an open editor is shown regardless of its status. */
export const isShown = (
  thread: Thread,
  status: NotesFilter['status'],
  places: ReadonlySet<DraftPlace>,
): boolean =>
  hasStatus(thread, status) ||
  [thread.note, ...thread.replies].some(({ _id }) => places.has(`reply:${_id}`) || places.has(`edit:${_id}`))

const isMine = ({ note, replies }: Thread) => note.mine || replies.some(({ mine }) => mine)

export function filterThreads(
  threads: readonly Thread[],
  filter: NotesFilter,
  { lines, map, indexes, places = NO_PLACES }: Source,
): PlacedThread[] {
  const found: PlacedThread[] = []
  for (const thread of threads) {
    const { note } = thread
    if (!isShown(thread, filter.status, places)) continue
    if (filter.isMine && !isMine(thread)) continue
    if (filter.category !== undefined && note.category !== filter.category) continue
    const index = indexes.get(note.lineId) ?? -1
    if (filter.character !== undefined && lines[index]?.character !== filter.character) continue
    if (filter.scene !== undefined && (index < 0 || sceneOfLine(map, index) !== filter.scene)) continue
    found.push({ thread, index })
  }
  return found
}

/** The thread after or before the selected one, else after or before a line; wraps around. */
export function nextThread(
  threads: readonly PlacedThread[],
  direction: 'next' | 'previous',
  from: { selected: string | undefined; line: number },
): PlacedThread | undefined {
  const at = threads.findIndex(({ thread }) => thread.note._id === from.selected)
  const { length } = threads
  if (at >= 0) return threads[(at + (direction === 'next' ? 1 : length - 1)) % length]
  if (direction === 'next') return threads.find(({ index }) => index >= from.line) ?? threads[0]
  return threads.findLast(({ index }) => index >= 0 && index <= from.line) ?? threads.at(-1)
}

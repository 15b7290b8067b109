import type { Line } from '@andscene/contracts/script'
import { sceneOfLine, type ScriptMap } from '@andscene/screenplay/navigation'
import { NO_LOST_LINES, type LostLine, type LostLines } from '../drafts/lost-lines.ts'
import type { NotesFilter, NotesOrder } from './notes-view.ts'
import type { DraftPlace } from './store/drafts.ts'
import type { NoteView, Thread } from './store/threads.ts'

/** A thread with the index of its line; -1 if the draft does not have it, with the line of another draft if one has. */
export type PlacedThread = { thread: Thread; index: number; lost?: LostLine | undefined }

type Source = {
  lines: readonly Line[]
  map: ScriptMap
  indexes: ReadonlyMap<string, number>
  places?: ReadonlySet<DraftPlace>
  lost?: LostLines
  /** Index of the current line, whose scene is the current one; -1 for none. */
  line?: number
}
const NO_PLACES: ReadonlySet<DraftPlace> = new Set()

export const indexesOf = (lines: readonly Line[]): ReadonlyMap<string, number> =>
  new Map(lines.map(({ _id }, index) => [_id, index]))

export const hasStatus = ({ note }: Thread, status: NotesFilter['status']): boolean =>
  status === 'all' || (status === 'open') === (note.resolvedAt === undefined)

const notesOf = ({ note, replies }: Thread) => [note, ...replies]

/** A thread with an open editor is shown regardless of its status. */
export const isShown = (
  thread: Thread,
  status: NotesFilter['status'],
  places: ReadonlySet<DraftPlace>,
): boolean =>
  hasStatus(thread, status) ||
  notesOf(thread).some(({ _id }) => places.has(`reply:${_id}`) || places.has(`edit:${_id}`))

/** Identifies the author of a note as it is shown. */
export const personOf = ({ author, authorKind = 'collaborator' }: NoteView): string =>
  `${authorKind} ${author}`

/** Whether another user has mentioned the user in the thread. */
export const mentionsMe = (thread: Thread): boolean =>
  notesOf(thread).some(({ mentions, mine }) => !mine && mentions?.some((mention) => mention.mine))

/** The filtered threads and notes inside the file, in script order; those of lines that no draft has come last. */
export function filterThreads(
  threads: readonly Thread[],
  filter: NotesFilter,
  { lines, map, indexes, places = NO_PLACES, lost = NO_LOST_LINES, line = 0 }: Source,
): PlacedThread[] {
  const { status, isMine, isMentioned, person, character, category, source } = filter
  const scene = filter.scene === 'current' ? sceneOfLine(map, Math.max(line, 0)) : filter.scene
  const isListed = ({ thread, index, lost: lostLine }: PlacedThread) =>
    isShown(thread, status, places) &&
    (!isMine || notesOf(thread).some(({ mine }) => mine)) &&
    (!isMentioned || mentionsMe(thread)) &&
    (person === undefined || notesOf(thread).some((note) => personOf(note) === person)) &&
    (category === undefined || (thread.note.category === category && !thread.note.isInFile)) &&
    (character === undefined || (lines[index] ?? lostLine?.line)?.character === character) &&
    (scene === undefined || sceneOfThread({ thread, index, lost: lostLine }, map) === scene)
  const placed = threads.map((thread): PlacedThread => {
    const index = indexes.get(thread.note.lineId) ?? -1
    return index < 0 ? { thread, index, lost: lost.get(thread.note.lineId) } : { thread, index }
  })
  const found = source === 'file' ? [] : placed.filter(isListed)
  const inFile = source === 'here' ? [] : fileThreads(lines).filter(isListed)
  if (inFile.length === 0 && lost.size === 0) return found
  return [...inFile, ...found].sort((a, b) => place(a) - place(b))
}
const place = ({ index, lost }: PlacedThread) =>
  index >= 0 ? index : lost ? lost.after + 0.5 : Number.MAX_SAFE_INTEGER

/** The scene of a note's line, or of the place where it was; undefined if no draft has the line. */
export function sceneOfThread({ index, lost }: PlacedThread, map: ScriptMap): number | undefined {
  const at = index >= 0 ? index : lost?.after
  return at === undefined ? undefined : sceneOfLine(map, at)
}

/** Sorts threads in script order by another order; notes inside the file, which have no time, come last. */
export function sortThreads(threads: readonly PlacedThread[], order: NotesOrder): readonly PlacedThread[] {
  if (order === 'script') return threads
  const timeOf = ({ thread }: PlacedThread) =>
    order === 'newest'
      ? thread.note.createdAt
      : notesOf(thread).reduce((last, { createdAt }) => (createdAt > last ? createdAt : last), '')
  const times = new Map(threads.map((one) => [one, timeOf(one)]))
  return threads.toSorted((a, b) =>
    times.get(a)! < times.get(b)! ? 1 : times.get(a) === times.get(b) ? 0 : -1,
  )
}

const ofFile = new WeakMap<readonly Line[], readonly PlacedThread[]>()
/** The notes inside the Final Draft file, which only roles that may cast receive. */
export function fileThreads(lines: readonly Line[]): readonly PlacedThread[] {
  let found = ofFile.get(lines)
  if (!found) {
    found = lines.flatMap(({ _id: lineId, scriptNote }, index) =>
      scriptNote === undefined
        ? []
        : [{ index, thread: { note: fileNote(lineId, scriptNote), replies: [] } }],
    )
    ofFile.set(lines, found)
  }
  return found
}
const fileNote = (lineId: string, text: string): NoteView => ({
  _id: `in-file-${lineId}`,
  lineId,
  text,
  colour: 'yellow',
  category: 'General',
  author: 'In the file',
  mine: false,
  createdAt: '',
  version: 1,
  isInFile: true,
})

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

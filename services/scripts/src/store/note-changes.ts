import { NOTE_VERSION_LIMIT as BEGAN } from '@andscene/contracts/limits'
import { NotesFull } from './note-room.ts'
import type { NoteChanges, NoteLimits, StoredNote } from './note-store.ts'

/** A change: the note, or the id of a removed one. */
export type NoteEntry = { version: number; note: StoredNote } | { version: number; removed: string }

export type NoteSource = {
  /**
   * Returns entries after a version, in order, up to the limit. A note that changed twice may appear only with its
   * later version.
   */
  entries(after: number, limit: number): Promise<NoteEntry[]>
  /** Like `version` of the store, but 0 for a deleted script. */
  version(): Promise<number>
}

/**
 * The result of `changes` of the store. Removals are stored for the latest `history` versions; a reader that is further
 * behind gets all notes from the beginning, in order. The first of them may be as old and must not restart the reading:
 * so until all are read, the position also contains the version at which the reading started, and is valid while all
 * removals since then are stored.
 */
export async function readChanges(
  source: NoteSource,
  after: number,
  limit: number,
  { history }: Pick<NoteLimits, 'history'>,
): Promise<NoteChanges> {
  const { from, began } = positionOf(after)
  const entries = await source.entries(from, limit + 1)
  // Read after the entries, to detect removals that were discarded meanwhile.
  const latest = await source.version()
  const known = began ?? from
  if (known >= latest - history && Math.max(known, from) <= latest)
    return pageOf(entries, limit, { from, began, reset: false })
  return pageOf(await source.entries(0, limit + 1), limit, { from: 0, began: latest, reset: true })
}

type Walk = { from: number; began: number | undefined; reset: boolean }

function pageOf(entries: readonly NoteEntry[], limit: number, { from, began, reset }: Walk): NoteChanges {
  const notes = new Map<string, StoredNote>()
  const removed = new Set<string>()
  const told = entries.slice(0, limit)
  for (const entry of told)
    if ('note' in entry) {
      notes.delete(entry.note.id)
      notes.set(entry.note.id, entry.note)
    } else {
      notes.delete(entry.removed)
      removed.add(entry.removed)
    }
  const more = entries.length > limit
  const last = told.at(-1)?.version ?? from
  const version = more && began !== undefined ? began * BEGAN + last : last
  return { notes: [...notes.values()], removed: [...removed], version, more, reset }
}

const positionOf = (after: number): { from: number; began: number | undefined } =>
  after < BEGAN
    ? { from: after, began: undefined }
    : { from: after % BEGAN, began: Math.floor(after / BEGAN) }

/** From half of the maximum on no note may be added: the rest is for changes of existing notes. */
export const requireVersions = (version: number): void => {
  if (version >= BEGAN / 2) throw new NotesFull('all')
}

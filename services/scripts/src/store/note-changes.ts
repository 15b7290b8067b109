import { NotesFull } from './note-room.ts'
import type { NoteChanges, NoteLimits, StoredNote } from './note-store.ts'

/** A change: the note, or the id of a removed one. */
export type NoteEntry = { version: number; note: StoredNote } | { version: number; removed: string }

export type NoteSource = {
  /**
   * Entries after a version, in order, up to the limit. A note that changed twice may appear with its later version
   * only.
   */
  entries(after: number, limit: number): Promise<NoteEntry[]>
  /** As `version` of the store; 0 for a deleted script. */
  version(): Promise<number>
}

/**
 * What `changes` of the store returns. Removals are remembered for the latest `history` versions. A reader that is further
 * behind gets all notes from the beginning, in order. The oldest of these may be as far behind and must not restart
 * the reading: until all are read the position includes the version at which the reading began, and is valid while
 * all removals since then are remembered.
 */
export async function readChanges(
  source: NoteSource,
  after: number,
  limit: number,
  { history }: Pick<NoteLimits, 'history'>,
): Promise<NoteChanges> {
  const { from, began } = positionOf(after)
  const entries = await source.entries(from, limit + 1)
  // Read after the entries: a removal that was forgotten before they were read shows in it.
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

/** Versions are smaller than this: two of them make one number that JSON holds exactly. */
const BEGAN = 2 ** 26

const positionOf = (after: number): { from: number; began: number | undefined } =>
  after < BEGAN
    ? { from: after, began: undefined }
    : { from: after % BEGAN, began: Math.floor(after / BEGAN) }

/** From half of the possible versions on no note may be added: the rest is for changes of existing notes. */
export const requireVersions = (version: number): void => {
  if (version >= BEGAN / 2) throw new NotesFull('all')
}

import type { NoteCategory, NoteColour, NoteRange } from '@andscene/contracts/notes'
import type { Clock } from '../../player/ports.ts'
import type { KeptEntries } from './ports.ts'

/** A note that is being written. */
export type Draft = {
  /** The id that the note is going to have: a draft that comes back though it was sent is the same note. */
  noteId: string
  text: string
  colour: NoteColour
  category: NoteCategory
  range?: NoteRange | undefined
  atMs?: number | undefined
}
/** Where it is written: one for each line, each note that is answered and each that is changed. */
export type DraftPlace = `line:${string}` | `reply:${string}` | `edit:${string}`

/** What is typed is kept at most so much later, in milliseconds. */
export const KEEP_DRAFT_AFTER_MS = 250

/** What is being written, kept on the device while it is typed, so that no closed tab takes it along. */
export type Drafts = ReturnType<typeof createDrafts>

export function createDrafts(deps: { entries: KeptEntries; prefix: string; clock: Clock }) {
  const { entries, prefix, clock } = deps
  const drafts = readDrafts(entries, prefix)
  const unkept = new Map<DraftPlace, Draft>()
  const listeners = new Set<() => void>()
  let timer: number | undefined

  function flush() {
    clock.clearTimeout(timer)
    timer = undefined
    for (const [place, draft] of unkept) entries.write(prefix + place, JSON.stringify(draft))
    unkept.clear()
  }
  const announce = () => listeners.forEach((listener) => listener())

  return {
    get: (place: DraftPlace): Draft | undefined => drafts.get(place),
    /** The places that have one. */
    places: (): DraftPlace[] => [...drafts.keys()],
    set(place: DraftPlace, draft: Draft) {
      const isNew = !drafts.has(place)
      drafts.set(place, draft)
      unkept.set(place, draft)
      timer ??= clock.setTimeout(flush, KEEP_DRAFT_AFTER_MS)
      if (isNew) announce()
    },
    drop(place: DraftPlace) {
      unkept.delete(place)
      entries.remove(prefix + place)
      if (drafts.delete(place)) announce()
    },
    /** At once: the page may be gone in a moment. */
    flush,
    /** Without keeping anything: the person has signed out. */
    forget() {
      clock.clearTimeout(timer)
      unkept.clear()
      drafts.clear()
    },
    subscribe(listener: () => void) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
  }
}

function readDrafts(entries: KeptEntries, prefix: string): Map<DraftPlace, Draft> {
  const drafts = new Map<DraftPlace, Draft>()
  for (const [key, value] of entries.list(prefix)) {
    try {
      const draft = JSON.parse(value) as Draft
      if (typeof draft.text === 'string' && typeof draft.noteId === 'string')
        drafts.set(key.slice(prefix.length) as DraftPlace, draft)
    } catch {
      // What cannot be read is no draft.
    }
  }
  return drafts
}

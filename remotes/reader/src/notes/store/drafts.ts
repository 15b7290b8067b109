import type { NoteCategory, NoteColour, NoteRange } from '@andscene/contracts/notes'
import type { Clock } from '../../player/ports.ts'
import { Emitter } from '@andscene/web-kit/emitter'
import type { Seen } from './operation.ts'
import type { KeptEntries } from './ports.ts'

export type Draft = {
  /** The id that the note is going to have: a draft that comes back though it was sent is the same note. */
  noteId: string
  text: string
  colour: NoteColour
  category: NoteCategory
  range?: NoteRange | undefined
  atMs?: number | undefined
  lineId?: string | undefined
  /** When it was typed, in milliseconds since 1970; a release before did not keep it. */
  at?: number | undefined
  seen?: Seen | undefined
}
/** Where it is written: on a line, as an answer to a note, or in place of one. */
export type DraftPlace = `line:${string}` | `reply:${string}` | `edit:${string}`
export const idOf = (place: DraftPlace): string => place.slice(place.indexOf(':') + 1)
export type PlacedDraft = { readonly place: DraftPlace; readonly draft: Draft }

/** What is typed is kept at most so much later, in milliseconds. */
export const KEEP_DRAFT_AFTER_MS = 250

/** Each draft has a key of its own: two tabs that write in one place take nothing from each other. */
const keyOf = (place: DraftPlace, { noteId }: Pick<Draft, 'noteId'>) => `${place}~${noteId}`

type DraftDeps = { entries: KeptEntries; prefix: string; clock: Clock; now: () => number }

/** What is being written, kept on the device while it is typed, so that no closed tab takes it along. */
export function createDrafts({ entries, prefix, clock, now }: DraftDeps) {
  const drafts = readDrafts(entries, prefix)
  /** Typed in this tab: what other tabs do to them does not count here. */
  const own = new Set<string>()
  const unkept = new Map<string, Draft>()
  const atOpening = new Set(drafts.keys())
  const { subscribe, emit } = new Emitter()
  let snapshot: readonly PlacedDraft[] | undefined
  /** In this tab's memory alone: the device takes no more. */
  const inMemory = new Set<string>()
  let timer: number | undefined
  const editors = new Set<{ place: DraftPlace }>()

  function flush() {
    clock.clearTimeout(timer)
    timer = undefined
    for (const [key, draft] of unkept) {
      if (entries.write(prefix + key, JSON.stringify(draft))) inMemory.delete(key)
      else inMemory.add(key)
    }
    unkept.clear()
  }
  const announce = () => {
    snapshot = undefined
    emit()
  }
  // A draft that another tab starts is its own while it is open; one that it sent or discarded is removed.
  const stop = entries.watch(prefix, () => {
    const kept = readDrafts(entries, prefix)
    for (const key of drafts.keys()) {
      const placed = kept.get(key)
      if (own.has(key)) continue
      if (placed) drafts.set(key, placed)
      else drafts.delete(key)
    }
    announce()
  })

  return {
    get: (place: DraftPlace): Draft | undefined =>
      [...drafts.values()].findLast((placed) => placed.place === place)?.draft,
    getSnapshot: (): readonly PlacedDraft[] => (snapshot ??= [...drafts.values()]),
    /** Places with an open editor or an unsent draft. */
    places: (): ReadonlySet<DraftPlace> =>
      new Set([...editors, ...drafts.values()].map(({ place }) => place)),
    /** An editor is open there; returns its end. */
    open(place: DraftPlace) {
      const editor = { place }
      editors.add(editor)
      announce()
      return () => {
        editors.delete(editor)
        announce()
      }
    },
    /** Those that an earlier visit has left, the latest last. */
    leftBehind: (): readonly PlacedDraft[] =>
      [...drafts].flatMap(([key, placed]) => (atOpening.has(key) && !own.has(key) ? [placed] : [])),
    isKept: () => inMemory.size === 0,
    set(place: DraftPlace, draft: Draft) {
      const key = keyOf(place, draft)
      const isNew = !drafts.has(key)
      const dated = { ...draft, at: now() }
      drafts.set(key, { place, draft: dated })
      own.add(key)
      unkept.set(key, dated)
      snapshot = undefined
      timer ??= clock.setTimeout(flush, KEEP_DRAFT_AFTER_MS)
      if (isNew) announce()
    },
    drop(place: DraftPlace, draft: Pick<Draft, 'noteId'>) {
      const key = keyOf(place, draft)
      unkept.delete(key)
      inMemory.delete(key)
      own.delete(key)
      entries.remove(prefix + key)
      if (drafts.delete(key)) announce()
    },
    flush,
    /** Without keeping anything: the person has signed out. */
    forget() {
      stop()
      clock.clearTimeout(timer)
      unkept.clear()
      drafts.clear()
    },
    close() {
      stop()
      flush()
    },
    subscribe,
  }
}

/** The latest last. */
function readDrafts(entries: KeptEntries, prefix: string): Map<string, PlacedDraft> {
  const drafts: [key: string, placed: PlacedDraft][] = []
  for (const [key, value] of entries.list(prefix)) {
    const draft = parse(value)
    if (!draft) continue
    const place = key.slice(prefix.length).split('~')[0] as DraftPlace
    const own = keyOf(place, draft)
    // Of a page of the release before.
    if (prefix + own !== key) {
      entries.remove(key)
      entries.write(prefix + own, value)
    }
    drafts.push([own, { place, draft }])
  }
  return new Map(drafts.sort(([, a], [, b]) => (a.draft.at ?? 0) - (b.draft.at ?? 0)))
}

function parse(value: string): Draft | undefined {
  try {
    const draft = JSON.parse(value) as Draft
    return typeof draft.text === 'string' && typeof draft.noteId === 'string' ? draft : undefined
  } catch {
    return undefined
  }
}

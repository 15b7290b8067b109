import type { NoteCategory, NoteColour, NoteRange } from '@andscene/contracts/notes'
import type { Clock } from '../../player/ports.ts'
import { Emitter } from '@andscene/web-kit/emitter'
import type { Seen } from './operation.ts'
import type { KeptEntries } from './ports.ts'

export type MentionedPerson = { key: string; name: string }
export type Draft = {
  /** The id of the future note. A draft that is restored after being sent therefore does not create a second note. */
  noteId: string
  text: string
  colour: NoteColour
  category: NoteCategory
  range?: NoteRange | undefined
  atMs?: number | undefined
  lineId?: string | undefined
  /** The people whom the text mentions. */
  mentions?: readonly MentionedPerson[] | undefined
  /** Time of the last change in milliseconds since 1970; missing in drafts of an earlier release. */
  at?: number | undefined
  seen?: Seen | undefined
}
/** What the draft is for: a new note on a line, a reply to a note, or an edit of one. */
export type DraftPlace = `line:${string}` | `reply:${string}` | `edit:${string}`
export const idOf = (place: DraftPlace): string => place.slice(place.indexOf(':') + 1)
export type PlacedDraft = { readonly place: DraftPlace; readonly draft: Draft }

/** Longest delay before typed text is stored, in milliseconds. */
export const KEEP_DRAFT_AFTER_MS = 250

/** A key per draft, so that two tabs writing in one place do not overwrite each other's draft. */
const keyOf = (place: DraftPlace, { noteId }: Pick<Draft, 'noteId'>) => `${place}~${noteId}`

type DraftDeps = { entries: KeptEntries; prefix: string; clock: Clock; now: () => number }

export type Drafts = ReturnType<typeof createDrafts>

/** Unsent drafts, stored on the device as they are typed, so that closing the tab does not lose them. */
export function createDrafts({ entries, prefix, clock, now }: DraftDeps) {
  const drafts = readDrafts(entries, prefix)
  /** Keys of drafts typed in this tab; changes by other tabs do not affect them. */
  const own = new Set<string>()
  const unkept = new Map<string, Draft>()
  const atOpening = new Set(drafts.keys())
  const { subscribe, emit } = new Emitter()
  let snapshot: readonly PlacedDraft[] | undefined
  /** Keys of drafts that are only in memory, because storage is full or blocked. */
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
  // Drafts that another tab starts stay hidden while it is open; drafts that it sent or discarded are removed.
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
    /** Registers an open editor; returns its cleanup. */
    open(place: DraftPlace) {
      const editor = { place }
      editors.add(editor)
      announce()
      return () => {
        editors.delete(editor)
        announce()
      }
    },
    /** Drafts of an earlier visit, oldest first. */
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
    /** After a sign-out: closes without storing anything. */
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

/** Oldest first. */
function readDrafts(entries: KeptEntries, prefix: string): Map<string, PlacedDraft> {
  const drafts: [key: string, placed: PlacedDraft][] = []
  for (const [key, value] of entries.list(prefix)) {
    const draft = parse(value)
    if (!draft) continue
    const place = key.slice(prefix.length).split('~')[0] as DraftPlace
    const own = keyOf(place, draft)
    // Migrates a key of the previous release.
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

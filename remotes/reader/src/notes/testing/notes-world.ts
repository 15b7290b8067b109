import { type ErrorCode, ERROR_STATUS } from '@andscene/contracts/schema/envelope'
import type { Note, NotePerson, NotesPage, SeenNotes } from '@andscene/contracts/notes'
import { ApiError } from '@andscene/web-kit/api-client'
import { createFakeClock } from '../../player/testing/fake-clock.ts'
import { createNotesStore, type NotesDeps } from '../store/notes-store.ts'
import type { KeptEntries, NotesServer } from '../store/ports.ts'

const PAGE = 1_000
export const refusal = (code: ErrorCode, sentence: string, present?: Note) =>
  new ApiError(sentence, { status: ERROR_STATUS[code], code, serverMessage: sentence, present })

export const noteOf = (id: string, lineId: string, rest: Partial<Note> = {}): Note => ({
  _id: id,
  lineId,
  text: `Text of ${id}`,
  colour: 'yellow',
  category: 'General',
  author: 'Ada',
  authorKind: 'owner',
  mine: false,
  createdAt: '2026-11-20T12:00:00.000Z',
  version: 1,
  ...rest,
})

const away = () => new ApiError('Network error.', { status: 0, code: 'NETWORK' })
const ME = { author: 'Me', mine: true }
const deaf = () => undefined

/** A fake notes backend; a test can make it unavailable, refuse requests, or lose responses. */
export function createFakeServer() {
  const notes = new Map<string, Note>()
  const removed: { id: string; version: number }[] = []
  const fake = {
    notes,
    /** Log of the requests, such as `create <id>`. */
    calls: [] as string[],
    version: 0,
    isDown: false,
    /** Carries out requests but never responds. */
    losesResponses: false,
    /** Rejects every request with this error. */
    refuses: undefined as ApiError | undefined,
    limit: Number.POSITIVE_INFINITY,
    /** Whether a conflict includes the current note; a backend one release older does not. */
    sendsPresent: true,
    /** People whom notes can mention. */
    people: [] as NotePerson[],
    /** What the user has seen; undefined for a guest. */
    seen: { version: 0 } as SeenNotes | undefined,
    /** A change by another user. */
    set(id: string, change: Partial<Note>) {
      fake.version += 1
      const known = notes.get(id) ?? { ...noteOf(id, 'l0'), createdVersion: fake.version }
      notes.set(id, { ...known, ...change, version: fake.version })
    },
    drop(id: string) {
      fake.version += 1
      notes.delete(id)
      removed.push({ id, version: fake.version })
    },
  }
  async function carryOut<T>(name: string, work: () => T): Promise<T> {
    await Promise.resolve()
    if (fake.isDown) throw away()
    if (fake.refuses) throw fake.refuses
    fake.calls.push(name)
    const result = work()
    if (fake.losesResponses) throw away()
    return result
  }
  const present = (id: string): Note => {
    const note = notes.get(id)
    if (!note) throw refusal('NOT_FOUND', 'Note not found')
    return note
  }
  const write = (id: string, change: Partial<Note>): Note => {
    fake.set(id, change)
    return notes.get(id)!
  }
  const named = (keys: readonly string[] = []): Partial<Note> => {
    const people = fake.people.filter(({ key }) => keys.includes(key))
    return people.length > 0 ? { mentions: people.map(({ name }) => ({ name, mine: false })) } : {}
  }
  const server: NotesServer = {
    list: (after) =>
      carryOut(`list ${after}`, (): NotesPage => {
        const later = [...notes.values()].filter(({ version }) => version > after)
        const page = later.sort((a, b) => a.version - b.version).slice(0, PAGE)
        const more = page.length < later.length
        return {
          notes: page,
          removed: removed.filter(({ version }) => version > after).map(({ id }) => id),
          version: more ? page.at(-1)!.version : fake.version,
          more,
          reset: false,
          ...(fake.seen && { seen: fake.seen }),
        }
      }),
    people: () => carryOut('people', () => fake.people),
    see: (seen) =>
      carryOut(`see ${seen.version} ${(seen.also ?? []).join()}`.trim(), () => void (fake.seen = seen)),
    create: (body) =>
      carryOut(`create ${body._id}`, () => {
        if (notes.has(body._id)) return present(body._id)
        if (notes.size >= fake.limit) throw refusal('CONFLICT', 'A script can have 5,000 notes')
        const { mentions, ...rest } = body
        return write(body._id, { ...noteOf(body._id, body.lineId), ...rest, ...named(mentions), ...ME })
      }),
    change: (id, { version, mentions, ...change }) =>
      carryOut(`change ${id}`, () => {
        const note = present(id)
        if (note.version !== version)
          throw refusal('CONFLICT', 'This note was changed', fake.sendsPresent ? note : undefined)
        return write(id, { ...change, ...named(mentions) })
      }),
    resolve: (id, resolved) =>
      carryOut(`resolve ${id} ${resolved}`, () => {
        const { resolvedAt: _, ...note } = present(id)
        fake.set(id, resolved ? { resolvedAt: '2026-11-21T12:00:00.000Z' } : {})
        if (!resolved) notes.set(id, { ...note, version: fake.version })
        return present(id)
      }),
    removeLike: (id, of) =>
      carryOut(`removeLike ${id} ${of}`, () => {
        const key = `${of}Key` as const
        const { [key]: origin } = present(id)
        const all = [...notes.values()].filter((note) => note[key] === origin)
        for (const note of all) fake.drop(note._id)
        return all.length
      }),
    remove: (id) =>
      carryOut(`remove ${id}`, () => {
        present(id)
        fake.drop(id)
      }),
  }
  return Object.assign(fake, { server })
}

/** A fake device storage; each tab uses its own `tab()` and is notified of changes by the others. */
export function createFakeDevice() {
  const kept = new Map<string, string>()
  const watchers = new Set<{ tab: KeptEntries; prefix: string; listener: () => void }>()
  let turn: Promise<unknown> = Promise.resolve()
  const device = {
    kept,
    isFull: false,
    async exclusive(_name: string, work: () => Promise<void>) {
      const mine = turn.then(work)
      turn = mine.catch(() => undefined)
      return mine
    },
    tab(): KeptEntries {
      const own = new Map<string, string>()
      const notify = (key: string) => {
        for (const { tab: other, prefix, listener } of watchers)
          if (other !== tab && key.startsWith(prefix)) listener()
      }
      const tab: KeptEntries = {
        list: (prefix) =>
          [...kept, ...own].filter(([key]) => key.startsWith(prefix)).sort(([a], [b]) => (a < b ? -1 : 1)),
        write(key, value) {
          if (device.isFull) own.set(key, value)
          else {
            kept.set(key, value)
            notify(key)
          }
          return !device.isFull
        },
        remove(key) {
          own.delete(key)
          if (kept.delete(key)) notify(key)
        },
        watch(prefix, listener) {
          const watcher = { tab, prefix, listener }
          watchers.add(watcher)
          return () => watchers.delete(watcher)
        },
      }
      return tab
    },
  }
  return device
}

type Opening = {
  backend?: ReturnType<typeof createFakeServer>
  device?: ReturnType<typeof createFakeDevice>
  name?: string
  seenHere?: NotesDeps['seenHere']
}
/** The notes of a script in one tab; several tabs may share the backend and the device. */
export function openNotes(opening: Opening = {}) {
  const { backend = createFakeServer(), device = createFakeDevice(), name = 'a', seenHere } = opening
  const clock = createFakeClock()
  let announce: (version: number | undefined) => void = deaf
  const store = createNotesStore({
    server: backend.server,
    clock,
    now: () => Date.parse('2026-11-25T12:00:00.000Z') + clock.now(),
    random: () => name,
    entries: device.tab(),
    exclusive: device.exclusive,
    news(listener) {
      announce = listener
      return deaf
    },
    prefix: 'notes',
    seenHere,
    indexOf: (lineId) => (lineId.startsWith('l') ? Number(lineId.slice(1)) : undefined),
  })
  store.start()
  return {
    store,
    clock,
    backend,
    device,
    /** The notes shown on a line: `text`, followed by the unsent state in brackets. */
    shown: (lineId = 'l0') =>
      store.ofLine(lineId).map(({ note }) => (note.unsent ? `${note.text} (${note.unsent})` : note.text)),
    news: (version?: number) => announce(version),
    settle: () => clock.advance(0),
  }
}

/** A script with one note by the user. */
export async function withNote() {
  const world = openNotes()
  world.backend.set('note', { mine: true, author: 'Me', text: 'Before' })
  await world.settle()
  const note = () => world.store.ofLine('l0')[0]!.note
  /** Applies a change by another user and waits until the store has received it. */
  const changeByOther = async (change: object) => {
    world.backend.set('note', change)
    world.news(world.backend.version)
    await world.settle()
  }
  return { ...world, note, changeByOther }
}

let ids = 0
/** The body of a new note. */
export function newNote(text: string, lineId = 'l0', rest: { replyTo?: string } = {}) {
  ids += 1
  const _id = `new-note-${String(ids).padStart(8, '0')}`
  return { _id, lineId, text, colour: 'yellow', category: 'General', ...rest } as const
}

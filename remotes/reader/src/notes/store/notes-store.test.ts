import { expect, test } from 'vitest'
import {
  createFakeDevice,
  createFakeServer,
  newNote,
  noteOf,
  openNotes,
  refusal,
  withNote,
} from '../testing/notes-world.ts'
import { FIRST_RETRY_MS } from './retry.ts'

async function opened(options: Parameters<typeof openNotes>[0] = {}) {
  const world = openNotes(options)
  await world.settle()
  return world
}

test('product §12: loads all notes in pages, sorted by line; notes of deleted lines come last', async () => {
  const backend = createFakeServer()
  for (let nth = 0; nth < 2_500; nth += 1) backend.set(`note-${nth}`, { lineId: `l${nth % 50}` })
  backend.set('of-old-draft', { lineId: 'gone', text: 'Of an old draft' })
  const { store } = await opened({ backend })
  const { status, threads } = store.getSnapshot()
  expect(status).toBe('ready')
  expect(threads).toHaveLength(2_501)
  expect(backend.calls.filter((call) => call.startsWith('list'))).toHaveLength(3)
  expect(threads.at(-1)?.note.text).toBe('Of an old draft')
  expect(store.ofLine('l7')).toHaveLength(50)
})

test('product §12: an event with a newer version loads the changes; an older version loads nothing', async () => {
  const { shown, news, settle, backend } = await opened()
  backend.set('hers', { lineId: 'l0', text: 'Hers' })
  news(backend.version)
  await settle()
  expect(shown()).toEqual(['Hers'])
  const { length } = backend.calls
  news(backend.version)
  await settle()
  expect(backend.calls).toHaveLength(length)
  backend.drop('hers')
  news()
  await settle()
  expect(shown()).toEqual([])
})

test('with 5,000 notes, a change recomputes only its own lines', async () => {
  const backend = createFakeServer()
  for (let nth = 0; nth < 5_000; nth += 1) backend.set(`note-${nth}`, { lineId: `l${nth}` })
  const { store, settle, news } = await opened({ backend })
  const before = store.getSnapshot().threads
  const [line, none] = [store.ofLine('l1'), store.ofLine('gone')]
  backend.set('note-7', { text: 'Changed' })
  news()
  await settle()
  const { threads } = store.getSnapshot()
  expect(threads.filter((thread, nth) => thread !== before[nth]).map(({ note }) => note.text)).toEqual([
    'Changed',
  ])
  expect(store.ofLine('l1')).toBe(line)
  expect(store.ofLine('gone')).toBe(none)
})

test('lists a reply with its note; keeps a deleted note only if it has replies', async () => {
  const backend = createFakeServer()
  backend.set('asked', { text: '', deletedAt: '2026-11-21T12:00:00.000Z' })
  backend.set('answer', { text: 'Yes', replyTo: 'asked' })
  backend.set('unasked', { text: '', deletedAt: '2026-11-21T12:00:00.000Z' })
  const { store } = await opened({ backend })
  expect(store.ofLine('l0').map(({ note, replies }) => [note._id, replies.map(({ text }) => text)])).toEqual([
    ['asked', ['Yes']],
  ])
})

test('product §12: shows a note immediately; without a network, stores it and sends it later, in order', async () => {
  const { store, shown, settle, backend, clock } = await opened()
  backend.isDown = true
  const [first, second] = [newNote('First'), newNote('Second')]
  let drawn = shown()
  store.subscribe(() => (drawn = shown()))
  store.create(first)
  store.create(second)
  expect(drawn).toEqual(['First (waiting)', 'Second (waiting)'])
  store.create(newNote('Answer', 'l0', { replyTo: first._id }))
  await settle()
  expect(shown()).toEqual(['First (waiting)', 'Second (waiting)'])
  backend.isDown = false
  await clock.advance(FIRST_RETRY_MS)
  expect(store.getSnapshot().unsent).toEqual([])
  expect(backend.calls.filter((call) => call.startsWith('create')).slice(0, 2)).toEqual([
    `create ${first._id}`,
    `create ${second._id}`,
  ])
  expect(shown()).toEqual(['First', 'Second'])
  expect(store.ofLine('l0')[0]?.replies.map(({ text }) => text)).toEqual(['Answer'])
})

test('product §12: when a tab is killed, the next one sends its unsent notes', async () => {
  const backend = createFakeServer()
  const device = createFakeDevice()
  const killed = openNotes({ backend, device })
  backend.isDown = true
  killed.store.create(newNote('Kept'))
  await killed.settle()
  killed.store.forget()
  backend.isDown = false
  const next = openNotes({ backend, device, name: 'b' })
  expect(next.shown()).toEqual(['Kept (waiting)'])
  await next.settle()
  expect([...backend.notes.values()].map(({ text }) => text)).toEqual(['Kept'])
  expect(device.kept.size).toBe(0)
})

test('product §12: when only the response is lost, sends the note again without duplicating it', async () => {
  const { store, settle, backend, clock, shown } = await opened()
  backend.losesResponses = true
  store.create(newNote('Once'))
  await settle()
  backend.losesResponses = false
  await clock.advance(FIRST_RETRY_MS)
  expect(backend.calls.filter((call) => call.startsWith('create'))).toHaveLength(2)
  expect(backend.notes.size).toBe(1)
  expect(shown()).toEqual(['Once'])
})

test('product §12: two tabs show the same notes; one at a time sends when the network is back', async () => {
  const backend = createFakeServer()
  const device = createFakeDevice()
  const one = openNotes({ backend, device, name: 'a' })
  const two = openNotes({ backend, device, name: 'b' })
  await one.settle()
  backend.isDown = true
  expect([...one.shown('l1'), ...two.shown('l0')]).toEqual([])
  one.store.create(newNote('From one'))
  two.store.create(newNote('From two', 'l1'))
  await one.settle()
  expect([...one.shown('l1'), ...two.shown('l0')]).toEqual(['From two (waiting)', 'From one (waiting)'])
  backend.isDown = false
  one.store.online()
  two.store.online()
  await one.settle()
  await two.settle()
  expect(backend.calls.filter((call) => call.startsWith('create'))).toHaveLength(2)
  expect([...one.shown('l1'), ...two.shown('l0')]).toEqual(['From two', 'From one'])
})

test('when storage is full, keeps notes in this tab and reports it', async () => {
  const device = createFakeDevice()
  device.isFull = true
  const { store, settle, backend, shown } = await opened({ device })
  backend.isDown = true
  store.create(newNote('Only here'))
  expect(shown()).toEqual(['Only here (waiting)'])
  expect(store.getSnapshot().isKept).toBe(false)
  backend.isDown = false
  store.online()
  await settle()
  expect(shown()).toEqual(['Only here'])
  expect(store.getSnapshot().isKept).toBe(true)
})

test('writes nothing to storage after a sign-out', async () => {
  const { store, settle, backend, device } = openNotes()
  store.create(newNote('Late'))
  device.kept.clear()
  store.forget()
  await settle()
  expect(device.kept.size).toBe(0)
  expect(backend.calls.filter((call) => call.startsWith('create')).length).toBeLessThanOrEqual(1)
})

test('shows resolve, reopen and delete immediately', async () => {
  const { store, note, settle, backend, shown } = await withNote()
  store.resolve(note(), true)
  expect(note().resolvedAt).toBeDefined()
  await settle()
  store.resolve(note(), false)
  expect(note().resolvedAt).toBeUndefined()
  await settle()
  expect(backend.notes.get('note')?.resolvedAt).toBeUndefined()
  store.remove(note())
  expect(shown()).toEqual([])
  await settle()
  expect(backend.notes.size).toBe(0)
  expect(shown()).toEqual([])
})

test('edits of an unsent edit need no version; an edit whose response was lost counts as done', async () => {
  const { store, note, settle, backend, clock } = await withNote()
  backend.losesResponses = true
  store.change(note(), { text: 'One' })
  store.change(note(), { text: 'Two' })
  await settle()
  backend.losesResponses = false
  await clock.advance(FIRST_RETRY_MS)
  expect(backend.notes.get('note')?.text).toBe('Two')
  expect(store.getSnapshot().unsent).toEqual([])
})

test('product §12: keeps the text of an edited note that was deleted meanwhile and can send it as a new note', async () => {
  const { store, note, settle, backend, shown } = await withNote()
  const before = note()
  backend.drop('note')
  store.change(before, { text: 'My words' })
  await settle()
  const [kept] = store.getSnapshot().unsent
  expect(kept).toMatchObject({ refusal: { kind: 'gone' }, change: { text: 'My words' } })
  store.writeAnew(kept!, newNote('My words'))
  await settle()
  expect(shown()).toEqual(['My words'])
  expect(store.getSnapshot().unsent).toEqual([])
})

test("product §12: at the limit, keeps the text with the backend's message and still sends other notes", async () => {
  const { store, settle, backend, shown } = await opened()
  backend.limit = 0
  store.create(newNote('Too many'))
  await settle()
  const { note } = store.ofLine('l0')[0]!
  expect(note.refusal).toEqual({ kind: 'refused', sentence: 'A script can have 5,000 notes' })
  backend.limit = 2
  store.create(newNote('Later', 'l1'))
  await settle()
  expect(shown('l1')).toEqual(['Later'])
  store.sendAgain(note.refused!)
  await settle()
  expect(shown()).toEqual(['Too many'])
})

test('holds a reply to a refused note and drops it together with that note', async () => {
  const { store, settle, backend } = await opened()
  backend.limit = 0
  const first = newNote('First')
  store.create(first)
  store.create(newNote('Answer', 'l0', { replyTo: first._id }))
  await settle()
  expect(store.getSnapshot().unsent.map(({ refusal: why }) => why?.kind)).toEqual(['refused', undefined])
  store.remove(store.ofLine('l0')[0]!.note)
  expect(store.getSnapshot().unsent).toEqual([])
})

test('product §12: keeps a note after its author lost the role, and sends it when the role is back', async () => {
  const { store, settle, backend } = await opened()
  backend.refuses = refusal('NOT_FOUND', 'Script not found')
  store.create(newNote('Unsent'))
  await settle()
  expect(store.getSnapshot().status).toBe('lost')
  expect(store.getSnapshot().unsent).toMatchObject([{ body: { text: 'Unsent' } }])
  backend.refuses = undefined
  store.ask()
  await settle()
  expect(store.getSnapshot()).toMatchObject({ status: 'ready', unsent: [] })
  expect([...backend.notes.values()].map(({ text }) => text)).toEqual(['Unsent'])
})

test('after 429, waits for the time in Retry-After', async () => {
  const { store, settle, backend, clock } = await opened()
  const busy = refusal('TOO_MANY_REQUESTS', 'Too many requests')
  backend.refuses = Object.assign(busy, { retryAfter: 7 })
  store.create(newNote('Patient'))
  await settle()
  backend.refuses = undefined
  await clock.advance(6_999)
  expect(backend.notes.size).toBe(0)
  await clock.advance(1)
  expect(backend.notes.size).toBe(1)
})

test('a list requested earlier does not overwrite a later response', async () => {
  const { store, settle, backend, news, shown } = openNotes()
  backend.set('note', { mine: true, text: 'Before' })
  await settle()
  const list = backend.server.list
  const held = Promise.withResolvers<void>()
  backend.server.list = async (after) => {
    const page = { ...(await list(after)), notes: [noteOf('note', 'l0', { text: 'Before', version: 1 })] }
    await held.promise
    return page
  }
  news()
  store.change(store.ofLine('l0')[0]!.note, { text: 'After' })
  await settle()
  held.resolve()
  await settle()
  expect(shown()).toEqual(['After'])
})

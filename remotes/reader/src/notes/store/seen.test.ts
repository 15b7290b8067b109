import { describe, expect, test } from 'vitest'
import { createFakeServer, openNotes, refusal } from '../testing/notes-world.ts'
import { KEEP_SEEN_AFTER_MS } from './seen.ts'

const world = async (backend = createFakeServer(), seenHere?: Parameters<typeof openNotes>[0]) => {
  const opened = openNotes({ ...seenHere, backend })
  await opened.settle()
  const { store } = opened
  return {
    ...opened,
    /** The lines with new notes. */
    fresh: () => store.getSnapshot().threads.flatMap(({ note }) => (note.isNew ? [note.lineId] : [])),
    see: (lineId: string) => store.see(store.ofLine(lineId).map(({ note }) => note)),
    told: () => backend.calls.filter((call) => call.startsWith('see')),
    wait: () => opened.clock.advance(KEEP_SEEN_AFTER_MS),
  }
}
const threeNotes = () => {
  const backend = createFakeServer()
  for (const at of [1, 2, 3]) backend.set(`note${at}`, { lineId: `l${at}` })
  return backend
}

describe('product §12: new notes', () => {
  test('are those of others that were not seen; own and older ones are not', async () => {
    const backend = threeNotes()
    backend.set('mine', { lineId: 'l4', mine: true })
    backend.set('old', { lineId: 'l5', createdVersion: undefined as never })
    backend.set('gone', { lineId: 'l6', deletedAt: '2026-11-20T12:00:00.000Z' })
    backend.seen = { version: 1 }
    const { store, fresh } = await world(backend)
    expect([fresh(), store.getSnapshot().unseen]).toEqual([['l2', 'l3'], 2])
  })

  test('that were opened stay marked until they are released, and count as seen immediately', async () => {
    const { store, fresh, see, told, wait } = await world(threeNotes())
    see('l2')
    expect([fresh(), store.getSnapshot().unseen]).toEqual([['l1', 'l2', 'l3'], 2])
    store.release()
    expect(fresh()).toEqual(['l1', 'l3'])
    await wait()
    expect(told()).toEqual(['see 0 2'])
  })

  test('are sent as one version as far as nothing before it is unseen', async () => {
    const { store, see, told, wait } = await world(threeNotes())
    see('l1')
    see('l3')
    await wait()
    expect(told()).toEqual(['see 1 3'])
    store.seeAll()
    store.release()
    await wait()
    expect(told()).toEqual(['see 1 3', 'see 3'])
    store.seeAll()
    await wait()
    expect(told()).toHaveLength(2)
  })

  test('are seen when another device has seen them, and new when another user writes', async () => {
    const { backend, news, settle, fresh } = await world(threeNotes())
    backend.seen = { version: 3 }
    backend.set('note4', { lineId: 'l4' })
    news(backend.version)
    await settle()
    expect(fresh()).toEqual(['l4'])
    backend.set('note1', { text: 'Changed' })
    news(backend.version)
    await settle()
    expect(fresh()).toEqual(['l4'])
  })

  test('are sent again after a failure, but not when the backend refuses', async () => {
    const { backend, see, told, wait, clock } = await world(threeNotes())
    backend.isDown = true
    see('l1')
    await wait()
    expect(told()).toEqual([])
    backend.isDown = false
    await clock.advance(30_000)
    expect(told()).toEqual(['see 1'])
    backend.refuses = refusal('NOT_FOUND', 'Script not found')
    see('l2')
    await wait()
    backend.refuses = undefined
    await clock.advance(60_000)
    expect(told()).toEqual(['see 1'])
  })

  test('of a guest are stored on the device', async () => {
    const backend = threeNotes()
    backend.seen = undefined
    const kept: object[] = []
    const seenHere = { first: { version: 1 }, keep: (seen: object) => void kept.push(seen) }
    const { see, fresh, store, told, wait } = await world(backend, { seenHere })
    expect(fresh()).toEqual(['l2', 'l3'])
    see('l2')
    await wait()
    expect([kept, told()]).toEqual([[{ version: 2, also: [] }], []])
    store.release()
    expect(fresh()).toEqual(['l3'])
  })

  test('do not exist with a backend that stores no mark', async () => {
    const backend = threeNotes()
    backend.seen = undefined
    const { fresh, store } = await world(backend)
    expect([fresh(), store.getSnapshot().unseen]).toEqual([[], 0])
  })
})

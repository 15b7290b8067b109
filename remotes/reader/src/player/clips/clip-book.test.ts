import { expect, test, vi } from 'vitest'
import { createClipBook } from './clip-book.ts'

const row = (_id: string, path?: string) => ({
  _id,
  ...(path !== undefined && {
    audioCache: { path, contentType: 'audio/mpeg', voiceId: 'ruth', lastUpdated: '', durationMs: 900 },
  }),
})

test('adopts the clips of received lines, including deleted ones, and reports changes once', () => {
  const book = createClipBook()
  const changed = vi.fn<(lineIds: readonly string[]) => void>()
  book.subscribe(changed)
  book.update([row('a', 'a'), row('b', 'b')])
  const before = book.version()
  book.update([row('b', 'b')])
  book.set('b', row('b', 'b').audioCache)
  expect([book.version(), changed.mock.calls]).toEqual([before, [[['a', 'b']]]])
  book.update([row('a')])
  expect([book.get('a'), book.get('b')?.path]).toEqual([undefined, 'b'])
  expect(book.version()).not.toBe(before)
  expect(changed).toHaveBeenLastCalledWith(['a'])
})

const way = (_id: string, readsDirections?: boolean) => ({
  _id,
  audioCache: { ...row(_id, _id).audioCache!, ...(readsDirections !== undefined && { readsDirections }) },
})

test('product §3: has only clips that the listener hears, with directions read or paused', () => {
  const book = createClipBook()
  const known = () => ['plain', 'read', 'paused'].filter((lineId) => book.get(lineId))
  const all = [way('plain'), way('read', true), way('paused', false)]
  book.update(all)
  expect(known()).toEqual(['plain', 'read'])
  const changed = vi.fn<(lineIds: readonly string[]) => void>()
  book.subscribe(changed)
  expect(book.readDirections(false)).toBe(true)
  expect(changed.mock.calls).toEqual([[['read']]])
  expect(known()).toEqual(['plain'])
  expect(book.readDirections(false)).toBe(false)
  book.update(all)
  expect(known()).toEqual(['plain', 'paused'])
})

test('product §3: a clip that is made again with its directions read is a change', () => {
  const book = createClipBook()
  book.update([way('a')])
  const before = book.version()
  book.update([way('a', true)])
  expect(book.version()).not.toBe(before)
  expect(book.get('a')).toMatchObject({ readsDirections: true })
})

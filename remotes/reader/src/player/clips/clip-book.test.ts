import { expect, test, vi } from 'vitest'
import { createClipBook } from './clip-book.ts'

const clip = (path: string) => ({
  path,
  contentType: 'audio/mpeg',
  voiceId: 'ruth',
  lastUpdated: '2026-11-20T12:00:00.000Z',
  durationMs: 900,
})

test('the clips in the server’s lines count, also a deleted one; the others stay', () => {
  const book = createClipBook()
  book.update([
    { _id: 'a', audioCache: clip('a') },
    { _id: 'b', audioCache: clip('b') },
  ])
  book.update([{ _id: 'a' }])
  expect(book.get('a')).toBeUndefined()
  expect(book.get('b')?.path).toBe('b')
})

test('listeners hear of what changed, once, and of nothing else', () => {
  const book = createClipBook()
  const heard = vi.fn<() => void>()
  const stop = book.subscribe(heard)
  book.update([
    { _id: 'a', audioCache: clip('a') },
    { _id: 'b', audioCache: clip('b') },
  ])
  book.update([{ _id: 'a', audioCache: clip('a') }])
  book.set('b', clip('b'))
  expect(heard).toHaveBeenCalledOnce()
  stop()
  book.set('b', undefined)
  expect(heard).toHaveBeenCalledOnce()
})

test('its version changes with every clip that does, and with nothing else', () => {
  const book = createClipBook()
  book.update([{ _id: 'a', audioCache: clip('a') }])
  const before = book.version()
  book.update([{ _id: 'a', audioCache: clip('a') }, { _id: 'b' }])
  expect(book.version()).toBe(before)
  book.set('a', undefined)
  expect(book.version()).not.toBe(before)
})

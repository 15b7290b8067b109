import { sessionStore } from '@andscene/web-kit/identity'
import { setLoginNavigation } from '@andscene/web-kit/session'
import { AUDIO_KEY_PREFIX } from '@andscene/web-kit/storage-keys'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { LOCAL_CLEANUP_INTERVAL_MS, LOCAL_CLIP_LIFE_MS } from '../limits.ts'
import { createLocalClips, keepLocalClipsClean, localClips, type LocalClips } from './local-clips.ts'
import { createFakeCache } from '../testing/fake-cache.ts'

const NOW = Date.parse('2026-11-20T12:00:00.000Z')
const DAY = 24 * 60 * 60 * 1_000

let now: number
let cache: ReturnType<typeof createFakeCache>
let clips: LocalClips

const name = (lineId: string, scriptId = 's') => ({ scriptId, lineId, voiceId: 'local:ruth' })
const clip = (bytes: number) => new Uint8Array(bytes).fill(7).buffer

beforeEach(() => {
  localStorage.clear()
  now = NOW
  cache = createFakeCache()
  clips = createLocalClips({ now: () => now, openCache: cache.open, limitBytes: 1_000 })
})
afterEach(() => vi.restoreAllMocks())

test('product §9 keys are andscene_audio_{scriptId}_{lineId}_{voiceId}, with an _expires entry', async () => {
  await clips.put(name('l1'), clip(10), 1_500)
  expect(Object.keys(localStorage).sort()).toEqual([
    'andscene_audio_s_l1_local:ruth',
    'andscene_audio_s_l1_local:ruth_expires',
  ])
  expect(localStorage.getItem('andscene_audio_s_l1_local:ruth_expires')).toBe(
    String(NOW + LOCAL_CLIP_LIFE_MS),
  )
  expect(await clips.get(name('l1'))).toEqual(clip(10))
  expect(clips.duration(name('l1'))).toBe(1_500)
})

test('product §3 a clip with directions is not used for a listener who hears pauses, and the other way round', async () => {
  await clips.put({ ...name('l1'), readsDirections: true }, clip(10), 1_500)
  expect(await clips.get({ ...name('l1'), readsDirections: false })).toBeNull()
  expect(await clips.get({ ...name('l1'), readsDirections: true })).toEqual(clip(10))
  await clips.put({ ...name('l1'), readsDirections: false }, clip(7), 900)
  expect(clips.duration({ ...name('l1'), readsDirections: true })).toBe(1_500)
  expect(clips.duration({ ...name('l1'), readsDirections: false })).toBe(900)
})

test('product §5 a clip in the language of its line is not used when the line is spoken by the assigned voice', async () => {
  await clips.put({ ...name('l1'), language: 'es' }, clip(10), 1_500)
  expect(await clips.get(name('l1'))).toBeNull()
  expect(clips.duration(name('l1'))).toBeNull()
  expect(await clips.get({ ...name('l1'), language: 'es' })).toEqual(clip(10))
  await clips.removeScript('s')
  expect(clips.duration({ ...name('l1'), language: 'es' })).toBeNull()
})

test('product §4 a clip expires after 7 days', async () => {
  await clips.put(name('l1'), clip(10), 1_500)
  now = NOW + 7 * DAY - 1
  expect(await clips.get(name('l1'))).not.toBeNull()
  now = NOW + 7 * DAY
  expect(await clips.get(name('l1'))).toBeNull()
  expect(clips.duration(name('l1'))).toBeNull()
})

test('product §9 cleanup removes expired clips, and bytes without an index entry', async () => {
  await clips.put(name('old'), clip(10), 1)
  now = NOW + 4 * DAY
  await clips.put(name('new'), clip(10), 1)
  await clips.put(name('orphan'), clip(10), 1)
  localStorage.removeItem(`${AUDIO_KEY_PREFIX}s_orphan_local:ruth`)
  now = NOW + 8 * DAY
  await clips.cleanUp()
  expect(cache.state.rows.size).toBe(1)
  expect(await clips.get(name('new'))).not.toBeNull()
  expect(localStorage.length).toBe(2)
})

test('product §9 beyond the limit, evicts the least recently used clips, also in later writes', async () => {
  for (const line of ['a', 'b', 'c']) {
    now += 1
    await clips.put(name(line), clip(300), 1)
  }
  now += 1
  await clips.get(name('a'))
  for (const [line, bytes] of [
    ['d', 300],
    ['e', 100],
    ['f', 100],
  ] as const) {
    now += 1
    await clips.put(name(line), clip(bytes), 1)
    const kept = [...cache.state.rows.values()].reduce((sum, one) => sum + one.byteLength, 0)
    expect(kept).toBeLessThanOrEqual(1_000)
    expect([clips.duration(name('a')), clips.duration(name('b')), clips.duration(name(line))]).toEqual([
      1,
      null,
      1,
    ])
  }
})

test('product §6 when a session ends, also removes a clip that is still being stored', async () => {
  const storage = Promise.withResolvers<void>()
  const opened = async () => {
    await storage.promise
    return cache.open()
  }
  vi.stubGlobal('caches', { open: opened, keys: async () => [] })
  setLoginNavigation(() => undefined)
  const putting = localClips.put(name('l1'), clip(10), 1)
  const ended = sessionStore.end().catch(() => undefined)
  setTimeout(storage.resolve)
  await Promise.all([putting, ended])
  expect(Object.keys(localStorage).filter((key) => key.startsWith(AUDIO_KEY_PREFIX))).toEqual([])
  vi.unstubAllGlobals()
})

test('when the disk is full, evicts old clips once, then works without storing', async () => {
  await clips.put(name('a'), clip(100), 1)
  cache.state.fails = new DOMException('full', 'QuotaExceededError')
  await expect(clips.put(name('b'), clip(100), 1)).resolves.toBeUndefined()
  cache.state.fails = false
  expect(clips.duration(name('b'))).toBeNull()
  await clips.put(name('b'), clip(100), 1)
  expect(clips.duration(name('b'))).toBe(1)
})

test('stores no bytes when local storage is full', async () => {
  vi.spyOn(Storage.prototype, 'setItem').mockImplementation(() => {
    throw new DOMException('full', 'QuotaExceededError')
  })
  await clips.put(name('a'), clip(100), 1)
  expect(cache.state.rows.size).toBe(0)
})

test('treats blocked storage as empty', async () => {
  const blocked = createLocalClips({
    now: () => now,
    openCache: () => Promise.reject(new DOMException('blocked', 'SecurityError')),
  })
  vi.spyOn(Storage.prototype, 'getItem').mockImplementation(() => {
    throw new DOMException('blocked', 'SecurityError')
  })
  await expect(blocked.put(name('a'), clip(1), 1)).resolves.toBeUndefined()
  await expect(blocked.get(name('a'))).resolves.toBeNull()
  await expect(blocked.cleanUp()).resolves.toBeUndefined()
  expect(blocked.duration(name('a'))).toBeNull()
})

test.each([
  ['whose bytes were deleted', () => cache.state.rows.clear()],
  ['that is not JSON', () => localStorage.setItem('andscene_audio_s_l1_local:ruth', '{broken')],
])('removes an index entry %s', async (_what, damage) => {
  await clips.put(name('l1'), clip(10), 1)
  damage()
  expect(await clips.get(name('l1'))).toBeNull()
  await clips.cleanUp()
  expect(localStorage.length).toBe(0)
})

test('product §9 a page cleans up after its start and every 30 minutes, once for all scripts', () => {
  vi.useFakeTimers()
  try {
    const cleanUp = vi.spyOn(localClips, 'cleanUp').mockResolvedValue()
    keepLocalClipsClean()
    keepLocalClipsClean()
    vi.advanceTimersByTime(LOCAL_CLEANUP_INTERVAL_MS - 1)
    expect(cleanUp).toHaveBeenCalledTimes(1)
    vi.advanceTimersByTime(1)
    expect(cleanUp).toHaveBeenCalledTimes(2)
  } finally {
    vi.useRealTimers()
  }
})

describe('product §5: a line that is spoken otherwise now', () => {
  const whispered = 'scripts/s/v/whispered.mp3'
  const plain = 'scripts/s/v/plain.mp3'
  beforeEach(() => clips.put({ ...name('l1'), version: 4 }, clip(2), 1_000, plain))

  test.each([
    ['the path on the server', { path: plain, version: 5 }, true],
    ['another path on the server', { path: whispered, version: 4 }, false],
    ['no known path, and the same casting', { version: 4 }, true],
    ['no known path, and a casting that was changed while the page was closed', { version: 5 }, false],
    ['a backend without versions', {}, true],
    ['another draft, in which the same line may have another text', { version: 4, draft: 2 }, false],
    ['another draft, and the same path on the server', { path: plain, version: 5, draft: 2 }, true],
    ['the first draft, which older releases did not name', { version: 4, draft: 1 }, true],
  ])('is played from its clip, and shown as stored, with %s', async (_what, present, isPlayed) => {
    expect(clips.duration({ ...name('l1'), ...present })).toBe(isPlayed ? 1_000 : null)
    expect((await clips.get({ ...name('l1'), ...present })) !== null).toBe(isPlayed)
  })

  test('is not played from a clip of an older release, which has no version, without a known path', async () => {
    await clips.put(name('l2'), clip(2), 1_000)
    expect(await clips.get({ ...name('l2'), version: 4 })).toBeNull()
  })

  test('is played by its version from a clip whose place on the server was not known', async () => {
    await clips.put({ ...name('l2'), version: 4 }, clip(2), 1_000)
    expect(await clips.get({ ...name('l2'), version: 4, path: plain })).not.toBeNull()
    expect(await clips.get({ ...name('l2'), version: 5, path: plain })).toBeNull()
  })

  test('loses its clips in every voice; other lines keep theirs', async () => {
    for (const one of [name('l1'), { ...name('l1'), voiceId: 'v2' }, name('l11')])
      await clips.put(one, clip(2), 1_000)
    clips.removeLine(name('l1'))
    await clips.settled()
    expect(await clips.get(name('l1'))).toBeNull()
    expect(await clips.get({ ...name('l1'), voiceId: 'v2' })).toBeNull()
    expect(await clips.get(name('l11'))).not.toBeNull()
  })
})

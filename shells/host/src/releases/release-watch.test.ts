import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { RegistryTooNew, type Registry } from '../federation/registry.ts'
import { ReleaseWatch } from './release-watch.ts'

const MINUTE = 60_000

/** Opens a page with the shell `s1` and the reader `r1` and fake timers. */
function open() {
  const page = {
    registry: { shell: 's1', remotes: [], refused: [] } as Registry,
    reader: 'r1',
    fault: undefined as Error | undefined,
  }
  const readRegistry = vi.fn<() => Promise<Registry>>(async () => {
    if (page.fault) throw page.fault
    return page.registry
  })
  const watch = new ReleaseWatch('s1', {
    readRegistry,
    follow: () => [{ name: 'reader', begun: 'r1', offered: page.reader }],
    now: () => performance.now(),
  })
  watch.start()
  return { page, watch, readRegistry }
}

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] })
  vi.spyOn(Math, 'random').mockReturnValue(0.5)
})
afterEach(() => {
  vi.useRealTimers()
  vi.restoreAllMocks()
})
const pass = (ms: number) => vi.advanceTimersByTimeAsync(ms)

test('product §14 offers another version of a loaded remote within a minute, until a rollback', async () => {
  const { page, watch, readRegistry } = open()
  page.reader = 'r2'
  await pass(MINUTE - 1)
  expect(readRegistry).not.toHaveBeenCalled()
  await pass(1)
  expect(watch.offer()).toBe('reader r2')
  page.reader = 'r1'
  await pass(MINUTE)
  expect(watch.offer()).toBeUndefined()
  page.reader = 'r0'
  await pass(MINUTE)
  expect(watch.offer()).toBe('reader r0')
})

test('product §14 offers another version of the shell; ignores a registry without one', async () => {
  const { page, watch } = open()
  page.registry = { ...page.registry, shell: 's2' }
  await pass(MINUTE)
  expect(watch.offer()).toBe('shell s2')
  page.registry = { ...page.registry, shell: undefined }
  await pass(MINUTE)
  expect(watch.offer()).toBeUndefined()
})

test('offers a reload when the registry requires a newer shell', async () => {
  const { page, watch } = open()
  page.fault = new RegistryTooNew(2)
  await pass(MINUTE)
  expect(watch.offer()).toContain('form 2')
})

test('product §14 offers nothing while the registry is unreadable, and backs off', async () => {
  const { page, watch, readRegistry } = open()
  page.fault = new Error('offline')
  page.reader = 'r2'
  await pass(MINUTE)
  expect(readRegistry).toHaveBeenCalledTimes(1)
  await pass(2 * MINUTE - 1)
  expect(readRegistry).toHaveBeenCalledTimes(1)
  await pass(1)
  expect(readRegistry).toHaveBeenCalledTimes(2)
  // After 1, 3, 7 and 15 minutes, then every 15.
  await pass(60 * MINUTE)
  expect(readRegistry).toHaveBeenCalledTimes(7)
  expect(watch.offer()).toBeUndefined()
  page.fault = undefined
  await pass(15 * MINUTE)
  expect(watch.offer()).toBe('reader r2')
})

test('keeps the offer while the registry is unreadable', async () => {
  const { page, watch } = open()
  page.reader = 'r2'
  await pass(MINUTE)
  page.fault = new Error('offline')
  await pass(2 * MINUTE)
  expect(watch.offer()).toBe('reader r2')
})

test('product §14 does not check while hidden, and checks when visible again', async () => {
  const { page, watch, readRegistry } = open()
  const visibility = vi.spyOn(document, 'visibilityState', 'get').mockReturnValue('hidden')
  page.reader = 'r2'
  await pass(10 * MINUTE)
  watch.look()
  expect(readRegistry).not.toHaveBeenCalled()
  visibility.mockReturnValue('visible')
  watch.look()
  await pass(0)
  expect(watch.offer()).toBe('reader r2')
})

test('product §14 checks at most once in ten seconds', async () => {
  const { watch, readRegistry } = open()
  watch.look()
  await pass(9_999)
  watch.look()
  expect(readRegistry).not.toHaveBeenCalled()
  await pass(1)
  watch.look()
  watch.look()
  await pass(9_999)
  watch.look()
  expect(readRegistry).toHaveBeenCalledOnce()
})

test('product §14 "Later" hides the offer for half an hour, or until there is a newer version', async () => {
  const { page, watch } = open()
  page.reader = 'r2'
  await pass(MINUTE)
  watch.later()
  expect(watch.offer()).toBeUndefined()
  await pass(29 * MINUTE)
  expect(watch.offer()).toBeUndefined()
  await pass(MINUTE)
  expect(watch.offer()).toBe('reader r2')
  watch.later()
  page.reader = 'r3'
  await pass(MINUTE)
  expect(watch.offer()).toBe('reader r3')
})

import { afterEach, expect, test, vi } from 'vitest'
import { createHarness, numbered } from '../testing/player-harness.ts'
import { connectWakeLock } from './wake-lock.ts'

afterEach(() => Reflect.deleteProperty(navigator, 'wakeLock'))

/** A browser that grants the lock when the test calls `give`. */
function stubWakeLock() {
  const given = Promise.withResolvers<WakeLockSentinel>()
  const release = vi.fn<() => Promise<void>>(async () => undefined)
  const request = vi.fn<() => Promise<WakeLockSentinel>>(() => given.promise)
  Object.defineProperty(navigator, 'wakeLock', { configurable: true, value: { request } })
  const give = async () => {
    given.resolve(Object.assign(new EventTarget(), { release }) as unknown as WakeLockSentinel)
    await given.promise
  }
  return { request, release, give }
}

test('keeps the screen on only while playing', async () => {
  const { request, release, give } = stubWakeLock()
  const harness = createHarness(numbered(3))
  const end = connectWakeLock(harness.player)
  expect(request).not.toHaveBeenCalled()
  harness.player.play()
  await harness.clock.advance(10)
  expect(request).toHaveBeenCalledOnce()
  await give()
  harness.player.pause()
  expect(release).toHaveBeenCalledOnce()
  end()
})

test('releases a lock granted after the player has been disposed', async () => {
  const { release, give } = stubWakeLock()
  const harness = createHarness(numbered(3))
  const end = connectWakeLock(harness.player)
  harness.player.play()
  await harness.clock.advance(10)
  end()
  harness.player.dispose()
  await give()
  await harness.clock.advance(0)
  expect(release).toHaveBeenCalledOnce()
})

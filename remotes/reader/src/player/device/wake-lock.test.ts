import { afterEach, expect, test, vi } from 'vitest'
import { createStage, numbered } from '../testing/stage.ts'
import { connectWakeLock } from './wake-lock.ts'

afterEach(() => Reflect.deleteProperty(navigator, 'wakeLock'))

/** A browser that gives the lock when it is told to. */
function lend() {
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

test('the screen stays awake while playing, and no longer', async () => {
  const { request, release, give } = lend()
  const stage = createStage(numbered(3))
  const end = connectWakeLock(stage.player)
  expect(request).not.toHaveBeenCalled()
  stage.player.play()
  await stage.clock.advance(10)
  expect(request).toHaveBeenCalledOnce()
  await give()
  stage.player.pause()
  expect(release).toHaveBeenCalledOnce()
  end()
})

test('a lock that comes after the player has gone is given back', async () => {
  const { release, give } = lend()
  const stage = createStage(numbered(3))
  const end = connectWakeLock(stage.player)
  stage.player.play()
  await stage.clock.advance(10)
  end()
  stage.player.dispose()
  await give()
  await stage.clock.advance(0)
  expect(release).toHaveBeenCalledOnce()
})

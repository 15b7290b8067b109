import { expect, onTestFinished, test, vi } from 'vitest'
import { exclusive } from './device.ts'

function setLocks(request: (name: string, work: () => Promise<void>) => Promise<void>) {
  Object.defineProperty(navigator, 'locks', { configurable: true, value: { request } })
  onTestFinished(() => void Reflect.deleteProperty(navigator, 'locks'))
}

test('still sends notes when Web Locks are blocked', async () => {
  setLocks(async () => {
    throw new DOMException('blocked', 'SecurityError')
  })
  const work = vi.fn<() => Promise<void>>(async () => undefined)
  await exclusive('notes', work)
  expect(work).toHaveBeenCalledOnce()
})

test('does not repeat work that failed while holding the lock', async () => {
  setLocks((_name, begun) => begun())
  const work = vi.fn<() => Promise<void>>(() => Promise.reject(new Error('away')))
  await expect(exclusive('notes', work)).rejects.toThrow('away')
  expect(work).toHaveBeenCalledOnce()
})

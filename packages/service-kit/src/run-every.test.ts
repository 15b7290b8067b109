import { expect, onTestFinished, test, vi } from 'vitest'
import { runEvery } from './run-every.ts'

const failing = () => Promise.reject(new Error('broken'))

function fakeTimers() {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  onTestFinished(() => void vi.useRealTimers())
}

test('runs immediately and after each pause, also after a failure, until the signal aborts', async () => {
  fakeTimers()
  const abort = new AbortController()
  const task = vi.fn<() => unknown>().mockImplementationOnce(failing)
  const onError = vi.fn<(error: unknown) => void>()
  const ended = runEvery(1_000, task, abort.signal, onError)
  await vi.advanceTimersByTimeAsync(999)
  expect(task).toHaveBeenCalledTimes(1)
  expect(onError).toHaveBeenCalledExactlyOnceWith(new Error('broken'))
  await vi.advanceTimersByTimeAsync(2_001)
  expect(task).toHaveBeenCalledTimes(4)
  abort.abort()
  await ended
  expect(vi.getTimerCount()).toBe(0)
})

test('an abort ends it only after the run in progress, whose error is ignored', async () => {
  const abort = new AbortController()
  const { promise, reject } = Promise.withResolvers<void>()
  const finished = vi.fn<() => void>()
  const ended = runEvery(1_000, () => promise, abort.signal).then(finished)
  abort.abort()
  await Promise.resolve()
  expect(finished).not.toHaveBeenCalled()
  reject(new Error('aborted'))
  await ended
  expect(finished).toHaveBeenCalledOnce()
})

test('rejects with the error of a run when there is no handler', async () => {
  await expect(runEvery(1_000, failing, new AbortController().signal)).rejects.toThrow('broken')
})

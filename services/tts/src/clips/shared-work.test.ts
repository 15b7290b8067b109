import { expect, test } from 'vitest'
import { SharedWork } from './shared-work.ts'

/** Work that the test ends, or that is aborted. */
function heldWork() {
  const started: { signal: AbortSignal; end: (value: string) => void }[] = []
  const work = (signal: AbortSignal) => {
    const { promise, resolve, reject } = Promise.withResolvers<string>()
    signal.addEventListener('abort', () => reject(signal.reason as Error))
    started.push({ signal, end: resolve })
    return promise
  }
  return { started, work }
}
const GONE = new Error('gone')

test('concurrent callers share a result, and later ones start again', async () => {
  const { started, work } = heldWork()
  const shared = new SharedWork<string>()
  const [one, other] = [shared.run('a', undefined, work), shared.run('a', undefined, work)]
  const another = shared.run('b', undefined, work)
  expect(started).toHaveLength(2)
  started[0]!.end('first')
  started[1]!.end('second')
  expect(await Promise.all([one, other, another])).toEqual(['first', 'first', 'second'])
  const later = shared.run('a', undefined, work)
  started[2]!.end('third')
  expect(await later).toBe('third')
})

test('is aborted when all callers have left', async () => {
  const { started, work } = heldWork()
  const shared = new SharedWork<string>()
  const [ada, eve] = [new AbortController(), new AbortController()]
  const results = Promise.allSettled([shared.run('a', ada.signal, work), shared.run('a', eve.signal, work)])
  ada.abort(GONE)
  expect(started[0]!.signal.aborted).toBe(false)
  eve.abort(GONE)
  expect(started[0]!.signal.aborted).toBe(true)
  const next = shared.run('a', undefined, work)
  expect((await results).map((result) => result.status)).toEqual(['rejected', 'rejected'])
  started[1]!.end('new')
  expect(await next).toBe('new')
  await expect(shared.run('a', ada.signal, work)).rejects.toBe(GONE)
  expect(started).toHaveLength(2)
})

test('continues for a caller without a signal, and rejects for all callers', async () => {
  const { started, work } = heldWork()
  const shared = new SharedWork<string>()
  const ada = new AbortController()
  const both = [shared.run('a', ada.signal, work), shared.run('a', undefined, work)]
  ada.abort(GONE)
  started[0]!.end('fine')
  expect(await Promise.all(both)).toEqual(['fine', 'fine'])
  const failing = () => Promise.reject(GONE)
  const failures = await Promise.allSettled([
    shared.run('b', undefined, failing),
    shared.run('b', undefined, failing),
  ])
  expect(failures).toEqual(failures.map(() => ({ status: 'rejected', reason: GONE })))
})

import { existsSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { NotTried, type Fault } from './fault.ts'
import { runFault } from './run-fault.ts'

const run = (fault: Fault['run'], signal = new AbortController().signal) =>
  runFault(
    { name: 'a fault', tries: 'something', run: fault },
    { signal, say: () => undefined, log: () => undefined },
  )

describe('a chaos fault', () => {
  test('is cleaned up in reverse order, and its folder is removed', async () => {
    const done: string[] = []
    let folder = ''
    const row = await run(async (stage) => {
      folder = await stage.folder('test')
      stage.defer(() => void done.push('first'))
      stage.defer(() => void done.push('second'))
      return { said: 'seen', bad: [] }
    })
    expect(row).toMatchObject({ name: 'a fault', verdict: 'good', said: 'seen' })
    expect(done).toEqual(['second', 'first'])
    expect(existsSync(folder)).toBe(false)
  })

  test('is bad when it returns a bad result, when it throws, or when clean-up fails', async () => {
    expect(await run(async () => ({ said: '', bad: ['lost'] }))).toMatchObject({ verdict: 'BAD' })
    const failed = await run(() => Promise.reject(new Error('it broke')))
    expect(failed).toMatchObject({ verdict: 'BAD', bad: ['it broke'] })
    const left = await run(async (stage) => {
      stage.defer(() => Promise.reject(new Error('busy')))
      return { said: '', bad: [] }
    })
    expect(left).toMatchObject({ verdict: 'BAD', bad: ['not cleaned up: busy'] })
  })

  test('reports why it was skipped', async () => {
    const row = await run(() => Promise.reject(new NotTried('no root')))
    expect(row).toMatchObject({ verdict: 'not tried', said: 'not tried: no root' })
  })

  test('when the run is stopped, is aborted and cleaned up', async () => {
    const ended = new AbortController()
    const cleaned: boolean[] = []
    const row = await run(async (stage) => {
      stage.defer(() => void cleaned.push(true))
      ended.abort(new Error('ended by SIGINT'))
      // A resource that was being opened is deferred slightly later.
      await new Promise((resolve) => setImmediate(resolve))
      stage.defer(async () => {
        await new Promise((resolve) => setImmediate(resolve))
        cleaned.push(true)
      })
      throw new Error('and it fails then')
    }, ended.signal)
    expect(row).toMatchObject({ verdict: 'BAD', bad: ['ended by SIGINT'] })
    expect(cleaned).toEqual([true, true])
  })
})

import { THREAD_HUNG_MS } from '@andscene/contracts/deadlines'
import { once } from 'node:events'
import { getPriority } from 'node:os'
import type { Worker } from 'node:worker_threads'
import { afterEach, describe, expect, onTestFinished, test, vi } from 'vitest'
import { SpeechThreads, type SpeechThreadsOptions } from './speech-threads.ts'
import type { SpeechTask } from './task.ts'
import { HANGING_CHANNEL } from '../../testing/speech-workers/hanging.ts'

const open: SpeechThreads[] = []
afterEach(async () => {
  await Promise.all(open.splice(0).map((threads) => threads.close()))
})

function misbehaving(options: SpeechThreadsOptions = {}): SpeechThreads {
  const worker = new URL('../../testing/speech-workers/misbehaving.ts', import.meta.url)
  const threads = new SpeechThreads({ threads: 1, worker, ...options })
  open.push(threads)
  return threads
}

const task = (text: string): SpeechTask => ({
  engine: 'flite',
  text,
  settings: { voice: 'slt', pitch: 1, stretch: 1, brightness: 1 },
})
const turn = (signal: AbortSignal, long = false) => ({ priority: 1, long, signal })
const words = (bytes: Uint8Array) => new TextDecoder().decode(bytes)

/** Occupies a thread until the test ends it. */
function busy(threads: SpeechThreads, long = false) {
  const abort = new AbortController()
  const running = threads.run(task('until cancelled'), turn(abort.signal, long))
  const end = async () => {
    abort.abort(new Error('done'))
    await expect(running).rejects.toThrow('done')
  }
  return { end }
}

describe('speech threads', () => {
  test.each(['die', 'throw'])('fail only the request whose text makes a thread %s', async (text) => {
    const threads = misbehaving()
    const [bad, good] = await Promise.allSettled([threads.run(task(text)), threads.run(task('after it'))])
    expect(bad).toMatchObject({ status: 'rejected', reason: { kind: 'server', retryable: true } })
    expect(good.status === 'fulfilled' && words(good.value.mp3)).toBe('after it')
  })

  test('terminate a thread that hangs, and continue', async () => {
    const threads = misbehaving()
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    onTestFinished(() => void vi.useRealTimers())
    const channel = new BroadcastChannel(HANGING_CHANNEL)
    onTestFinished(() => channel.close())
    const begun = once(channel, 'message')
    const bad = threads.run(task('hang'))
    await begun
    vi.advanceTimersByTime(THREAD_HUNG_MS)
    vi.useRealTimers()
    await expect(bad).rejects.toMatchObject({ kind: 'timeout' })
    expect(words((await threads.run(task('after it'))).mp3)).toBe('after it')
  })

  test('are freed by an abort without being terminated', async () => {
    const threads = misbehaving()
    const running = busy(threads)
    const next = threads.run(task('next'))
    await running.end()
    expect(words((await next).mp3)).toBe('next')
  })

  test('never start a task that was aborted while it waited', async () => {
    const threads = misbehaving()
    const running = busy(threads)
    const abort = new AbortController()
    const waiting = threads.run(task('die'), turn(abort.signal))
    const next = threads.run(task('next'))
    abort.abort(new Error('gone'))
    await expect(waiting).rejects.toThrow('gone')
    await running.end()
    expect(words((await next).mp3)).toBe('next')
    const late = threads.run(task('x'), turn(AbortSignal.abort(new Error('before'))))
    await expect(late).rejects.toThrow('before')
  })

  test('run as many tasks in parallel as there are threads, in order', async () => {
    const threads = misbehaving({ threads: 2 })
    const running = busy(threads)
    const clips = await Promise.all(['a', 'b', 'c'].map((text) => threads.run(task(text))))
    expect(clips.map(({ mp3 }) => words(mp3))).toEqual(['a', 'b', 'c'])
    await running.end()
  })

  test('architecture §7: start the most urgent task first, not the oldest', async () => {
    const threads = misbehaving()
    const running = busy(threads)
    const ended: string[] = []
    const later = [9, 3, 1].map(async (priority) => {
      const { mp3 } = await threads.run(task(String(priority)), { priority, long: false })
      ended.push(words(mp3))
    })
    await running.end()
    await Promise.all(later)
    expect(ended).toEqual(['1', '3', '9'])
  })

  test.runIf(process.platform === 'linux')(
    'architecture §7: speak long texts at a low priority of the process',
    async () => {
      const threads = misbehaving()
      const nice = async (long: boolean) =>
        words((await threads.run(task('nice'), { priority: 1, long })).mp3)
      const own = getPriority()
      expect(await nice(true)).toBe(String(Math.max(own, 5)))
      expect(await nice(false)).toBe(String(own))
    },
  )

  test('decision 0054: exit some time after their last task, and restart', async () => {
    const started: Worker[] = []
    const note = (thread: Worker) => void started.push(thread)
    process.on('worker', note)
    onTestFinished(() => void process.off('worker', note))
    const threads = misbehaving({ idleMs: 20 })
    expect(started).toEqual([])
    await threads.run(task('one'))
    await once(started[0]!, 'exit')
    expect(words((await threads.run(task('two'))).mp3)).toBe('two')
  })

  test('fail running and waiting tasks when they are closed', async () => {
    const threads = misbehaving()
    const outcomes = Promise.allSettled([threads.run(task('hang')), threads.run(task('waiting'))])
    await threads.close()
    for (const outcome of await outcomes) {
      expect(outcome).toMatchObject({ status: 'rejected', reason: { kind: 'server' } })
    }
    await expect(threads.run(task('late'))).rejects.toMatchObject({ kind: 'server' })
  })
})

import { once } from 'node:events'
import type { Worker } from 'node:worker_threads'
import { afterEach, describe, expect, onTestFinished, test } from 'vitest'
import { SHORT_SCRIPT } from '../testing/samples.ts'
import { testHarness } from '../testing/harness.ts'
import { type FileThreadOptions, createScriptParser, type ScriptParser } from './file-threads.ts'

const HOSTILE = new URL('../testing/hostile-worker.ts', import.meta.url)
let parser: ScriptParser | undefined
afterEach(async () => {
  await parser?.close()
  parser = undefined
})
const open = (options: Partial<FileThreadOptions> = {}) => {
  parser = createScriptParser({ worker: HOSTILE, timeLimitMs: 5_000, memoryLimitMb: 64, ...options })
  return (name: string) => parser!.parse(new Uint8Array(3), name)
}
const failure = async (work: Promise<unknown>) => {
  try {
    await work
    return undefined
  } catch (error) {
    const { code, message } = error as { code?: string; message: string }
    return { code, message }
  }
}

describe('the script parser', () => {
  test('reads a script in a worker thread and gives ids to its lines', async () => {
    parser = createScriptParser()
    const parsed = await parser.parse(new TextEncoder().encode(SHORT_SCRIPT), 'The Lamp.fdx')
    const facts = { title: 'The Lamp', lineCount: 6, pages: 1, characters: ['MARA', 'OLD TOM'] }
    expect(parsed).toMatchObject(facts)
    const ids = (JSON.parse(parsed.lines) as { _id: string }[]).map(({ _id }) => _id)
    expect(ids).toEqual(['l1', 'l2', 'l3', 'l4', 'l5', 'l6'])
  })

  test('transfers the bytes of a file to the thread, and copies them if they share their buffer', async () => {
    const [own, shared] = [new Uint8Array(3), new Uint8Array(9).subarray(3)]
    open()
    for (const bytes of [own, shared]) await parser!.parse(bytes, 'fine')
    expect([own.length, shared.length]).toEqual([0, 6])
  })

  test('aborts a file that takes too long, and reads the next one', async () => {
    const parse = open({ timeLimitMs: 2_000, threads: 1 })
    expect(await failure(parse('hang'))).toEqual({
      code: 'UNPARSABLE_SCRIPT',
      message:
        'Reading this file takes too long. Open it in Final Draft, save it again and upload the new file.',
    })
    expect(await parse('fine')).toMatchObject({ title: 'fine' })
  })

  test('aborts a file that needs too much memory, and reads the next one', { timeout: 60_000 }, async () => {
    // Filling the memory takes a while on a busy machine.
    const parse = open({ threads: 1, timeLimitMs: 45_000 })
    expect(await failure(parse('greedy'))).toMatchObject({ code: 'TOO_LARGE', message: /memory/ })
    expect(await parse('fine')).toMatchObject({ title: 'fine', lines: '[3]' })
  })

  test.each([
    ['crash', /secret/],
    ['exit', /exit/],
  ])('fails one upload when a thread fails (%s)', async (name, message) => {
    const parse = open({ threads: 1 })
    await expect(parse(name)).rejects.toThrow(message)
    expect(await parse('fine')).toMatchObject({ title: 'fine' })
  })

  test('does not count waiting for a thread as part of the time limit', { timeout: 60_000 }, async () => {
    // The hostile files terminate their threads: the limit leaves time to start others on a busy machine.
    const parse = open({ threads: 1, timeLimitMs: 6_000 })
    const hostile = [failure(parse('hang 1')), failure(parse('hang 2'))]
    expect(await parse('fine')).toMatchObject({ title: 'fine' })
    const codes = (await Promise.all(hostile)).map((one) => one?.code)
    expect(codes).toEqual(['UNPARSABLE_SCRIPT', 'UNPARSABLE_SCRIPT'])
  })

  test('rejects files over the limit of the queue with UNAVAILABLE', { timeout: 60_000 }, async () => {
    const parse = open({ threads: 1, waiting: 2, timeLimitMs: 6_000 })
    const all = await Promise.all(['hang', 'a', 'b', 'c'].map((name) => failure(parse(name))))
    expect(all.map((one) => one?.code)).toEqual(['UNPARSABLE_SCRIPT', undefined, undefined, 'UNAVAILABLE'])
  })
})

test('decision 0054: the first file starts a thread, which exits when it is idle', async () => {
  const threads: Worker[] = []
  const note = (thread: Worker) => void threads.push(thread)
  process.on('worker', note)
  onTestFinished(() => void process.off('worker', note))
  const parse = open({ idleMs: 20 })
  expect(threads).toEqual([])
  await parse('fine')
  expect(threads).toHaveLength(1)
  await once(threads[0]!, 'exit')
  expect(await parse('after that')).toMatchObject({ title: 'after that' })
})

describe('a hostile file', () => {
  test('does not delay other requests', { timeout: 60_000 }, async () => {
    const harness = await testHarness({ parser: { worker: HOSTILE, timeLimitMs: 60_000 } })
    const ada = harness.as('ada')
    let parsing = true
    const hostile = harness.as('eve').upload('x', { name: 'hang.fdx' })
    const ended = hostile.finally(() => (parsing = false))
    await ada.upload('x', { name: 'fine.fdx' })
    for (let n = 0; n < 20; n += 1) expect((await ada.get('/api/scripts')).body.data.scripts).toHaveLength(1)
    expect(parsing).toBe(true)
    void Promise.allSettled([ended])
  })

  test('is refused with a sentence, and no script is added', async () => {
    const harness = await testHarness({ parser: { worker: HOSTILE, timeLimitMs: 1_000 } })
    const eve = harness.as('eve')
    const { status, body } = await eve.upload('x', { name: 'hang.fdx' })
    expect(status).toBe(422)
    expect(body).toMatchObject({ error: expect.stringMatching(/^Reading this file takes too long\. .+\.$/) })
    expect((await eve.get('/api/scripts')).body.data.scripts).toEqual([])
  })

  test('does not expose internal errors to clients', async () => {
    const harness = await testHarness({ parser: { worker: HOSTILE } })
    const { status, body } = await harness.as('eve').upload('x', { name: 'crash.fdx' })
    expect(status).toBe(500)
    expect(JSON.stringify(body)).not.toContain('secret')
  })
})

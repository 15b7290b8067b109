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

describe('Parsing has limits of its own', () => {
  test('reads a script off the main thread, lines with ids', async () => {
    parser = createScriptParser()
    const parsed = await parser.parse(new TextEncoder().encode(SHORT_SCRIPT), 'The Lamp.fdx')
    const facts = { title: 'The Lamp', lineCount: 6, pages: 1, characters: ['MARA', 'OLD TOM'] }
    expect(parsed).toMatchObject(facts)
    const ids = (JSON.parse(parsed.lines) as { _id: string }[]).map(({ _id }) => _id)
    expect(ids).toEqual(['l1', 'l2', 'l3', 'l4', 'l5', 'l6'])
  })

  test('the bytes of a file are moved to the thread, and copied where they share their buffer', async () => {
    const [own, shared] = [new Uint8Array(3), new Uint8Array(9).subarray(3)]
    open()
    for (const bytes of [own, shared]) await parser!.parse(bytes, 'fine')
    expect([own.length, shared.length]).toEqual([0, 6])
  })

  test('a file that never ends being read is given up, and the next is read', async () => {
    const parse = open({ timeLimitMs: 2_000, threads: 1 })
    expect(await failure(parse('hang'))).toEqual({
      code: 'UNPARSABLE_SCRIPT',
      message: 'This file takes too long to read; open it in Final Draft, save it again and upload that.',
    })
    expect(await parse('fine')).toMatchObject({ title: 'fine' })
  })

  test('a file that eats memory is given up, and the next is read', { timeout: 60_000 }, async () => {
    // On a busy machine it takes a while to fill the memory.
    const parse = open({ threads: 1, timeLimitMs: 45_000 })
    expect(await failure(parse('greedy'))).toMatchObject({ code: 'TOO_LARGE', message: /memory/ })
    expect(await parse('fine')).toMatchObject({ title: 'fine', lines: '[3]' })
  })

  test.each([
    ['crash', /secret/],
    ['exit', /exit/],
  ])('a thread that fails (%s) fails one upload', async (name, message) => {
    const parse = open({ threads: 1 })
    await expect(parse(name)).rejects.toThrow(message)
    expect(await parse('fine')).toMatchObject({ title: 'fine' })
  })

  test('the time limit does not count the wait for a thread', { timeout: 60_000 }, async () => {
    // What ran before has ended its thread: the limit has room for starting another on a busy machine.
    const parse = open({ threads: 1, timeLimitMs: 6_000 })
    const hostile = [failure(parse('hang 1')), failure(parse('hang 2'))]
    expect(await parse('fine')).toMatchObject({ title: 'fine' })
    const codes = (await Promise.all(hostile)).map((one) => one?.code)
    expect(codes).toEqual(['UNPARSABLE_SCRIPT', 'UNPARSABLE_SCRIPT'])
  })

  test('more than may wait are asked to come again', { timeout: 60_000 }, async () => {
    const parse = open({ threads: 1, waiting: 2, timeLimitMs: 6_000 })
    const all = await Promise.all(['hang', 'a', 'b', 'c'].map((name) => failure(parse(name))))
    expect(all.map((one) => one?.code)).toEqual(['UNPARSABLE_SCRIPT', undefined, undefined, 'UNAVAILABLE'])
  })
})

test('decision 0054: no thread is there before the first file, and none some time after the last', async () => {
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

describe("A hostile file never stalls other people's requests", () => {
  test('lists are served while it is being read, and it gets one sentence', async () => {
    const harness = await testHarness({ parser: { worker: HOSTILE, timeLimitMs: 3_000 } })
    const [ada, eve] = [harness.as('ada'), harness.as('eve')]
    let parsing = true
    const hostile = eve.upload('x', { name: 'hang.fdx' }).finally(() => (parsing = false))
    await ada.upload('x', { name: 'fine.fdx' })
    for (let n = 0; n < 20; n += 1) expect((await ada.get('/api/scripts')).body.data.scripts).toHaveLength(1)
    expect(parsing).toBe(true)
    expect((await hostile).status).toBe(422)
    expect((await eve.get('/api/scripts')).body.data.scripts).toEqual([])
  })

  test('what fails inside stays inside', async () => {
    const harness = await testHarness({ parser: { worker: HOSTILE } })
    const { status, body } = await harness.as('eve').upload('x', { name: 'crash.fdx' })
    expect(status).toBe(500)
    expect(JSON.stringify(body)).not.toContain('secret')
  })
})

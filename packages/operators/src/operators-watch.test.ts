import { createRegistry } from '@andscene/service-kit/metrics/metrics-registry'
import { describe, expect, onTestFinished, test } from 'vitest'
import { OperatorsWatch, type OperatorsWatchOptions } from './operators-watch.ts'
import { startHttp } from './testing/servers.ts'

/** A part that counts its requests. */
async function startPart(respond?: () => Promise<string>) {
  const registry = createRegistry('test')
  const part = { asked: 0, origin: '' }
  const origin = await startHttp(async (_request, response) => {
    part.asked += 1
    const text = await (respond ?? (() => registry.metrics()))()
    response.writeHead(200, { 'content-type': 'text/plain' }).end(text)
  })
  return Object.assign(part, { origin })
}

const HOUR = 3_600_000
function watch(options: Partial<OperatorsWatchOptions>): OperatorsWatch {
  const made = new OperatorsWatch({ targets: [], own: createRegistry('tts'), everyMs: HOUR, ...options })
  onTestFinished(() => made.close())
  return made
}

describe('decision 0056: a hundred open pages share one scrape', () => {
  test('for two seconds', async () => {
    const part = await startPart()
    let now = Date.now()
    const watching = watch({ targets: [{ part: 'worker', origin: part.origin }], now: () => now })
    await Promise.all(Array.from({ length: 100 }, () => watching.overview()))
    expect(part.asked).toBe(1)
    now += 1_999
    await watching.overview()
    expect(part.asked).toBe(1)
    now += 2
    await Promise.all(Array.from({ length: 100 }, () => watching.overview()))
    expect(part.asked).toBe(2)
  })

  test('also while a part is slow', async () => {
    const slow = Promise.withResolvers<string>()
    const part = await startPart(() => slow.promise)
    let now = Date.now()
    const watching = watch({ targets: [{ part: 'worker', origin: part.origin }], now: () => now })
    await expect.poll(() => part.asked).toBe(1)
    now += 2_500
    const asked = [watching.overview(), watching.overview()]
    slow.resolve('process_start_time_seconds 1\n')
    await Promise.all(asked)
    expect(part.asked).toBe(1)
  })

  test('parts are scraped while no page is open', async () => {
    const part = await startPart()
    let now = Date.now()
    watch({ targets: [{ part: 'worker', origin: part.origin }], now: () => (now += 10_000), everyMs: 5 })
    await expect.poll(() => part.asked).toBeGreaterThan(3)
  })
})

describe('decision 0056: without OPERATOR_TARGETS', () => {
  test('the page shows only this process', async () => {
    const { parts, watchesOnlyItself } = await watch({}).overview()
    expect(parts).toMatchObject([{ part: 'tts', at: 'this process', state: 'up', version: '0.1.0' }])
    expect(watchesOnlyItself).toBe(true)
  })

  test('with targets, this process is added unless they name it', async () => {
    const part = await startPart()
    const names = async (name: string) => {
      const { parts } = await watch({ targets: [{ part: name, origin: part.origin }] }).overview()
      return parts.map((row) => row.part)
    }
    expect(await names('worker')).toEqual(['worker', 'tts'])
    expect(await names('tts')).toEqual(['tts'])
  })
})

describe('decision 0056: unavailable parts', () => {
  test('are listed, and delay the response for the limit at most', async () => {
    const up = await startPart()
    const silent = await startPart(() => new Promise(() => undefined))
    const { parts, workers } = await watch({
      targets: [
        { part: 'scripts', origin: up.origin },
        { part: 'worker', origin: silent.origin },
        { part: 'edge', origin: 'http://nowhere.invalid:1' },
      ],
      lookup: async () => [],
      limits: { ms: 1_500, bytes: 1_000_000 },
    }).overview()
    expect(parts.map(({ part, state }) => [part, state])).toEqual([
      ['scripts', 'up'],
      ['worker', 'away'],
      ['tts', 'up'],
      ['edge', 'away'],
    ])
    expect(workers).toMatchObject([{ state: 'away', doing: [], lanes: [], clips: 0 }])
  })

  test('a failed scrape is not cached', async () => {
    const own = createRegistry('tts')
    const metrics = own.metrics.bind(own)
    let fails = true
    own.metrics = () => (fails ? Promise.reject(new Error('broken')) : metrics())
    const watching = watch({ own })
    await expect(watching.overview()).rejects.toThrow('broken')
    fails = false
    expect((await watching.overview()).parts).toHaveLength(1)
  })

  test('do not delay closing', async () => {
    const silent = await startPart(() => new Promise(() => undefined))
    const watching = watch({ targets: [{ part: 'worker', origin: silent.origin }] })
    const asked = watching.overview()
    await expect.poll(() => silent.asked).toBe(1)
    await watching.close()
    expect((await asked).parts[0]).toMatchObject({ part: 'worker', state: 'away' })
  })
})

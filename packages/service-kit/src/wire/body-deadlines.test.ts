import { PassThrough, type Readable } from 'node:stream'
import { expect, test } from 'vitest'
import { BODY_LIMITS, BodyDeadlines } from './body-deadlines.ts'

const setup = () => {
  let time = 0
  const deadlines = new BodyDeadlines(BODY_LIMITS, () => time)
  const body = (isUpload: boolean) => {
    const source = new PassThrough({ highWaterMark: 1_000_000 })
    return { source, read: deadlines.watch(source, isUpload).resume() }
  }
  /** Advances the clock by `seconds`, with `perSecond` bytes in each. */
  const pass = async (seconds: number, source: PassThrough, perSecond: number) => {
    for (let second = 0; second < seconds; second += 1) {
      if (perSecond) source.write(Buffer.alloc(perSecond))
      await new Promise(setImmediate)
      time += 1_000
      deadlines.check()
    }
  }
  return { deadlines, body, pass }
}
const failure = (stream: Readable) => (stream.errored as { code?: string } | null)?.code

test.each([
  ['a JSON body has 15 s', false, 15, 100_000],
  ['an upload has 120 s', true, 120, 20_000],
] as const)(
  'product §10: limits the time of %s, however fast it arrives',
  async (_rule, isUpload, seconds, perSecond) => {
    const { body, pass } = setup()
    const { source, read } = body(isUpload)
    await pass(seconds - 1, source, perSecond)
    expect(failure(read)).toBeUndefined()
    await pass(1, source, perSecond)
    expect(failure(read)).toBe('TIMEOUT')
  },
)

test('product §10: requires at least 8 kB/s of an upload over any 10 s', async () => {
  const { body, pass } = setup()
  const { source, read } = body(true)
  await pass(30, source, 8_000)
  expect(failure(read)).toBeUndefined()
  await pass(1, source, 80_000)
  await pass(9, source, 0)
  expect(failure(read)).toBeUndefined()
  await pass(1, source, 7_999)
  expect(failure(read)).toBe('TIMEOUT')
})

test('does not count a slow reader against the client', async () => {
  const { body, pass } = setup()
  const { source, read } = body(true)
  read.pause()
  await pass(1, source, 900_000)
  await pass(60, source, 0)
  expect(failure(read)).toBeUndefined()
  read.resume()
  await pass(11, source, 0)
  expect(failure(read)).toBe('TIMEOUT')
})

test('stores nothing of bodies that are complete, disconnected or rejected', async () => {
  const { deadlines, body } = setup()
  const whole = body(false)
  const broken = body(true)
  const refused = body(true)
  const closed = Promise.all(
    [whole, broken, refused].map(({ read }) => new Promise((resolve) => read.once('close', resolve))),
  )
  whole.source.end('{}')
  refused.source.unpipe()
  broken.source.destroy(new Error('aborted'))
  await closed
  expect(deadlines.size).toBe(0)
})

import { ApiError } from '@andscene/web-kit/api-client'
import { beforeEach, expect, test, vi } from 'vitest'
import { ClipTimeoutError } from '../errors.ts'
import { createFakeClock, type FakeClock } from '../testing/fake-clock.ts'
import { createConnection, type Connection } from './connection.ts'

const network = () => new ApiError('Network error.', { status: 0, code: 'NETWORK' })
const refused = () => new ApiError('No.', { status: 422, code: 'VALIDATION', serverMessage: 'No.' })

let clock: FakeClock
let connection: Connection
/** When requests really went out. */
let sent: number[]
let response: () => Promise<string>

beforeEach(() => {
  clock = createFakeClock()
  connection = createConnection(clock)
  sent = []
  response = () => Promise.resolve('here')
})

const ask = (isUrgent = false) =>
  connection.send(
    () => {
      sent.push(clock.now())
      return response()
    },
    { isUrgent },
  )

async function askEverySecond(seconds: number) {
  for (let second = 0; second < seconds; second += 1) {
    await ask().catch(() => undefined)
    await clock.advance(1_000)
  }
}

test('while the backend is unavailable, background requests become less and less frequent', async () => {
  response = () => Promise.reject(network())
  await askEverySecond(60)
  expect(sent).toEqual([0, 1_000, 3_000, 7_000, 15_000, 30_000, 45_000])
})

test('others fail with the error that showed the outage, also while one request probes', async () => {
  response = () => Promise.reject(network())
  await ask().catch(() => undefined)
  await expect(ask()).rejects.toMatchObject({ code: 'NETWORK' })
  await clock.advance(1_000)
  response = () => new Promise(() => undefined)
  void ask()
  await expect(ask()).rejects.toMatchObject({ code: 'NETWORK' })
  expect(sent).toEqual([0, 1_000])
})

test.each([
  ['a response', () => Promise.resolve('here')],
  ['a refusal', () => Promise.reject(refused())],
])('%s of an urgent request ends the outage, and that is reported', async (_what, next) => {
  const back = vi.fn<() => void>()
  connection.onBack(back)
  response = () => Promise.reject(network())
  await ask().catch(() => undefined)
  response = next
  await ask(true).catch(() => undefined)
  expect(back).toHaveBeenCalledTimes(1)
  await ask().catch(() => undefined)
  expect(sent).toHaveLength(3)
})

test('the browser says that the network is back: the next request goes out', async () => {
  response = () => Promise.reject(network())
  await askEverySecond(20)
  const before = sent.length
  connection.retry()
  await ask().catch(() => undefined)
  expect(sent).toHaveLength(before + 1)
})

test.each([
  ['nothing else is responded to: the network swallows them', false, 'unreachable'],
  ['others are responded to: it is the line', true, undefined],
])('product §4 a request takes its whole 30 s, and %s', async (_what, isHeard, away) => {
  const { promise, reject } = Promise.withResolvers<string>()
  const slow = connection.send(() => promise)
  slow.catch(() => undefined)
  if (isHeard) await ask()
  reject(new ClipTimeoutError())
  await expect(slow).rejects.toMatchObject({ message: 'Audio loading timeout', away })
})

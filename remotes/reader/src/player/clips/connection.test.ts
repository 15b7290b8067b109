import { ApiError } from '@andscene/web-kit/api-client'
import { beforeEach, expect, test, vi } from 'vitest'
import { ClipTimeoutError } from '../errors.ts'
import { createFakeClock, type FakeClock } from '../testing/fake-clock.ts'
import { createConnection, type Connection } from './connection.ts'

const network = () => new ApiError('Network error.', { status: 0, code: 'NETWORK' })
const refused = () => new ApiError('No.', { status: 422, code: 'VALIDATION', serverMessage: 'No.' })

let clock: FakeClock
let connection: Connection
/** The times at which requests were sent. */
let sent: number[]
let response: () => Promise<string>

beforeEach(() => {
  clock = createFakeClock()
  connection = createConnection(clock)
  sent = []
  response = () => Promise.resolve('here')
})

const sendRequest = (isUrgent = false) =>
  connection.send(
    () => {
      sent.push(clock.now())
      return response()
    },
    { isUrgent },
  )

async function sendEverySecond(seconds: number) {
  for (let second = 0; second < seconds; second += 1) {
    await sendRequest().catch(() => undefined)
    await clock.advance(1_000)
  }
}

test('while the backend is unavailable, sends background requests with a growing delay', async () => {
  response = () => Promise.reject(network())
  await sendEverySecond(60)
  expect(sent).toEqual([0, 1_000, 3_000, 7_000, 15_000, 30_000, 45_000])
})

test('rejects other requests with the error of the outage, also while one request probes', async () => {
  response = () => Promise.reject(network())
  await sendRequest().catch(() => undefined)
  await expect(sendRequest()).rejects.toMatchObject({ code: 'NETWORK' })
  await clock.advance(1_000)
  response = () => new Promise(() => undefined)
  void sendRequest()
  await expect(sendRequest()).rejects.toMatchObject({ code: 'NETWORK' })
  expect(sent).toEqual([0, 1_000])
})

test.each([
  ['a response', () => Promise.resolve('here')],
  ['an error response', () => Promise.reject(refused())],
])('%s of an urgent request ends the outage and is reported', async (_what, next) => {
  const back = vi.fn<() => void>()
  connection.onBack(back)
  response = () => Promise.reject(network())
  await sendRequest().catch(() => undefined)
  response = next
  await sendRequest(true).catch(() => undefined)
  expect(back).toHaveBeenCalledTimes(1)
  await sendRequest().catch(() => undefined)
  expect(sent).toHaveLength(3)
})

test("sends the next request after the browser's online event", async () => {
  response = () => Promise.reject(network())
  await sendEverySecond(20)
  const before = sent.length
  connection.retry()
  await sendRequest().catch(() => undefined)
  expect(sent).toHaveLength(before + 1)
})

test.each([
  ['no other request gets a response, the network is at fault', false, 'unreachable'],
  ['others get responses, only the line is slow', true, undefined],
])('product §4 when a request times out after 30 s and %s', async (_what, isHeard, away) => {
  const { promise, reject } = Promise.withResolvers<string>()
  const slow = connection.send(() => promise)
  slow.catch(() => undefined)
  if (isHeard) await sendRequest()
  reject(new ClipTimeoutError())
  await expect(slow).rejects.toMatchObject({ message: 'Audio loading timeout', away })
})

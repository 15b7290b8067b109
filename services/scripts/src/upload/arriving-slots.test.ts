import type { Socket } from 'node:net'
import { readdir } from 'node:fs/promises'
import { afterEach, expect, test } from 'vitest'
import { multipartBody, rawUpload, type UploadResponse } from '../testing/raw-upload.ts'
import { refusal } from '../testing/refusal.ts'
import { SHORT_SCRIPT } from '../testing/samples.ts'
import { fileHarness } from '../testing/harness.ts'

/** product §10: many or slow uploads do not use the memory or the parsing slots of others. */
const harness = await fileHarness({ uploadSlots: { arriving: 2, parsing: 1, waiting: 0 } })
const ada = harness.as('ada')

const whole = multipartBody([{ name: 'a.fdx', content: SHORT_SCRIPT }])
const waiting: { socket: Socket; response: Promise<UploadResponse> }[] = []
afterEach(async () => {
  for (const { socket } of waiting) socket.destroy()
  await Promise.allSettled(waiting.splice(0).map(({ response }) => response))
})

/** Starts an upload and sends all but the last bytes. */
async function halfWay() {
  const { promise, resolve } = Promise.withResolvers<Socket>()
  const before = harness.requests()
  const response = rawUpload(harness.url, ada.token(), { 'content-length': whole.length }, resolve)
  const socket = await promise
  waiting.push({ socket, response })
  socket.write(whole.subarray(0, -10))
  await expect.poll(harness.requests).toBe(before + 1)
  return { response, finish: () => socket.write(whole.subarray(-10)) }
}

test('an arriving upload uses no parsing slot, and its file has no name on disk', async () => {
  const slow = await halfWay()
  const other = await ada.upload(SHORT_SCRIPT)
  expect(other.status).toBe(200)
  const files = await readdir(harness.environment.DATA_DIR)
  expect(files.filter((name) => !name.startsWith('scripts.sqlite'))).toEqual([])
  slow.finish()
  expect((await slow.response).status).toBe(200)
})

test('uploads over the limit get 429 or 503 with Retry-After', async () => {
  await halfWay()
  const second = await halfWay()
  const refused = await ada.upload(SHORT_SCRIPT)
  expect(refused).toEqual(refusal(503, 'UNAVAILABLE'))
  expect(refused.headers.get('retry-after')).toBe('5')
  second.finish()
  expect((await second.response).status).toBe(200)
  expect((await ada.upload(SHORT_SCRIPT)).status).toBe(200)
})

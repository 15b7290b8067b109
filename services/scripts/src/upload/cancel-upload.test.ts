import type { Socket } from 'node:net'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { SOON, testHarness, type Harness } from '../testing/harness.ts'
import { heldParser, heldSteps, type HeldSteps } from '../testing/held-steps.ts'
import type { Person } from '../testing/person.ts'
import { multipartBody, rawUpload } from '../testing/raw-upload.ts'
import { SHORT_SCRIPT } from '../testing/samples.ts'

/* product §4: a cancelled upload leaves nothing, at any step. */

const BODY = multipartBody([{ name: 'a.fdx', content: SHORT_SCRIPT }])

let harness: Harness
let ada: Person
let parsing: HeldSteps
/** Holds the response of the store. */
let storing: HeldSteps
/** Whether the service waits for the test after storing a script. */
let holdsStored: boolean

beforeEach(async () => {
  parsing = heldSteps()
  storing = heldSteps()
  holdsStored = false
  harness = await testHarness({
    parser: heldParser(parsing),
    through: (stores) => ({
      ...stores,
      scripts: {
        ...stores.scripts,
        insert: async (...script) => {
          const stored = await stores.scripts.insert(...script)
          if (holdsStored) await storing.hold()
          return stored
        },
      },
    }),
  })
  ada = harness.as('ada')
})
afterEach(() => {
  for (const steps of [parsing, storing]) steps.releaseAll()
})

const stored = async () => (await ada.get('/api/scripts')).body.data.scripts as { _id: string }[]
/** Number of uploads with this outcome. */
const outcomes = async (code: string) =>
  new RegExp(`script_uploads_total\\{outcome="${code}",[^}]*\\} (\\d+)`).exec(
    await (await fetch(new URL('/metrics', harness.url))).text(),
  )?.[1]

/** Starts an upload on a connection that the test can close. */
async function begin(key?: string): Promise<Socket> {
  const { promise, resolve } = Promise.withResolvers<Socket>()
  const headers = { 'content-length': BODY.length, ...(key !== undefined && { 'idempotency-key': key }) }
  rawUpload(harness.url, ada.token(), headers, resolve).catch(() => undefined)
  const socket = await promise
  socket.write(BODY)
  return socket
}
const connections = () =>
  new Promise<number>((resolve) => harness.app.server.getConnections((_error, count) => resolve(count)))
/** Closes the connection, and waits until the service has noticed. */
async function cut(socket: Socket): Promise<void> {
  const before = await connections()
  socket.resetAndDestroy()
  await expect.poll(connections, SOON).toBeLessThan(before)
}

describe('a closed connection', () => {
  test.each([undefined, 'key-1'])('while the script is parsed stores nothing (key %s)', async (key) => {
    const socket = await begin(key)
    await parsing.came()
    await cut(socket)
    parsing.release()
    await expect.poll(() => outcomes('CONFLICT'), SOON).toBe('1')
    expect(await stored()).toEqual([])
  })

  test('when the script has just been stored removes it again', async () => {
    holdsStored = true
    const socket = await begin('key-1')
    await parsing.next()
    await storing.came()
    expect(await stored()).toHaveLength(1)
    await cut(socket)
    storing.release()
    await expect.poll(stored, SOON).toEqual([])
    await expect.poll(() => harness.deletedJobs(), SOON).toHaveLength(1)
  })

  test('does not remove the script if the upload was repeated meanwhile', async () => {
    holdsStored = true
    const socket = await begin('key-1')
    await parsing.next()
    await storing.came()
    await cut(socket)
    const [{ _id }] = (await stored()) as [{ _id: string }]
    const again = await ada.upload(SHORT_SCRIPT, { key: 'key-1' })
    expect(again.body.data.script._id).toBe(_id)
    storing.release()
    await expect.poll(() => outcomes('CONFLICT'), SOON).toBe('1')
    expect(await stored()).toHaveLength(1)
  })
})

const cancel = (key: unknown = 'key-1') => ada.post('/api/scripts/cancel-upload', { key })

describe('POST /api/scripts/cancel-upload', () => {
  test('while the script is parsed prevents storing it, and the upload responds with CONFLICT', async () => {
    const upload = ada.upload(SHORT_SCRIPT, { key: 'key-1' })
    await parsing.came()
    expect(await cancel()).toMatchObject({ status: 200, body: { success: true } })
    parsing.release()
    expect(await upload).toMatchObject({
      status: 409,
      body: { code: 'CONFLICT', error: 'This upload was cancelled' },
    })
    expect(await stored()).toEqual([])
  })

  test('after the script was stored and the response was lost removes it, once', async () => {
    const upload = ada.upload(SHORT_SCRIPT, { key: 'key-1' })
    await parsing.next()
    await upload
    expect(await stored()).toHaveLength(1)
    expect([(await cancel()).status, (await cancel()).status]).toEqual([200, 200])
    expect(await stored()).toEqual([])
    await expect.poll(() => harness.deletedJobs(), SOON).toHaveLength(1)
  })
})

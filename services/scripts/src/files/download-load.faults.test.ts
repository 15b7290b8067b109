import { fdxFile } from '@andscene/testing/fdx-file'
import { openRaw } from '@andscene/testing/raw-http'
import { randomUUID } from 'node:crypto'
import type { Worker } from 'node:worker_threads'
import { expect, onTestFinished, test, vi } from 'vitest'
import { testHarness, type Harness } from '../testing/harness.ts'
import { SHORT_SCRIPT } from '../testing/samples.ts'

const WORKER = new URL('../testing/hostile-worker.ts', import.meta.url)
const FILE = fdxFile([
  { type: 'Character', text: 'RACHEL' },
  { type: 'Dialogue', text: 'The street is empty.' },
])

// Threads start slowly on a busy machine.
const PATIENCE_MS = 60_000
vi.setConfig({ testTimeout: 2 * PATIENCE_MS })

let harness: Harness
/** Reads of whole files and lines from the store. */
let reads: string[]
const open = async (annotator: object = {}) => {
  reads = []
  harness = await testHarness({
    parser: { timeLimitMs: PATIENCE_MS },
    annotator: { worker: WORKER, timeLimitMs: 2 * PATIENCE_MS, ...annotator },
    through: (stores) => ({ ...stores, scripts: noting(stores.scripts) }),
  })
}
const noting = <T extends object>(store: T): T =>
  new Proxy(store, {
    get: (target, name) => {
      if (name === 'findFile' || name === 'findLines') reads.push(name)
      const value: unknown = Reflect.get(target, name)
      return typeof value === 'function' ? (value.bind(target) as unknown) : value
    },
  })

/** A user with a script whose only note tells the test worker how to behave. */
async function personWith(name: string, text: string) {
  const person = harness.as(name)
  const script = await person.newScript(FILE)
  await person.post(`/api/scripts/${script}/notes`, { _id: randomUUID(), lineId: 'l2', text })
  const path = `/api/scripts/${script}/file?notes=`
  return {
    person,
    withNotes: () => person.request('GET', `${path}all`),
    /** The same on a connection that the test can close. */
    onWire: async () => {
      const connection = await openRaw(harness.url)
      connection.write(
        `GET ${path}all HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${person.token()}\r\n\r\n`,
      )
      return connection
    },
    without: () => person.request('GET', `${path}none`),
  }
}
const refusal = async (response: Response) => ({
  status: response.status,
  retryAfter: response.headers.get('retry-after'),
  code: ((await response.json()) as { code: string }).code,
})
const BUSY = { status: 503, retryAfter: '5', code: 'UNAVAILABLE' }
/** Resolves with the first response; the other requests are held. */
const firstOf = (responses: Promise<Response>[]) => Promise.race(responses)
const settled = (responses: Promise<Response>[]) => Promise.allSettled(responses)

test('product §10: uploads continue while downloads hold all of their slots; one more gets 503', async () => {
  await open()
  const people = await Promise.all(['a', 'b', 'c', 'd'].map((name) => personWith(name, 'hold')))
  reads = []
  // One in the thread, six in the queue.
  const held = people.flatMap(({ withNotes }) => [withNotes(), withNotes()])
  expect(await refusal(await firstOf(held))).toEqual(BUSY)
  // Only the running download reads: waiting and refused ones cost nothing.
  expect(reads.toSorted()).toEqual(['findFile', 'findLines'])
  for (let n = 0; n < 4; n += 1) expect((await harness.as('eve').upload(SHORT_SCRIPT)).status).toBe(200)
  expect((await people[0]!.person.get('/api/scripts')).status).toBe(200)
  void settled(held)
})

test('product §10: a user may run two downloads at a time, and other users are not affected', async () => {
  await open()
  const [ada, bob] = await Promise.all([personWith('ada', 'hold'), personWith('bob', 'hold')])
  const held = [ada.withNotes(), ada.withNotes(), ada.withNotes()]
  const tooMany = { status: 429, retryAfter: '1', code: 'TOO_MANY_REQUESTS' }
  expect(await refusal(await firstOf(held))).toEqual(tooMany)
  expect((await ada.without()).status).toBe(429)
  expect((await bob.without()).status).toBe(200)
  void settled(held)
})

test('when a client disconnects, the next download gets its slot, in the thread and in the queue', async () => {
  await open({ waiting: 1 })
  const [ada, bob, carl] = await Promise.all([
    personWith('ada', 'hold'),
    personWith('bob', 'fine'),
    personWith('carl', 'hold'),
  ])
  const statuses: number[] = []
  const connections = await Promise.all([ada, ada, carl, carl].map(({ onWire }) => onWire()))
  for (const connection of connections)
    void connection.response().then(({ status }) => status > 0 && statuses.push(status))
  // One of the others runs in the thread, the other is in the queue.
  await expect.poll(() => statuses, { timeout: PATIENCE_MS }).toEqual([503, 503])
  for (const connection of connections) connection.destroy()
  await expect.poll(async () => (await bob.withNotes()).status, { timeout: PATIENCE_MS }).toBe(200)
})

test.each([
  ['takes too long', 'hold', { timeLimitMs: 3_000 }],
  ['needs too much memory', 'greedy', { memoryLimitMb: 64 }],
])(
  'a file that %s gets a response that asks for a retry, and is never refused as unreadable',
  async (_what, text, limits) => {
    await open(limits)
    const ada = await personWith('ada', text)
    expect(await refusal(await ada.withNotes())).toEqual(BUSY)
    const bob = await personWith('bob', 'fine')
    // Threads start slowly on a busy machine.
    await expect.poll(async () => (await bob.withNotes()).status, { timeout: PATIENCE_MS }).toBe(200)
  },
)

test('decision 0054: the download thread starts with the first download and exits when it is idle', async () => {
  const threads: Worker[] = []
  const note = (thread: Worker) => void threads.push(thread)
  await open({ idleMs: 20 })
  const ada = await personWith('ada', 'fine')
  process.on('worker', note)
  onTestFinished(() => void process.off('worker', note))
  expect((await ada.without()).status).toBe(200)
  expect(threads).toEqual([])
  expect((await ada.withNotes()).status).toBe(200)
  expect(threads).toHaveLength(1)
  await expect.poll(() => threads[0]!.threadId, { timeout: PATIENCE_MS }).toBe(-1)
})

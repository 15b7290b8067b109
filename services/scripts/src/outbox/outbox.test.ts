import { unavailable } from '@andscene/service-kit/http-error'
import { temporaryFolder } from '@andscene/testing/temporary-folder'
import { randomUUID } from 'node:crypto'
import { join } from 'node:path'
import { valueOf } from '@andscene/testing/scraped'
import { Registry } from 'prom-client'
import { afterAll, afterEach, beforeEach, describe, expect, test } from 'vitest'
import type { Stores } from '../store/open-stores.ts'
import { openStores } from '../store/open-stores.ts'
import { manualClock } from '../testing/manual-clock.ts'
import { castingSave, script } from '../testing/new-script.ts'
import { SWEEP_EVERY_MS } from './sweeps.ts'
import { outboxMetrics, SENT_AGAIN_MS, startOutbox, type Outbox } from './outbox.ts'
import { SOON } from '../testing/harness.ts'

const folder = await temporaryFolder()
afterAll(() => folder.remove())

const nothing = async () => {}

/** A queue whose Redis can be unavailable. */
function fakeQueues() {
  const sent: string[] = []
  const state = { away: false, attempts: 0, during: nothing }
  const add =
    (kind: string) =>
    async ({ scriptId }: { scriptId: string }) => {
      state.attempts += 1
      await state.during()
      if (state.away) throw unavailable('The queue does not respond')
      sent.push(`${kind} ${scriptId}`)
    }
  const queues = {
    narration: { add: add('casting'), close: nothing },
    deleted: { add: add('deleted'), close: nothing },
  }
  return { queues, sent, state }
}

let stores: Stores
let clock: ReturnType<typeof manualClock>
let queue: ReturnType<typeof fakeQueues>
let outbox: Outbox | undefined
beforeEach(async () => {
  stores = await openStores({ DATA_DIR: join(folder.path, randomUUID()) })
  clock = manualClock()
  queue = fakeQueues()
})
afterEach(async () => {
  await outbox?.close()
  outbox = undefined
  await stores.close()
})

const log = { warn: () => {} } as never
const start = () => {
  outbox = startOutbox({ commands: stores.commands, queues: queue.queues, clock, log })
  return outbox
}
const save = async (id: string) => {
  if (!(await stores.scripts.find(id, []))) await stores.scripts.insert(script(id))
  await stores.scripts.saveCasting(id, castingSave({ characterAssignments: {} }, 'request-1'))
}
const due = () => stores.commands.due(clock.now(), 1_000)
const unacknowledged = () => stores.commands.due(new Date(8.64e15), 1_000)
/** Waits until no command is due. */
const sent = () => expect.poll(due, SOON).toEqual([])

describe('product §10: no command is lost', () => {
  test('a wake sends pending commands, once', async () => {
    const { wake } = start()
    await save('a')
    wake()
    wake()
    await sent()
    wake()
    await save('b')
    wake()
    await sent()
    expect(queue.sent).toEqual(['casting a', 'casting b'])
  })

  test('sends the commands of an earlier process at start, also those of deletions', async () => {
    await save('a')
    await save('b')
    await stores.scripts.remove('b', 'request-2')
    start()
    await sent()
    expect(queue.sent.sort()).toEqual(['casting a', 'deleted b'])
  })

  test('sends a command without a wake within a minute', async () => {
    start()
    await expect.poll(() => clock.next(), SOON).toBe(SWEEP_EVERY_MS)
    await save('a')
    clock.advance(SWEEP_EVERY_MS)
    await sent()
    expect(queue.sent).toEqual(['casting a'])
    await expect.poll(() => clock.next(), SOON).toBe(SWEEP_EVERY_MS)
  })

  test('while Redis is unavailable, retries after 1, 2, 4 … seconds, at most a minute apart', async () => {
    queue.state.away = true
    await save('a')
    start()
    const waits = []
    for (let attempt = 1; attempt <= 9; attempt += 1) {
      await expect.poll(() => queue.state.attempts, SOON).toBe(attempt)
      await expect.poll(() => clock.next(), SOON).toBeDefined()
      waits.push(clock.next()! / 1_000)
      clock.advance(clock.next()!)
    }
    expect(waits).toEqual([1, 2, 4, 8, 16, 32, 60, 60, 60])
    queue.state.away = false
    await sent()
    expect(queue.sent).toEqual(['casting a'])
  })

  test('when a casting is saved while its last command is being sent, sends another command', async () => {
    await save('a')
    let second: Promise<void> | undefined
    queue.state.during = async () => {
      second ??= save('a')
      await second
    }
    start().wake()
    await sent()
    expect(queue.sent).toEqual(['casting a', 'casting a'])
  })

  test('sends a queued command again and again, until its consumer acknowledges it', async () => {
    await save('a')
    await save('b')
    await stores.scripts.remove('b', 'request-2')
    start()
    await sent()
    expect(queue.sent.toSorted()).toEqual(['casting a', 'deleted b'])
    // The queue lost both, e.g. because Redis was flushed or killed before it wrote to disk.
    clock.advance(SENT_AGAIN_MS)
    await sent()
    expect(queue.sent.toSorted()).toEqual(['casting a', 'casting a', 'deleted b', 'deleted b'])
    for (const command of await unacknowledged()) await stores.commands.acknowledge(command)
    clock.advance(SENT_AGAIN_MS)
    await expect.poll(() => clock.next(), SOON).toBe(SWEEP_EVERY_MS)
    expect(queue.sent).toHaveLength(4)
    expect(await unacknowledged()).toEqual([])
  })

  test('sends a new command before many unacknowledged ones', async () => {
    for (let n = 0; n < 150; n += 1) await save(`old${n}`)
    start()
    await sent()
    const away = queue.sent.splice(0).length
    clock.advance(SENT_AGAIN_MS - 1)
    await save('new')
    clock.advance(1)
    await sent()
    expect(away).toBe(150)
    expect(queue.sent).toHaveLength(151)
    expect(queue.sent[0]).toBe('casting new')
  })

  test('closing waits for commands that are being sent, and sends no others', async () => {
    await save('a')
    const { promise, resolve } = Promise.withResolvers<void>()
    queue.state.during = () => promise
    const { close, wake } = start()
    await expect.poll(() => queue.state.attempts, SOON).toBe(1)
    const closed = close()
    resolve()
    await closed
    expect(await due()).toEqual([])
    wake()
    expect(clock.next()).toBeUndefined()
  })
})

const CLOCK = { now: () => new Date(100_000) }
const scrape = (pending: () => Promise<{ count: number; oldestAt: number | undefined }>) => {
  const registry = new Registry()
  outboxMetrics(registry, { commands: { pending }, clock: CLOCK })
  return registry.metrics()
}

test('decision 0055: counts unacknowledged commands, with the age of the oldest, in one query', async () => {
  let looks = 0
  const scraped = await scrape(async () => {
    looks += 1
    return { count: 3, oldestAt: 40_000 }
  })
  expect(valueOf(scraped, 'outbox_pending_commands')).toBe(3)
  expect(valueOf(scraped, 'outbox_oldest_command_age_seconds')).toBe(60)
  expect(looks).toBe(1)
})

test('decision 0055: reports 0 for an empty outbox, and no value when the count fails', async () => {
  const empty = await scrape(async () => ({ count: 0, oldestAt: undefined }))
  expect(valueOf(empty, 'outbox_pending_commands')).toBe(0)
  expect(valueOf(empty, 'outbox_oldest_command_age_seconds')).toBe(0)
  const away = await scrape(() => Promise.reject(new Error('away')))
  expect(valueOf(away, 'outbox_pending_commands')).toBeUndefined()
  expect(valueOf(away, 'outbox_oldest_command_age_seconds')).toBeUndefined()
})

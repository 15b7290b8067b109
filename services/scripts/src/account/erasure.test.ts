import { unavailable } from '@andscene/service-kit/http-error'
import { temporaryFolder } from '@andscene/testing/temporary-folder'
import { randomUUID } from 'node:crypto'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { afterAll, afterEach, beforeEach, expect, test } from 'vitest'
import { SWEEP_EVERY_MS } from '../outbox/sweeps.ts'
import { SETTLED_MS } from '../store/documents/accounts.ts'
import { openStores, type Stores } from '../store/open-stores.ts'
import { manualClock } from '../testing/manual-clock.ts'
import { startErasure, type Erasure } from './erasure.ts'

const folder = await temporaryFolder()
afterAll(() => folder.remove())

let stores: Stores
let clock: ReturnType<typeof manualClock>
let erasure: Erasure
/** Users whose audio was queued for erasure; `worker` simulates the tts worker. */
let added: string[]
let warned: unknown[]
let worker: { runs: boolean }
let identity: { away: boolean; asked: number }
beforeEach(async () => {
  stores = await openStores({ DATA_DIR: join(folder.path, randomUUID()) })
  clock = manualClock()
  ;[added, warned, worker, identity] = [[], [], { runs: true }, { away: false, asked: 0 }]
  const waiting = new Set<string>()
  const parts = {
    stores,
    outbox: { wake: () => {} },
    queues: {
      erased: {
        add: async ({ uid }: { uid: string }) => {
          if (waiting.has(uid)) return
          added.push(uid)
          waiting.add(uid)
          if (worker.runs) setImmediate(() => waiting.delete(uid) && erasure.audioErased(uid))
        },
      },
    },
    accounts: {
      verifiedEmail: async () => undefined,
      remove: async () => {
        identity.asked += 1
        if (identity.away) throw unavailable('Not now')
      },
    },
  }
  const log = { info: () => {}, warn: (fields: unknown) => warned.push(fields) }
  erasure = startErasure(parts as never, clock, log as never)
})
afterEach(async () => {
  await erasure.close()
  await stores.close()
})

const close = async (...uids: string[]) => {
  for (const uid of uids) await stores.accounts.close({ uid, requestId: 'r' }, clock.now())
  erasure.wake()
}
/** Advances the clock and waits until the sweep that is then due has ended. */
const pass = async (ms: number) => {
  await expect.poll(() => clock.next()).toBeDefined()
  clock.advance(ms)
  await expect.poll(() => clock.next()).toBeDefined()
}
const unfinished = async () => (await stores.accounts.unfinished(clock.now(), 9)).map(({ uid }) => uid)

test('when a step fails for two accounts, an acknowledgement of one does not queue the other again', async () => {
  identity.away = true
  await close('ada', 'eve')
  await expect.poll(() => added).toEqual(['ada', 'eve'])
  await wait(200)
  expect(added).toEqual(['ada', 'eve'])
  // Once at the start and once for each acknowledgement.
  expect(identity.asked).toBeLessThanOrEqual(2 * 3)
  identity.away = false
  clock.advance(SWEEP_EVERY_MS)
  await expect.poll(unfinished).toEqual([])
  expect(added).toEqual(['ada', 'eve'])
})

test('an acknowledgement of the first erasure does not count for the second one, ten minutes later', async () => {
  // Every process receives it, including those that did not request the erasure.
  erasure.audioErased('ada')
  clock.advance(SETTLED_MS)
  worker.runs = false
  await close('ada')
  await expect.poll(() => added).toContain('ada')
  expect(await unfinished()).toEqual(['ada'])
  erasure.audioErased('ada')
  await expect.poll(unfinished).toEqual([])
})

test('logs an account that waits for the tts worker for more than ten minutes', async () => {
  worker.runs = false
  await close('ada')
  await expect.poll(() => clock.next()).toBeDefined()
  expect(warned).toEqual([])
  clock.advance(10 * 60_000 + 1)
  await expect.poll(() => warned).toContainEqual({ accounts: 1 })
})

test('product §10: when a deletion takes longer than a day, the account stays closed for a day after it finishes', async () => {
  const HOUR_MS = 3_600_000
  // The user can get new tokens until the identity is deleted.
  identity.away = true
  await close('ada')
  await pass(25 * HOUR_MS)
  identity.away = false
  await pass(HOUR_MS)
  await expect.poll(unfinished).toEqual([])
  await pass(23 * HOUR_MS)
  expect(await stores.accounts.isClosed('ada')).toBe(true)
  await pass(2 * HOUR_MS)
  expect(await stores.accounts.isClosed('ada')).toBe(false)
})

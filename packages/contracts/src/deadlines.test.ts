import { expect, test } from 'vitest'
import * as ms from './deadlines.ts'

const SHORTEST_WAIT_MS = ms.API_PREVIEW_MS

test('product §9: the browser waits 30 s for a clip and 25 s for a preview', () => {
  expect([ms.CLIENT_CLIP_MS, ms.CLIENT_PREVIEW_MS]).toEqual([30_000, 25_000])
})

test('product §9: a service times out before its client, and no hop in between cuts off either', () => {
  expect(ms.API_CLIP_MS).toBeLessThan(ms.CLIENT_CLIP_MS)
  expect(ms.API_PREVIEW_MS).toBeLessThan(ms.CLIENT_PREVIEW_MS)
  expect(ms.GATEWAY_MS).toBeGreaterThan(ms.CLIENT_CLIP_MS)
  expect(ms.EDGE_MS).toBeGreaterThan(ms.GATEWAY_MS)
})

test('architecture §10: automatic recovery completes while a request still waits', () => {
  expect(ms.JOB_LOCK_MS + 2 * ms.STALLED_CHECK_MS).toBeLessThan(SHORTEST_WAIT_MS)
  expect(ms.MAX_REQUEUE_DELAY_MS).toBeLessThan(SHORTEST_WAIT_MS)
  expect(2 * ms.PROVIDER_STALL_MS).toBeLessThan(SHORTEST_WAIT_MS)
  expect(ms.VOICE_LIST_MS).toBeLessThan(SHORTEST_WAIT_MS / 2)
  // Several consecutive commands, each of which takes almost its limit.
  expect(4 * ms.QUEUE_COMMAND_MS).toBeLessThan(SHORTEST_WAIT_MS)
})

test('architecture §10: a synthesis times out before its thread counts as hung', () => {
  expect(ms.SYNTHESIS_MS).toBeGreaterThan(ms.PROVIDER_STALL_MS)
  expect(ms.THREAD_HUNG_MS).toBeGreaterThan(ms.SYNTHESIS_MS)
})

test('architecture §10: a hung engine is terminated before its texts fail', () => {
  expect(ms.SHARED_ENGINE_MS).toBeGreaterThan(ms.SYNTHESIS_MS + ms.PROVIDER_STALL_MS)
})

test('architecture §10: a waiting or retrying client keeps its lease in between', () => {
  expect(ms.WAITER_LEASE_MS).toBeLessThan(SHORTEST_WAIT_MS)
  expect(ms.CLIENT_RETRY_MS).toBeLessThanOrEqual(ms.WAITER_LEASE_MS)
})

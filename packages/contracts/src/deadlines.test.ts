import { expect, test } from 'vitest'
import {
  API_CLIP_MS,
  API_PREVIEW_MS,
  CLIENT_CLIP_MS,
  CLIENT_COMES_AGAIN_MS,
  CLIENT_PREVIEW_MS,
  EDGE_MS,
  GATEWAY_MS,
  JOB_LOCK_MS,
  PROVIDER_STALL_MS,
  QUEUE_COME_AGAIN_MS,
  QUEUE_COMMAND_MS,
  SHARED_ENGINE_MS,
  STALLED_CHECK_MS,
  SYNTHESIS_MS,
  THREAD_HUNG_MS,
  VOICE_LIST_MS,
  WAITER_LEASE_MS,
} from './deadlines.ts'

const SHORTEST_WAIT_MS = API_PREVIEW_MS

test('product §9: the browser waits 30 s for a clip and 25 s for a preview', () => {
  expect([CLIENT_CLIP_MS, CLIENT_PREVIEW_MS]).toEqual([30_000, 25_000])
})

test('product §9: a service gives up before its client does, and no hop in between cuts either off', () => {
  expect(API_CLIP_MS).toBeLessThan(CLIENT_CLIP_MS)
  expect(API_PREVIEW_MS).toBeLessThan(CLIENT_PREVIEW_MS)
  expect(GATEWAY_MS).toBeGreaterThan(CLIENT_CLIP_MS)
  expect(EDGE_MS).toBeGreaterThan(GATEWAY_MS)
})

test('architecture §10: automatic recovery ends while a request still waits', () => {
  expect(JOB_LOCK_MS + 2 * STALLED_CHECK_MS).toBeLessThan(SHORTEST_WAIT_MS)
  expect(QUEUE_COME_AGAIN_MS).toBeLessThan(SHORTEST_WAIT_MS)
  expect(2 * PROVIDER_STALL_MS).toBeLessThan(SHORTEST_WAIT_MS)
  expect(VOICE_LIST_MS).toBeLessThan(SHORTEST_WAIT_MS / 2)
  // Some commands one after the other, each of which may just succeed.
  expect(4 * QUEUE_COMMAND_MS).toBeLessThan(SHORTEST_WAIT_MS)
})

test('architecture §10: one text ends at its limit before its thread is taken for hung', () => {
  expect(SYNTHESIS_MS).toBeGreaterThan(PROVIDER_STALL_MS)
  expect(THREAD_HUNG_MS).toBeGreaterThan(SYNTHESIS_MS)
})

test('architecture §10: an engine that hangs is ended before its texts are given up', () => {
  expect(SHARED_ENGINE_MS).toBeGreaterThan(SYNTHESIS_MS + PROVIDER_STALL_MS)
})

test('architecture §10: who waits, or comes again, is not forgotten in between', () => {
  expect(WAITER_LEASE_MS).toBeLessThan(SHORTEST_WAIT_MS)
  expect(CLIENT_COMES_AGAIN_MS).toBeLessThanOrEqual(WAITER_LEASE_MS)
})

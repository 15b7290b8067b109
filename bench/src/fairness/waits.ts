import { listScripts } from '@andscene/contracts/routes/scripts'
import { fdxOfLength } from '@andscene/testing/fdx-file'
import { setTimeout as delay } from 'node:timers/promises'
import type { Stand } from '../stand.ts'

const PAUSE_MS = 40
/** Longer latencies count as this one. */
export const GIVEN_UP_MS = 5_000
/** Limit of one measurement. */
export const LONGEST_MS = 30_000

/** Latencies (ms) of `count` calls one after the other, or of as many as fit into the limit. */
export async function measure(call: () => Promise<number>, count: number): Promise<number[]> {
  const until = performance.now() + LONGEST_MS
  const times: number[] = []
  while (times.length < count && performance.now() < until) {
    times.push(await call())
    await delay(PAUSE_MS)
  }
  return times
}

/** Latency (ms) of a user's list of scripts. */
export async function listOnce(origin: string, token: string): Promise<number> {
  const begin = performance.now()
  try {
    const response = await fetch(origin + listScripts.path, {
      headers: { authorization: `Bearer ${token}` },
      signal: AbortSignal.timeout(GIVEN_UP_MS),
    })
    await response.arrayBuffer()
    return response.ok ? performance.now() - begin : GIVEN_UP_MS
  } catch {
    return GIVEN_UP_MS
  }
}

/** Uploads 20 small scripts. */
export async function fillLibrary({ api }: Stand): Promise<void> {
  const file = Buffer.from(fdxOfLength(20))
  for (let n = 0; n < 20; n += 1) await api.upload(`script-${n}.fdx`, file)
}

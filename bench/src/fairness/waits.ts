import { listScripts } from '@andscene/contracts/routes/scripts'
import { setTimeout as delay } from 'node:timers/promises'

const PAUSE_MS = 40
/** A list that takes longer counts as this long. */
export const GIVEN_UP_MS = 5_000
/** No measurement takes longer, however slow the responses are. */
export const LONGEST_MS = 30_000

/** Milliseconds of `count` calls one after the other, or of as many as there is time for. */
export async function measure(call: () => Promise<number>, count: number): Promise<number[]> {
  const until = performance.now() + LONGEST_MS
  const times: number[] = []
  while (times.length < count && performance.now() < until) {
    times.push(await call())
    await delay(PAUSE_MS)
  }
  return times
}

/** Milliseconds until a person's list of scripts is there. */
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

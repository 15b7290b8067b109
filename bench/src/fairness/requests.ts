import { fdxOfLength } from '@andscene/testing/fdx-file'
import { once } from 'node:events'
import { setTimeout as delay } from 'node:timers/promises'
import { Worker } from 'node:worker_threads'
import { openStand } from '../narration/stand.ts'
import { median, percentile, report } from '../report.ts'
import type { Crowd, Told } from './dripping.ts'

const DRIPPING = 150
const SCRIPTS = 20
const WARM_UP = 50
const READS = 200
const PAUSE_MS = 40
/** A list that is not there by then counts as this long. */
const GIVEN_UP_MS = 5_000
/** No measurement takes longer, however slow the answers are. */
const LONGEST_MS = 30_000
const TIMES_ALONE_AT_MOST = 2

/** A person's list of scripts, alone and beside 150 dripping bodies of another person and 150 of nobody. */
export async function requests(): Promise<void> {
  const stand = await openStand({ LIMIT_UPLOADS: '1000' })
  try {
    const file = Buffer.from(fdxOfLength(20))
    for (let n = 0; n < SCRIPTS; n += 1) await stand.uploadBytes(`script-${n}.fdx`, file)
    const slowPerson = `Bearer ${await signUp(stand.origin)}`
    const list = () => listOnce(stand.origin, stand.authorization)
    await measure(list, WARM_UP)
    const before = await measure(list, READS / 2)

    const crowds = await openCrowds(stand.origin, [
      { count: DRIPPING, request: { method: 'PUT', path: '/api/preferences', authorization: slowPerson } },
      { count: DRIPPING, request: { method: 'POST', path: '/api/emails/subscribe' } },
    ])
    await delay(3_000)
    const beside = await measure(list, READS)
    const held = (await crowds.ask()).map((told) => `${told.held} held, ${told.refused} refused so far`)
    await crowds.close()
    await delay(3_000)
    const alone = [...before, ...(await measure(list, READS / 2))]

    process.stdout.write(`dripping bodies of one person: ${held[0]}; without a token: ${held[1]}\n`)
    report('list alone, p50', median(alone), 'ms')
    report('list alone, p95', percentile(alone, 0.95), 'ms')
    report('list beside dripping bodies, p50', median(beside), 'ms')
    report('list beside dripping bodies, p95', percentile(beside, 0.95), 'ms')
    const unanswered = beside.filter((time) => time >= GIVEN_UP_MS).length
    report('lists beside them that were not there in 5 s', unanswered, 'of them', { limit: 0 })
    report('times its p95 alone', percentile(beside, 0.95) / percentile(alone, 0.95), '×', {
      limit: TIMES_ALONE_AT_MOST,
    })
  } finally {
    await stand.close()
  }
}

async function openCrowds(origin: string, crowds: Crowd[]) {
  const thread = new Worker(new URL('dripping-thread.ts', import.meta.url), {
    workerData: { origin, crowds },
  })
  await once(thread, 'online')
  return {
    async ask(): Promise<Told[]> {
      // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread, not a window
      thread.postMessage('told?')
      const [told] = (await once(thread, 'message')) as [Told[]]
      return told
    },
    /** Hangs up all of them. */
    close: () => thread.terminate(),
  }
}

/** Milliseconds of `count` lists one after the other, or of as many as there is time for. */
async function measure(list: () => Promise<number>, count: number): Promise<number[]> {
  const until = performance.now() + LONGEST_MS
  const times: number[] = []
  while (times.length < count && performance.now() < until) {
    times.push(await list())
    await delay(PAUSE_MS)
  }
  return times
}

async function listOnce(origin: string, authorization: string): Promise<number> {
  const begin = performance.now()
  try {
    const response = await fetch(`${origin}/api/scripts`, {
      headers: { authorization },
      signal: AbortSignal.timeout(GIVEN_UP_MS),
    })
    await response.arrayBuffer()
    return response.ok ? performance.now() - begin : GIVEN_UP_MS
  } catch {
    return GIVEN_UP_MS
  }
}

async function signUp(origin: string): Promise<string> {
  const response = await fetch(`${origin}/identitytoolkit.googleapis.com/v1/accounts:signUp?key=embedded`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({
      email: 'slow@andscene.example',
      password: 'Table-Read-1',
      returnSecureToken: true,
    }),
  })
  const { idToken } = (await response.json()) as { idToken?: string }
  if (!idToken) throw new Error(`Signing up was answered ${response.status}`)
  return idToken
}

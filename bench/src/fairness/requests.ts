import { subscribe } from '@andscene/contracts/routes/emails'
import { savePreferences } from '@andscene/contracts/routes/preferences'
import { listScripts } from '@andscene/contracts/routes/scripts'
import { createAccount } from '@andscene/platform-client/accounts'
import { fdxOfLength } from '@andscene/testing/fdx-file'
import path from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { quantile } from 'simple-statistics'
import { startChild } from '../child.ts'
import { report, reportTimes, timed } from '../report.ts'
import { openStand } from '../stand.ts'
import type { Crowd, Told } from './dripping.ts'

const DRIPPING = 150
const SCRIPTS = 20
const WARM_UP = 50
const READS = 150
const PAUSE_MS = 40
/** Longer latencies are recorded as this value. */
const REQUEST_TIMEOUT_MS = 5_000
/** Time limit of one measurement. */
const LONGEST_MS = 30_000
const SETTLE_MS = 2_000
const MAX_SLOWDOWN = 2

/** Lists a user's scripts, alone and next to 300 slow bodies: 150 from another user and 150 without a token. */
export async function requests(): Promise<void> {
  await using stand = await openStand({ LIMIT_UPLOADS: '1000' })
  for (let n = 0; n < SCRIPTS; n += 1) await stand.api.upload(`script-${n}.fdx`, fdxOfLength(20))
  const authorization = `Bearer ${(await createAccount(stand.origin)).token}`
  const list = () => measure(stand.origin, stand.person.token, READS)
  const nextToCrowds = async (againMs: number) => {
    const { method, path: target } = savePreferences
    const crowds: Crowd[] = [
      { count: DRIPPING, againMs, method, path: target, authorization },
      { count: DRIPPING, againMs, method: subscribe.method, path: subscribe.path },
    ]
    const file = path.join(import.meta.dirname, 'dripping.ts')
    const clients = await startChild<string, Told[]>(file, { origin: stand.origin, crowds })
    await delay(SETTLE_MS)
    const times = await list()
    const told = await clients.ask()
    await clients.close()
    await delay(SETTLE_MS)
    return { times, told }
  }
  await measure(stand.origin, stand.person.token, WARM_UP)
  const before = await list()
  const held = await nextToCrowds(LONGEST_MS)
  const alone = [...before, ...(await list())]
  reportTimes('list alone', alone)
  const p95 = quantile(alone, 0.95)
  tell('list next to slow bodies', held, p95, MAX_SLOWDOWN)
  tell('the same, refused clients retrying every second', await nextToCrowds(1_000), p95)
}

function tell(name: string, { times, told }: { times: number[]; told: Told[] }, p95: number, limit?: number) {
  const [user, visitor] = told.map(({ held, refused }) => `${held} held, ${refused} refused so far`)
  process.stdout.write(`${name}: of one user ${user}; without a token ${visitor}\n`)
  reportTimes(name, times)
  report(`${name}, times its p95 alone`, quantile(times, 0.95) / p95, '×', { limit })
  const missing = times.filter((time) => time >= REQUEST_TIMEOUT_MS).length
  report(`${name}, not received within 5 s`, missing, `of ${times.length}`, { limit: 0 })
}

/** Latencies (ms) of `count` sequential list requests, or of as many as fit into the time limit. */
async function measure(origin: string, token: string, count: number): Promise<number[]> {
  const until = performance.now() + LONGEST_MS
  const times: number[] = []
  while (times.length < count && performance.now() < until) {
    times.push(await listOnce(origin, token))
    await delay(PAUSE_MS)
  }
  return times
}

async function listOnce(origin: string, token: string): Promise<number> {
  const list = async () => {
    const response = await fetch(origin + listScripts.path, {
      headers: { authorization: `Bearer ${token}` },
      signal: AbortSignal.timeout(REQUEST_TIMEOUT_MS),
    })
    await response.arrayBuffer()
    if (!response.ok) throw new Error(`the list: ${response.status}`)
  }
  return timed(list).catch(() => REQUEST_TIMEOUT_MS)
}

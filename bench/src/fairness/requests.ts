import type { Route } from '@andscene/contracts/define-route'
import { subscribe } from '@andscene/contracts/routes/emails'
import { savePreferences } from '@andscene/contracts/routes/preferences'
import { createAccount } from '@andscene/platform-client/accounts'
import path from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { startChild } from '../child.ts'
import { openStand } from '../stand.ts'
import { report } from '../report.ts'
import { median, quantile } from 'simple-statistics'
import type { Crowd, Drip, Told } from './dripping.ts'
import { fillLibrary, GIVEN_UP_MS, listOnce, LONGEST_MS, measure } from './waits.ts'

const DRIPPING = 150
const WARM_UP = 50
const READS = 150
const SETTLE_MS = 2_000
const TIMES_ALONE_AT_MOST = 2

/** A user's list of scripts, alone and next to 150 slow bodies of another user and 150 without a token. */
export async function requests(): Promise<void> {
  await using stand = await openStand({ LIMIT_UPLOADS: '1000' })
  await fillLibrary(stand)
  const authorization = `Bearer ${(await createAccount(stand.origin)).token}`
  const list = () => listOnce(stand.origin, stand.person.token)
  const nextToCrowds = async (againMs: number) => {
    const file = path.join(import.meta.dirname, 'dripping.ts')
    const crowds = [
      { count: DRIPPING, againMs, request: { ...only(savePreferences), authorization } },
      { count: DRIPPING, againMs, request: only(subscribe) },
    ] satisfies Crowd[]
    const clients = await startChild<string, Told[]>(file, { origin: stand.origin, crowds })
    await delay(SETTLE_MS)
    const times = await measure(list, READS)
    const told = await clients.ask()
    await clients.close()
    await delay(SETTLE_MS)
    return { times, told }
  }
  await measure(list, WARM_UP)
  const before = await measure(list, READS)
  const held = await nextToCrowds(LONGEST_MS)
  const after = await measure(list, READS)
  const again = await nextToCrowds(1_000)

  const alone = quantile([...before, ...after], 0.95)
  report('list alone, p50', median([...before, ...after]), 'ms')
  report('list alone, p95', alone, 'ms')
  tell('list next to slow bodies', held, alone, TIMES_ALONE_AT_MOST)
  tell('the same, refused clients retrying every second', again, alone)
}

const only = ({ method, path: target }: Route): Drip => ({ method, path: target })

function tell(
  name: string,
  { times, told }: { times: number[]; told: Told[] },
  alone: number,
  limit?: number,
) {
  const [user, visitor] = told.map(({ held, refused }) => `${held} held, ${refused} refused so far`)
  process.stdout.write(`${name}: of one user ${user}; without a token ${visitor}\n`)
  report(`${name}, p50`, median(times), 'ms')
  report(`${name}, p95`, quantile(times, 0.95), 'ms')
  report(`${name}, times its p95 alone`, quantile(times, 0.95) / alone, '×', limit ? { limit } : {})
  const missing = times.filter((time) => time >= GIVEN_UP_MS).length
  report(`${name}, not received within 5 s`, missing, `of ${times.length}`, { limit: 0 })
}

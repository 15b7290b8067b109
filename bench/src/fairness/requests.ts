import type { Route } from '@andscene/contracts/define-route'
import { subscribe } from '@andscene/contracts/routes/emails'
import { savePreferences } from '@andscene/contracts/routes/preferences'
import { createAccount } from '@andscene/platform-client/accounts'
import { fdxOfLength } from '@andscene/testing/fdx-file'
import { fork } from 'node:child_process'
import { once } from 'node:events'
import path from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { openStand } from '../stand.ts'
import { report } from '../report.ts'
import { median, quantile } from 'simple-statistics'
import type { Crowd, Told } from './dripping.ts'
import { GIVEN_UP_MS, listOnce, LONGEST_MS, measure } from './waits.ts'

const DRIPPING = 150
const SCRIPTS = 20
const WARM_UP = 50
const READS = 150
const SETTLE_MS = 2_000
const TIMES_ALONE_AT_MOST = 2

/** A user's list of scripts, alone and next to 150 slow bodies of another user and 150 without a token. */
export async function requests(): Promise<void> {
  const stand = await openStand({ LIMIT_UPLOADS: '1000' })
  try {
    const file = Buffer.from(fdxOfLength(20))
    for (let n = 0; n < SCRIPTS; n += 1) await stand.api.upload(`script-${n}.fdx`, file)
    const authorization = `Bearer ${(await createAccount(stand.origin)).token}`
    const list = () => listOnce(stand.origin, stand.person.token)
    const nextToCrowds = async (againMs: number) => {
      const crowds = await openCrowds(stand.origin, [
        { count: DRIPPING, againMs, request: { ...only(savePreferences), authorization } },
        { count: DRIPPING, againMs, request: only(subscribe) },
      ])
      await delay(SETTLE_MS)
      const times = await measure(list, READS)
      const told = await crowds.told()
      await crowds.close()
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
  } finally {
    await stand.close()
  }
}

const only = ({ method, path: target }: Route) => ({ method, path: target })

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

async function openCrowds(origin: string, crowds: Crowd[]) {
  const file = path.join(import.meta.dirname, 'dripping-process.ts')
  const child = fork(file, [JSON.stringify({ origin, crowds })])
  await once(child, 'message')
  return {
    async told(): Promise<Told[]> {
      child.send('told?')
      const [told] = (await once(child, 'message')) as [Told[]]
      return told
    },
    /** Closes all of them. */
    async close(): Promise<void> {
      const ended = once(child, 'exit')
      child.kill('SIGKILL')
      await ended
    },
  }
}

import type { Script } from '@andscene/contracts/script'
import type { PlatformClient } from '@andscene/platform-client/platform-client'
import { fdxOfLength } from '@andscene/testing/fdx-file'
import { until } from './report.ts'
import type { Stand } from './stand.ts'
import { storedOf } from './stored.ts'
import { castWithFlite, hear, narrated } from './table-read.ts'

const RETURN_MS = 90_000
const BACKLOG_MS = 15 * 60_000

/** Casts a script with this many lines: a backlog of about half as many clips. */
export async function backlog(api: PlatformClient, name: string, lines: number): Promise<Script> {
  const script = await api.upload(`${name}.fdx`, fdxOfLength(lines))
  await castWithFlite(api, script)
  return script
}

const readyLines = async (api: PlatformClient, { _id }: Script) => (await api.narration(_id)).ready

/**
 * Waits until more lines are ready than now, so that what follows happens in the middle of the work, and returns how many
 * are. Throws when the work was over before: then nothing would be shown.
 */
async function untilUnderWay(api: PlatformClient, script: Script, more = 5): Promise<number> {
  const before = await readyLines(api, script)
  let [ready, total] = [before, 0]
  await until('clips are being made', RETURN_MS, async () => {
    ;({ ready, total } = await api.narration(script._id))
    return ready >= before + more || (total > 0 && ready === total)
  })
  if (ready === total) throw new Error('the backlog was worked off before it was disturbed: make it longer')
  return ready
}

/** Kills the process of a service's container and waits until its restart policy has it running and healthy. */
async function crashAndReturn(stand: Stand, service: string): Promise<number> {
  const [victim] = await stand.containers(service)
  const begun = performance.now()
  await stand.crash(victim!)
  await until(`${service} is back`, RETURN_MS, async () => {
    const [now] = await stand.containers(service)
    return now !== undefined && now.pid > 0 && now.pid !== victim!.pid
  })
  await until(`${service} is ready`, RETURN_MS, async () => {
    const [now] = await stand.containers(service)
    const state = await stand.engine('container', 'inspect', '--format', '{{.State.Health.Status}}', now!.id)
    return state.trim() === 'healthy'
  })
  return (performance.now() - begun) / 1_000
}

/** Kills one service after another while `script` is narrated. Returns the progress and the downtime of each. */
export async function crashEach(
  stand: Stand,
  api: PlatformClient,
  script: Script,
  services: readonly string[],
): Promise<string> {
  const away: string[] = []
  for (const service of services) {
    const ready = await untilUnderWay(api, script)
    away.push(`${service} at line ${ready} for ${(await crashAndReturn(stand, service)).toFixed(1)} s`)
  }
  return away.join(', ')
}

/** Scales workers 1 → 4 → 1 during a backlog. Returns the lines ready at each step. */
export async function scaleUpAndDown(stand: Stand, api: PlatformClient, script: Script): Promise<string> {
  const scale = async (workers: number) => {
    await stand.compose('up', '-d', '--no-recreate', '--scale', `tts-worker=${workers}`)
    await until(`${workers} workers are ready`, RETURN_MS, async () => {
      const all = await stand.containers('tts-worker')
      const states = await Promise.all(
        all.map(({ id }) => stand.engine('container', 'inspect', '--format', '{{.State.Health.Status}}', id)),
      )
      return all.length === workers && states.every((state) => state.trim() === 'healthy')
    })
  }
  await untilUnderWay(api, script)
  const at: number[] = [await readyLines(api, script)]
  await scale(4)
  await untilUnderWay(api, script, 20)
  at.push(await readyLines(api, script))
  await scale(1)
  at.push(await readyLines(api, script))
  const { total } = await api.narration(script._id)
  return `ready of ${total}: ${at[0]} with one, ${at[1]} with four, ${at[2]} with one again`
}

/** Finally every clip is stored once and audible. */
export async function nothingLost(stand: Stand, api: PlatformClient, script: Script): Promise<string> {
  await narrated(api, script, BACKLOG_MS)
  const { clips, lines, seconds } = await hear(api, script)
  const { objects, rows } = await storedOf(stand, script._id)
  const counts = [clips, objects.length, new Set(objects).size, rows.length, new Set(rows).size]
  if (new Set(counts).size > 1)
    throw new Error(`${clips} clips are heard, ${objects.length} objects and ${rows.length} rows are stored`)
  return `${lines} lines, ${clips} clips, each one object and one row, ${Math.round(seconds)} s of speech`
}

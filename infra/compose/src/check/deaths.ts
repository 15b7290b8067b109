import type { Script } from '@andscene/contracts/script'
import type { PlatformClient } from '@andscene/platform-client/platform-client'
import { fdxOfLength } from '@andscene/testing/fdx-file'
import pWaitFor from 'p-wait-for'
import type { Stand } from './stand.ts'

const RETURN_MS = 90_000
/** A part drains within 5 s; the container engine needs a moment before and after. */
const DRAIN_MS = 8_000

/** Casts a script with this many lines: a backlog of about half as many clips. */
export async function backlog(api: PlatformClient, name: string, lines: number): Promise<Script> {
  const script = await api.upload(`${name}.fdx`, fdxOfLength(lines))
  await api.cast(script, await api.fliteCasting(script))
  return script
}

/** Polls until `isTrue`; an error counts as false. */
const until = (what: string, isTrue: () => Promise<boolean>) =>
  pWaitFor(() => isTrue().catch(() => false), {
    interval: 500,
    timeout: { milliseconds: RETURN_MS, message: `${what}: not within ${RETURN_MS / 1_000} s` },
  })

const isHealthy = async (stand: Stand, id: string) =>
  (await stand.engine('container', 'inspect', '--format', '{{.State.Health.Status}}', id)).trim() ===
  'healthy'

/** Waits until more lines are ready than now, so that the next step happens in the middle of the work. */
export const untilUnderWay = (api: PlatformClient, script: Script, more = 5): Promise<number> =>
  api.narrating(script, more, { timeoutMs: RETURN_MS })

/** Kills one service after another while `script` is narrated. Returns the progress and downtime of each. */
export async function crashEach(
  stand: Stand,
  api: PlatformClient,
  script: Script,
  services: readonly string[],
): Promise<string> {
  const away: string[] = []
  for (const service of services) {
    const ready = await untilUnderWay(api, script)
    const [victim] = await stand.containers(service)
    const begun = performance.now()
    await stand.crash(victim!)
    // The restart policy restarts it.
    await until(`${service} is back`, async () => {
      const [now] = await stand.containers(service)
      return now !== undefined && now.pid > 0 && now.pid !== victim!.pid && isHealthy(stand, now.id)
    })
    away.push(`${service} at line ${ready} for ${((performance.now() - begun) / 1_000).toFixed(1)} s`)
  }
  return away.join(', ')
}

/** Scales workers 1 → 4 → 1 during a backlog. Returns the number of ready lines at each step. */
export async function scaleUpAndDown(stand: Stand, api: PlatformClient, script: Script): Promise<string> {
  const scale = async (workers: number) => {
    await stand.compose('up', '-d', '--no-recreate', '--scale', `tts-worker=${workers}`)
    await until(`${workers} workers are ready`, async () => {
      const all = await stand.containers('tts-worker')
      const healthy = await Promise.all(all.map(({ id }) => isHealthy(stand, id)))
      return all.length === workers && healthy.every(Boolean)
    })
  }
  const one = await untilUnderWay(api, script)
  await scale(4)
  const four = await untilUnderWay(api, script, 20)
  await scale(1)
  const { ready, total } = await api.narration(script._id)
  return `ready of ${total}: ${one} with one, ${four} with four, ${ready} with one again`
}

/** Stops containers with SIGTERM and returns how long each took. Throws if one had to be killed. */
export async function drain(stand: Stand, services: readonly string[]): Promise<string> {
  const taken: string[] = []
  for (const service of services) {
    const begun = performance.now()
    await stand.compose('stop', service)
    const ms = performance.now() - begun
    for (const { name, exitCode } of await stand.containers(service))
      if (exitCode !== 0) throw new Error(`${name} exited with ${exitCode}`)
    if (ms > DRAIN_MS) throw new Error(`${service} took ${Math.round(ms)} ms`)
    taken.push(`${service} ${(ms / 1_000).toFixed(1)} s`)
  }
  return taken.join(', ')
}

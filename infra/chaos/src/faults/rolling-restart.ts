import type { Platform } from '@andscene/local/platform'
import { CONNECTION_LIFE_MS } from '@andscene/service-kit/calls/connection-life'
import { setTimeout as after } from 'node:timers/promises'
import type { Fault, Stage } from '../fault.ts'
import { startBacklog } from '../stand/backlog.ts'
import { doubledParts, type DoubledParts } from '../stand/doubled.ts'
import { startLoad } from '../stand/load.ts'
import { startServers } from '../stand/servers.ts'
import { settled, startOn } from '../stand/under-load.ts'

/** Requests between two restarts, with all processes running. */
const BETWEEN = 60
const LINES = 200
/** 50 s in the manifests; here long enough for kept connections and for clips that take seconds. */
const WITHDRAWN_MS = CONNECTION_LIFE_MS + 2_000

/**
 * Two of every service and two workers on MongoDB's protocol and S3 are replaced one after the other under load, as Kubernetes
 * does: the process gets no new connections, and SIGTERM after a while. A worker has no connections and gets SIGTERM directly.
 */
export const rollingRestart: Fault = {
  name: 'rolling-restart',
  tries: 'every service, two of each, replaced one after the other under load',
  async run(stage) {
    const servers = await startServers(stage)
    const doubled = await doubledParts()
    const ends: string[] = []
    const platform = await startOn(stage, {
      workers: 2,
      env: { ...servers.environment },
      parts: doubled.parts,
      log(line) {
        stage.log(line)
        const how = /ended (?:with exit code|by) \S+/.exec(line)?.[0]
        if (how && how !== 'ended with exit code 0;') ends.push(line)
      },
    })
    const balancers = await doubled.balancers
    for (const balancer of balancers.values()) stage.defer(() => balancer.close())
    // Workers first, while there is a backlog.
    const names = Object.keys(platform.pids())
    const parts = [...names.filter((name) => name.startsWith('worker')), ...doubled.ports.keys()]
    await stage.until('every process is behind its balancer', () => parts.every((name) => isServing(name)))
    const load = await startLoad(stage, platform.origin)
    const backlog = await startBacklog(stage, platform.origin, LINES)
    await backlog.underWay(10)
    for (const name of parts) {
      const { made, failed } = load.tally.requests
      await restart(stage, {
        platform,
        name,
        withdraw: () => balancers.get(serviceOf(name))?.withdraw(doubled.ports.get(name)!),
        isServing: () => isServing(name),
      })
      await load.more(BETWEEN)
      const now = load.tally.requests
      stage.say(`${name}: ${now.made - made} requests, ${now.failed - failed} failed`)
    }
    const outcome = await settled(load, backlog, servers.written.writes())
    outcome.bad.push(...ends)
    if (outcome.requests.refused > 0) outcome.bad.push(`${outcome.requests.refused} refused`)
    if (outcome.clips.twice > 0) outcome.bad.push(`${outcome.clips.twice} clips were written twice`)
    return { ...outcome, said: `${parts.length} processes restarted` }

    function isServing(name: string): boolean {
      const port = doubled.ports.get(name)
      // A worker gets no requests.
      if (port === undefined) return platform.pids()[name] !== undefined
      return balancers.get(serviceOf(name))!.isReady(port)
    }
  },
}
type Service = Parameters<Awaited<DoubledParts['balancers']>['get']>[0]
const serviceOf = (name: string) => name.replace(/-\d$/, '') as Service

type Restarted = { platform: Platform; name: string; withdraw(): void; isServing(): boolean }

/** Withdraws a process, sends SIGTERM, and waits until the launcher's replacement is ready. */
async function restart(stage: Stage, { platform, name, withdraw, isServing }: Restarted): Promise<void> {
  const pid = platform.pids()[name]
  if (pid === undefined) throw new Error(`${name} does not run`)
  if (!name.startsWith('worker')) {
    withdraw()
    await after(WITHDRAWN_MS, undefined, { signal: stage.signal })
  }
  process.kill(pid, 'SIGTERM')
  await stage.until(`${name} is back`, () => platform.pids()[name] !== pid && isServing())
}

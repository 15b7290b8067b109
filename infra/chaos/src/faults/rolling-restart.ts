import type { Platform } from '@andscene/local/platform'
import { CONNECTION_LIFE_MS } from '@andscene/service-kit/calls/connection-life'
import { setTimeout as after } from 'node:timers/promises'
import type { Fault, Stage } from '../fault.ts'
import { startBacklog } from '../stand/backlog.ts'
import { doubledParts, type DoubledParts } from '../stand/doubled.ts'
import { startLoad } from '../stand/load.ts'
import { settled } from '../stand/settled.ts'
import { startServers } from '../stand/servers.ts'
import { until } from '../stand/until.ts'
import { startOn } from '../stand/under-load.ts'

/** Requests between two restarts, so that each is met by load with all processes there. */
const BETWEEN = 60
const LINES = 200
/**
 * Instead of the 50 s of the manifests, in which every clip that is awaited comes: long enough for connections that are kept, and
 * for clips that take seconds at most here.
 */
const WITHDRAWN_MS = CONNECTION_LIFE_MS + 2_000

/**
 * Two of every service and two workers on MongoDB's protocol and S3, as several machines run them. One after the other is
 * replaced while people use all of it, as Kubernetes does it (infra/k8s): no new connection goes there any more, and after a
 * while the process is told to end. A worker, whom nobody asks, is told at once.
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
    await until(stage, 'every process is behind its balancer', () => parts.every((name) => isServing(name)))
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
      // Nobody sends a worker anything.
      if (port === undefined) return platform.pids()[name] !== undefined
      return balancers.get(serviceOf(name))!.isReady(port)
    }
  },
}
type Service = Parameters<Awaited<DoubledParts['balancers']>['get']>[0]
const serviceOf = (name: string) => name.replace(/-\d$/, '') as Service

type Restarted = { platform: Platform; name: string; withdraw(): void; isServing(): boolean }

/** Takes a process out, tells it to end, and waits until the launcher has another in its place that is ready. */
async function restart(stage: Stage, { platform, name, withdraw, isServing }: Restarted): Promise<void> {
  const pid = platform.pids()[name]
  if (pid === undefined) throw new Error(`${name} does not run`)
  if (!name.startsWith('worker')) {
    withdraw()
    await after(WITHDRAWN_MS, undefined, { signal: stage.signal })
  }
  process.kill(pid, 'SIGTERM')
  await until(stage, `${name} is back`, () => platform.pids()[name] !== pid && isServing())
}

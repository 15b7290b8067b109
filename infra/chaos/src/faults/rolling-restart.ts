import { CONNECTION_LIFE_MS } from '@andscene/service-kit/calls/connection-life'
import { setTimeout as after } from 'node:timers/promises'
import type { Fault } from '../fault.ts'
import { startBacklog } from '../stand/backlog.ts'
import { startReplicated } from '../stand/replicated.ts'
import { startLoad } from '../stand/load.ts'
import { startServers } from '../stand/servers.ts'
import { LINES, settled } from '../stand/under-load.ts'

/** Requests between two restarts, while all processes run. */
const REQUESTS_BETWEEN_RESTARTS = 60
/** The manifests use 50 s; this is enough here for kept-alive connections and for clips that take seconds. */
const DRAIN_MS = CONNECTION_LIFE_MS + 2_000

/**
 * Replaces two processes of every service and two workers, on MongoDB and S3, one after the other under load. Like
 * Kubernetes, first stops new connections, then sends SIGTERM; a worker has no connections and gets SIGTERM directly.
 */
export const rollingRestart: Fault = {
  name: 'rolling-restart',
  tries: 'every service, two of each, replaced one after the other under load',
  async run(stage) {
    const { environment: env, writes } = await startServers(stage)
    const ends: string[] = []
    const { platform, ports, balancerOf } = await startReplicated(stage, {
      workers: 2,
      env,
      log(line) {
        stage.log(line)
        const how = /ended (?:with exit code|by) \S+/.exec(line)?.[0]
        if (how && how !== 'ended with exit code 0;') ends.push(line)
      },
    })
    // Workers first, while there is a backlog.
    const workers = Object.keys(platform.pids()).filter((name) => name.startsWith('worker'))
    const names = [...workers, ...ports.keys()]
    // A worker gets no requests.
    const isServing = (name: string) =>
      balancerOf(name)?.isReady(ports.get(name)!) ?? platform.pids()[name] !== undefined
    await stage.until('every process is behind its balancer', () => names.every(isServing))
    const load = await startLoad(stage, platform.origin)
    const backlog = await startBacklog(stage, platform.origin, LINES)
    await backlog.underWay(10)
    for (const name of names) {
      const { made, failed } = load.tally.requests
      const pid = platform.pids()[name]!
      if (ports.has(name)) {
        balancerOf(name)!.withdraw(ports.get(name)!)
        await after(DRAIN_MS, undefined, { signal: stage.signal })
      }
      process.kill(pid, 'SIGTERM')
      await stage.until(`${name} is back`, () => platform.pids()[name] !== pid && isServing(name))
      await load.more(REQUESTS_BETWEEN_RESTARTS)
      const now = load.tally.requests
      stage.say(`${name}: ${now.made - made} requests, ${now.failed - failed} failed`)
    }
    const outcome = await settled(load, backlog, writes)
    outcome.bad.push(...ends)
    if (outcome.requests.refused > 0) outcome.bad.push(`${outcome.requests.refused} refused`)
    if (outcome.clips.twice > 0) outcome.bad.push(`${outcome.clips.twice} clips were written twice`)
    return { ...outcome, said: `${names.length} processes restarted` }
  },
}

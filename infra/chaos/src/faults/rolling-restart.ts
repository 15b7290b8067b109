import { startPlatform, type Platform } from '@andscene/local/platform'
import type { Fault, Stage } from '../fault.ts'
import { doubledParts, type DoubledParts } from '../stand/doubled.ts'
import { startLoad } from '../stand/load.ts'
import { startServers } from '../stand/servers.ts'
import { until } from '../stand/until.ts'

/** Requests between two restarts, so that each is met by load with all processes there. */
const BETWEEN = 60

/**
 * Two of every service and two workers on MongoDB's protocol and S3, as several machines run them. One after the other is
 * told to end while people use all of it. That is harder than a rolling update of Kubernetes, which stops sending some time
 * before it tells a process: here the process's own notice is all that a router has.
 */
export const rollingRestart: Fault = {
  name: 'rolling-restart',
  tries: 'every service, two of each, told to end one after the other under load',
  async run(stage) {
    const servers = await startServers(stage)
    const doubled = await doubledParts()
    const ends: string[] = []
    const platform = await startPlatform({
      port: 0,
      dataDir: await stage.folder('data'),
      workers: 2,
      env: { ...process.env, ...servers.environment },
      signal: stage.signal,
      parts: doubled.parts,
      log(line) {
        stage.log(line)
        const how = /ended (?:with exit code|by) \S+/.exec(line)?.[0]
        if (how && how !== 'ended with exit code 0;') ends.push(line)
      },
    })
    stage.defer(() => platform.stop())
    const balancers = await doubled.balancers
    for (const balancer of balancers.values()) stage.defer(() => balancer.close())
    const parts = Object.keys(platform.pids()).filter(
      (name) => doubled.ports.has(name) || name.startsWith('worker'),
    )
    await until(stage, 'every process is behind its balancer', () => parts.every((name) => isServing(name)))
    const load = await startLoad(stage, platform.origin)
    await load.more(3 * BETWEEN)
    for (const name of parts) {
      const { made, failed } = load.tally.requests
      await restart(stage, platform, name, () => isServing(name))
      await load.more(BETWEEN)
      const now = load.tally.requests
      stage.say(`${name}: ${now.made - made} requests, ${now.failed - failed} failed`)
    }
    const lost = await load.stop()
    const { requests } = load.tally
    const bad = [...load.tally.failures(), ...lost, ...ends]
    if (requests.refused > 0) bad.push(`${requests.refused} refused`)
    return { requests, said: `${parts.length} processes restarted`, bad }

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

/** Tells a process to end, and waits until the launcher has another in its place that is ready. */
async function restart(
  stage: Stage,
  platform: Platform,
  name: string,
  isServing: () => boolean,
): Promise<void> {
  const pid = platform.pids()[name]
  if (pid === undefined) throw new Error(`${name} does not run`)
  process.kill(pid, 'SIGTERM')
  await until(stage, `${name} is back`, () => platform.pids()[name] !== pid && isServing())
}

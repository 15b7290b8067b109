import { setTimeout as after } from 'node:timers/promises'
import type { Fault } from '../fault.ts'
import { startServers } from '../stand/servers.ts'
import { LINES, startUnderLoad } from '../stand/under-load.ts'

/** Long enough for requests to fail meanwhile. */
const DOWNTIME_MS = 2_000

export const storesRestarted: Fault = {
  name: 'stores-restarted',
  tries: "the server of MongoDB's protocol and the S3 server killed and restarted under load",
  async run(stage) {
    const servers = await startServers(stage)
    const { load, backlog, settled } = await startUnderLoad(stage, { workers: 2, env: servers.environment })
    const at: string[] = []
    for (const name of ['mongo', 's3', 'mongo', 's3'] as const) {
      at.push(`${name} at ${await backlog.underWay(25)}`)
      await servers[name].kill()
      await after(DOWNTIME_MS, undefined, { signal: stage.signal })
      await servers[name].start()
      const { made, failed, refused } = load.tally.requests
      stage.say(
        `${at.at(-1)} of ${LINES} clips: so far ${made} requests, ${refused} refused, ${failed} failed`,
      )
    }
    return { ...(await settled(servers.writes)), said: at.join(', ') }
  },
}

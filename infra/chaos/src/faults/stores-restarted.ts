import { setTimeout as after } from 'node:timers/promises'
import type { Fault } from '../fault.ts'
import { startServers } from '../stand/servers.ts'
import { LINES, startUnderLoad } from '../stand/under-load.ts'

const TIMES = 2
/** Long enough that requests fail meanwhile. */
const AWAY_MS = 2_000

/** The servers of documents and of clips are killed and restarted in turn under load. */
export const storesRestarted: Fault = {
  name: 'stores-restarted',
  tries: "the server of MongoDB's protocol and the S3 server killed and restarted under load",
  async run(stage) {
    const servers = await startServers(stage)
    const env = servers.environment
    const { load, backlog, settled } = await startUnderLoad(stage, { workers: 2, env })
    const at: string[] = []
    for (let time = 0; time < TIMES; time += 1)
      for (const name of ['mongo', 's3'] as const) {
        const ready = await backlog.underWay(25)
        await servers[name].kill()
        await after(AWAY_MS, undefined, { signal: stage.signal })
        await servers[name].start()
        at.push(`${name} at ${ready}`)
        const { made, failed, refused } = load.tally.requests
        stage.say(
          `${at.at(-1)} of ${LINES} clips: so far ${made} requests, ${refused} refused, ${failed} failed`,
        )
      }
    const outcome = await settled(servers.written.writes())
    return { ...outcome, said: at.join(', ') }
  },
}

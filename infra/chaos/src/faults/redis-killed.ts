import { startPlatform } from '@andscene/local/platform'
import type { Fault } from '../fault.ts'
import { startBacklog } from '../stand/backlog.ts'
import { startLoad } from '../stand/load.ts'
import { settled } from '../stand/settled.ts'
import { startServers } from '../stand/servers.ts'
import { until } from '../stand/until.ts'

const LINES = 200
const TIMES = 3

/** The queue's server dies in the middle of a backlog, three times, and the launcher brings it back on its file. */
export const redisKilled: Fault = {
  name: 'redis-killed',
  tries: 'Redis killed and restarted in the middle of a backlog, under load',
  async run(stage) {
    const servers = await startServers(stage)
    const platform = await startPlatform({
      port: 0,
      dataDir: await stage.folder('data'),
      workers: 2,
      env: { ...process.env, ...servers.environment },
      build: false,
      signal: stage.signal,
      log: stage.log,
    })
    stage.defer(() => platform.stop())
    const load = await startLoad(stage, platform.origin)
    const backlog = await startBacklog(stage, platform.origin, LINES)
    const at: number[] = []
    for (let time = 0; time < TIMES; time += 1) {
      at.push(await backlog.underWay(30))
      const pid = platform.pids()['redis']!
      process.kill(pid, 'SIGKILL')
      await until(stage, 'Redis is back', () => (platform.pids()['redis'] ?? pid) !== pid)
      stage.say(`killed at ${at.at(-1)} of ${LINES} clips`)
    }
    const outcome = await settled(load, backlog, servers.written.writes())
    return {
      ...outcome,
      said: `killed at ${at.join(', ')} clips`,
    }
  },
}

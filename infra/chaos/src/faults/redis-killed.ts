import type { Fault } from '../fault.ts'
import { startServers } from '../stand/servers.ts'
import { LINES, startUnderLoad } from '../stand/under-load.ts'

const TIMES = 3

/** Redis is killed three times in the middle of a backlog; the launcher restarts it with its file. */
export const redisKilled: Fault = {
  name: 'redis-killed',
  tries: 'Redis killed and restarted in the middle of a backlog, under load',
  async run(stage) {
    const servers = await startServers(stage)
    const env = servers.environment
    const { platform, backlog, settled } = await startUnderLoad(stage, { workers: 2, env })
    const at: number[] = []
    for (let time = 0; time < TIMES; time += 1) {
      at.push(await backlog.underWay(30))
      const pid = platform.pids()['redis']!
      process.kill(pid, 'SIGKILL')
      await stage.until('Redis is back', () => (platform.pids()['redis'] ?? pid) !== pid)
      stage.say(`killed at ${at.at(-1)} of ${LINES} clips`)
    }
    const outcome = await settled(servers.written.writes())
    return { ...outcome, said: `killed at ${at.join(', ')} clips` }
  },
}

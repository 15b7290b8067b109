import { startRedisGroup } from '@andscene/testing/redis-group'
import { setTimeout as after } from 'node:timers/promises'
import type { Fault } from '../fault.ts'
import { startServers } from '../stand/servers.ts'
import { LINES, startUnderLoad } from '../stand/under-load.ts'

const TIMES = 3
/** Writes meanwhile are lost. Sentinels never promote a replica that was disconnected for too long. */
const CUT_MS = 3_000

/** The launcher restarts Redis, which loads its file. */
export const redisKilled: Fault = {
  name: 'redis-killed',
  tries: 'Redis killed and restarted in the middle of a backlog, under load',
  async run(stage) {
    const { environment: env, writes } = await startServers(stage)
    const { platform, backlog, settled } = await startUnderLoad(stage, { workers: 2, env })
    const at: number[] = []
    for (let time = 0; time < TIMES; time += 1) {
      at.push(await backlog.underWay(30))
      const pid = platform.pids()['redis']!
      process.kill(pid, 'SIGKILL')
      await stage.until('Redis is back', () => (platform.pids()['redis'] ?? pid) !== pid)
      stage.say(`killed at ${at.at(-1)} of ${LINES} clips`)
    }
    return { ...(await settled(writes)), said: `killed at ${at.join(', ')} clips` }
  },
}

/** Kills the primary with writes that its replica has not received; the Sentinels promote the replica. */
export const redisFailover: Fault = {
  name: 'redis-failover',
  tries: 'Redis failed over to a replica in the middle of a backlog, with what replication lost, under load',
  async run(stage) {
    const { environment, writes } = await startServers(stage)
    const group = await startRedisGroup()
    stage.defer(() => group.stop())
    const env = { ...environment, ...group.environment }
    const { backlog, settled } = await startUnderLoad(stage, { workers: 2, env })
    const at = await backlog.underWay(30)
    await group.cutReplication()
    await after(CUT_MS, undefined, { signal: stage.signal })
    const primary = await group.primary()
    const begun = performance.now()
    await group.kill(primary)
    let isOver = false
    await Promise.all([
      group.failedOver(primary).finally(() => (isOver = true)),
      stage.until('the Sentinels promote another server', () => isOver),
    ])
    const seconds = ((performance.now() - begun) / 1_000).toFixed(1)
    stage.say(`failed over within ${seconds} s, at ${at} of ${LINES} clips`)
    return { ...(await settled(writes)), said: `failed over in ${seconds} s at ${at} clips` }
  },
}

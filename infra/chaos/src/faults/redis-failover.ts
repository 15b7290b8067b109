import { startRedisGroup } from '@andscene/testing/redis-group'
import { setTimeout as after } from 'node:timers/promises'
import type { Fault, Stage } from '../fault.ts'
import { startServers } from '../stand/servers.ts'
import { LINES, startUnderLoad } from '../stand/under-load.ts'

/** Writes meanwhile are lost. Sentinels promote no replica that was disconnected for too long. */
const CUT_MS = 3_000
const FAILOVER_LIMIT_MS = 60_000

/** The primary is killed with writes that its replica never received, and the Sentinels promote the replica. */
export const redisFailover: Fault = {
  name: 'redis-failover',
  tries: 'Redis failed over to a replica in the middle of a backlog, with what replication lost, under load',
  async run(stage) {
    const servers = await startServers(stage)
    const group = await startRedisGroup()
    stage.defer(() => group.stop())
    const env = { ...servers.environment, ...group.environment }
    const { backlog, settled } = await startUnderLoad(stage, { workers: 2, env })
    const at = await backlog.underWay(30)
    await group.cutReplication()
    await after(CUT_MS, undefined, { signal: stage.signal })
    const primary = await group.primary()
    const begun = performance.now()
    await group.kill(primary)
    await Promise.race([group.failedOver(primary), tooLong(stage)])
    const seconds = ((performance.now() - begun) / 1_000).toFixed(1)
    stage.say(`failed over within ${seconds} s, at ${at} of ${LINES} clips`)
    const outcome = await settled(servers.written.writes())
    return { ...outcome, said: `failed over in ${seconds} s at ${at} clips` }
  },
}

const tooLong = async (stage: Stage): Promise<never> => {
  await after(FAILOVER_LIMIT_MS, undefined, { signal: stage.signal, ref: false })
  throw new Error('the Sentinels promoted no other server')
}

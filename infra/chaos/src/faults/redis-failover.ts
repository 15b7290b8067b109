import { startPlatform } from '@andscene/local/platform'
import { startRedisGroup } from '@andscene/testing/redis-group'
import { setTimeout as after } from 'node:timers/promises'
import type { Fault, Stage } from '../fault.ts'
import { startBacklog } from '../stand/backlog.ts'
import { startLoad } from '../stand/load.ts'
import { settled } from '../stand/settled.ts'
import { startServers } from '../stand/servers.ts'

const LINES = 200
/** What is written meanwhile is lost. Sentinels promote no replica that has been without its primary for longer than they allow. */
const CUT_MS = 3_000
const FAILOVER_LIMIT_MS = 60_000

/** The primary dies, with seconds of writes that its replica never had, and the Sentinels make the replica the primary. */
export const redisFailover: Fault = {
  name: 'redis-failover',
  tries: 'Redis failed over to a replica in the middle of a backlog, with what replication lost, under load',
  async run(stage) {
    const servers = await startServers(stage)
    const group = await startRedisGroup()
    stage.defer(() => group.stop())
    const platform = await startPlatform({
      port: 0,
      dataDir: await stage.folder('data'),
      workers: 2,
      env: { ...process.env, ...servers.environment, ...group.environment },
      build: false,
      signal: stage.signal,
      log: stage.log,
    })
    stage.defer(() => platform.stop())
    const load = await startLoad(stage, platform.origin)
    const backlog = await startBacklog(stage, platform.origin, LINES)
    const at = await backlog.underWay(30)
    await group.cutReplication()
    await after(CUT_MS, undefined, { signal: stage.signal })
    const primary = await group.primary()
    const begun = performance.now()
    await group.kill(primary)
    await Promise.race([group.failedOver(primary), tooLong(stage)])
    const seconds = ((performance.now() - begun) / 1_000).toFixed(1)
    stage.say(`failed over within ${seconds} s, at ${at} of ${LINES} clips`)
    const outcome = await settled(load, backlog, servers.written.writes())
    return {
      ...outcome,
      said: `failed over in ${seconds} s at ${at} clips`,
    }
  },
}

const tooLong = async (stage: Stage): Promise<never> => {
  await after(FAILOVER_LIMIT_MS, undefined, { signal: stage.signal, ref: false })
  throw new Error('the Sentinels made no other server the primary')
}

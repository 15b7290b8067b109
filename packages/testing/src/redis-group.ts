import { freePort } from '@andscene/service-kit/free-port'
import { connectProducer } from '@andscene/service-kit/redis/redis'
import { redisSettings } from '@andscene/service-kit/redis/redis-process'
import type { ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import pWaitFor from 'p-wait-for'
import { endProcess, spawnRedis } from './redis-server.ts'
import { temporaryFolder } from './temporary-folder.ts'

const MASTER = 'stage'
const PASSWORD = 'of-the-servers'
const SENTINEL_PASSWORD = 'of-the-sentinels'
/** Time without a reply after which a primary counts as down (ms). */
const DOWN_AFTER_MS = 600
const FAILOVER_LIMIT_MS = 3_000

/** Starts real Redis servers: a primary, its replica and three Sentinels, all with passwords. */
export async function startRedisGroup() {
  const folder = await temporaryFolder('andscene-redis-group')
  const running = new Map<number, ChildProcess>()
  const settings = new Map<number, string>()

  const start = async (port: number) => {
    const args = [settings.get(port)!, ...(sentinels.includes(port) ? ['--sentinel'] : [])]
    running.set(port, await spawnRedis(args))
  }
  const configure = async (port: number, lines: (own: string) => string[]) => {
    const own = join(folder.path, String(port))
    await mkdir(own)
    // Sentinels write to their configuration files.
    settings.set(port, join(own, 'redis.conf'))
    await writeFile(settings.get(port)!, `${lines(own).join('\n')}\n`)
  }
  const kill = (port: number) => endProcess(running.get(port), 'SIGKILL')

  const [first, second] = [await freePort(), await freePort()]
  const servers = [first, second]
  const sentinels = await Promise.all([freePort(), freePort(), freePort()])
  for (const port of servers)
    await configure(port, (own) => [
      ...redisSettings(port, own, '0'),
      `requirepass ${PASSWORD}`,
      `masterauth ${PASSWORD}`,
      'repl-diskless-sync-delay 0',
      ...(port === second ? [`replicaof 127.0.0.1 ${first}`] : []),
    ])
  for (const port of sentinels)
    await configure(port, (own) => [
      `port ${port}`,
      'bind 127.0.0.1',
      `dir ${JSON.stringify(own)}`,
      `requirepass ${SENTINEL_PASSWORD}`,
      `sentinel monitor ${MASTER} 127.0.0.1 ${first} 2`,
      `sentinel auth-pass ${MASTER} ${PASSWORD}`,
      `sentinel down-after-milliseconds ${MASTER} ${DOWN_AFTER_MS}`,
      `sentinel failover-timeout ${MASTER} ${FAILOVER_LIMIT_MS}`,
    ])

  /** Sends one command to one process; undefined when it refuses or is unavailable. */
  const ask = async (port: number, command: string, ...args: string[]): Promise<unknown> => {
    const password = sentinels.includes(port) ? SENTINEL_PASSWORD : PASSWORD
    const connection = connectProducer(`redis://:${password}@127.0.0.1:${port}`)
    try {
      await once(connection, 'ready')
      return await connection.call(command, ...args)
    } catch {
      return undefined
    } finally {
      connection.disconnect()
    }
  }
  const primaryBy = async (sentinel: number) => {
    const [, port] = (await ask(sentinel, 'SENTINEL', 'GET-MASTER-ADDR-BY-NAME', MASTER)) as string[]
    return Number(port)
  }

  for (const port of [...servers, ...sentinels]) await start(port)
  await pWaitFor(async () => /master_link_status:up/.test(String(await ask(second, 'INFO', 'replication'))))
  for (const port of sentinels)
    await pWaitFor(async () => {
      const replicas = (await ask(port, 'SENTINEL', 'REPLICAS', MASTER)) as unknown[]
      const others = (await ask(port, 'SENTINEL', 'SENTINELS', MASTER)) as unknown[]
      return replicas.length === 1 && others.length === sentinels.length - 1
    })

  return {
    target: {
      sentinels: sentinels.map((port) => ({ host: '127.0.0.1', port })),
      master: MASTER,
      username: undefined,
      password: PASSWORD,
      sentinelPassword: SENTINEL_PASSWORD,
      tls: false,
    },
    /** Environment of a service that uses this group. */
    environment: {
      REDIS_URL: '',
      REDIS_SENTINELS: sentinels.map((port) => `127.0.0.1:${port}`).join(','),
      REDIS_MASTER: MASTER,
      REDIS_PASSWORD: PASSWORD,
      REDIS_SENTINEL_PASSWORD: SENTINEL_PASSWORD,
    },
    /** Port of the primary, as reported by a Sentinel. */
    primary: () => primaryBy(sentinels[0]!),
    /** Stops replication: later writes are lost with the primary. */
    async cutReplication() {
      const primary = await primaryBy(sentinels[0]!)
      const replica = servers.find((port) => port !== primary)!
      await ask(replica, 'CONFIG', 'SET', 'masterauth', 'wrong')
      await ask(primary, 'CLIENT', 'KILL', 'TYPE', 'replica')
      await pWaitFor(async () =>
        /master_link_status:down/.test(String(await ask(replica, 'INFO', 'replication'))),
      )
    },
    /** Kills the server on that port. */
    kill,
    /** Restarts it on the same port with the same data and role. */
    start,
    /** Suspends it without closing its connections. */
    freeze: (port: number) => void running.get(port)?.kill('SIGSTOP'),
    /** Resolves when the Sentinels have promoted another server than the one on `port`. */
    failedOver: (port: number): Promise<void> =>
      pWaitFor(async () => {
        const present = await Promise.all(sentinels.map(primaryBy))
        if (present.includes(port)) return false
        return /role:master/.test(String(await ask(present[0]!, 'INFO', 'replication')))
      }),
    async stop() {
      await Promise.all([...sentinels, ...servers].map(kill))
      await folder.remove()
    },
  }
}

export type RedisGroup = Awaited<ReturnType<typeof startRedisGroup>>

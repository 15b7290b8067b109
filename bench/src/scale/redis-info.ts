import type { RedisServer } from '@andscene/testing/redis-server'
import { Redis } from 'ioredis'

export type RedisUse = {
  /** Processor time of the server, in seconds. */
  cpu: number
  /** Commands, including those of Lua scripts. */
  commands: number
  /** Memory of its data, in bytes. */
  memory: number
}

/** Reads the resource use of a Redis over its own connection. */
export function redisMeter({ url }: Pick<RedisServer, 'url'>) {
  const redis = new Redis(url)
  return {
    redis,
    async use(): Promise<RedisUse> {
      const info = await redis.info('everything')
      const number = (name: string) => Number(new RegExp(`^${name}:([\\d.]+)`, 'm').exec(info)![1])
      const calls = [...info.matchAll(/^cmdstat_[^:]+:calls=(\d+)/gm)].map(([, count]) => Number(count))
      return {
        cpu: number('used_cpu_sys') + number('used_cpu_user'),
        commands: calls.reduce((sum, count) => sum + count, 0),
        memory: number('used_memory'),
      }
    },
    close: () => redis.disconnect(),
  }
}
export type RedisMeter = ReturnType<typeof redisMeter>

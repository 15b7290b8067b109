import { inject } from 'vitest'
import { sendCommand, startRedis, type RedisServer } from './redis-server.ts'
import type { TestProject } from 'vitest/node'

declare module 'vitest' {
  interface ProvidedContext {
    sharedRedisPort: number
  }
}

const DATABASES = 1_024

/** Vitest's globalSetup: one Redis for all test files of a run. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const redis = await startRedis({ databases: DATABASES })
  project.provide('sharedRedisPort', redis.port)
  return redis.stop
}

const refuse = () => Promise.reject(new Error('This Redis is shared by all files: use startRedis'))

/**
 * An empty database of the run's Redis. Use `startRedis` for a server that a test stops, fills or inspects as a whole.
 */
export async function redisDatabase(): Promise<RedisServer> {
  const port = inject('sharedRedisPort')
  const taken = await sendCommand(port, 'INCR databases')
  const index = 1 + (Number(taken.slice(1)) % (DATABASES - 1))
  const command = (line: string) => sendCommand(port, line, index)
  await command('FLUSHDB')
  return {
    url: `redis://127.0.0.1:${port}/${index}`,
    port,
    command,
    kill: refuse,
    start: refuse,
    loseData: refuse,
    stop: async () => void (await command('FLUSHDB')),
  }
}

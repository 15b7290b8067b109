import { accessSync, constants } from 'node:fs'
import path from 'node:path'

const PROGRAMS = ['redis-server', 'valkey-server']

/** Finds the Redis executable in the folders of `PATH`. */
export function findRedis(folders = ''): string | undefined {
  for (const folder of folders.split(path.delimiter).filter(Boolean))
    for (const name of PROGRAMS) {
      const file = path.join(folder, name)
      try {
        accessSync(file, constants.X_OK)
        return file
      } catch {
        // Not in this folder.
      }
    }
  return undefined
}

/**
 * The settings of our own Redis, for its standard input (its one argument is `-`): on loopback, with an append-only
 * file in `folder`. `maxmemory` in the syntax of redis.conf, '0' for no limit.
 */
export const redisSettings = (port: number, folder: string, maxmemory: string): string[] => [
  `port ${port}`,
  'bind 127.0.0.1',
  `dir ${JSON.stringify(folder)}`,
  'appendonly yes',
  // The services recover what is acknowledged between two syncs (product §10).
  'appendfsync everysec',
  'save ""',
  // When full it rejects writes; it must never evict waiting jobs.
  `maxmemory ${maxmemory}`,
  'maxmemory-policy noeviction',
  'daemonize no',
]

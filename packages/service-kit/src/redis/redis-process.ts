import { accessSync, constants } from 'node:fs'
import path from 'node:path'

const PROGRAMS = ['redis-server', 'valkey-server']

/** The Redis program in the folders of `PATH`. */
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
 * The settings of a Redis of our own, for its standard input (its one argument is `-`): on loopback, with an append-only
 * file in `folder`. `maxmemory` as redis.conf spells it, '0' for no limit.
 */
export const redisSettings = (port: number, folder: string, maxmemory: string): string[] => [
  `port ${port}`,
  'bind 127.0.0.1',
  `dir ${JSON.stringify(folder)}`,
  'appendonly yes',
  // The services recover what is acknowledged between two syncs (product §10).
  'appendfsync everysec',
  'save ""',
  // When full it refuses writes; it never evicts jobs that wait.
  `maxmemory ${maxmemory}`,
  'maxmemory-policy noeviction',
  'daemonize no',
]

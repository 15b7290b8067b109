import { readConfig } from '@andscene/service-kit/config'
import { OperatorError } from '@andscene/service-kit/operator-error'
import { RedisConfig, redisTarget } from '@andscene/service-kit/redis/redis-config'
import { findRedis, redisSettings } from '@andscene/service-kit/redis/redis-process'
import { randomBytes } from 'node:crypto'
import { mkdirSync } from 'node:fs'
import { connect } from 'node:net'
import path from 'node:path'
import { environmentOf } from './part-environment.ts'
import type { Environment } from './settings.ts'
import type { Part } from './supervisor/part.ts'

/** Log lines to omit: its banner, and advice for dedicated servers. */
const NOISE =
  /oO0OoO0Oo|Redis version=|Configuration loaded|config from stdin|Server initialized|Memory overcommit|scheduling shutdown|User requested shutdown|ready to exit/

/**
 * Whether the environment configures a Redis, by URL or by Sentinels. Throws OperatorError if the settings are invalid.
 */
export const namesRedis = (env: Environment): boolean =>
  redisTarget(readConfig(RedisConfig, env)) !== undefined

/** The private Redis of the platform: loopback, password, append-only file in DATA_DIR. */
export function redisPart(port: number, dataDir: string, env: Environment): { part: Part; url: string } {
  const file = findRedis(env['PATH'])
  if (!file)
    throw new OperatorError(
      'redis-server was not found, and the queue runs on it: install it (apt-get install redis-server, brew install redis), or set REDIS_URL or REDIS_SENTINELS.',
    )
  const folder = path.join(dataDir, 'redis')
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  const password = randomBytes(24).toString('hex')
  // Passed on standard input: every account on the machine can read command lines.
  const settings = [
    ...redisSettings(port, folder, readMaxMemory(env)),
    `requirepass ${password}`,
    'loglevel warning',
  ]
  return {
    url: `redis://:${password}@127.0.0.1:${port}`,
    part: {
      name: 'redis',
      file,
      args: ['-'],
      env: environmentOf(env),
      noise: NOISE,
      stdin: `${settings.join('\n')}\n`,
      channel: false,
      probe: (signal) => ping(port, password, signal),
      endsLast: true,
    },
  }
}

/** REDIS_MAXMEMORY in Redis' own notation. Validated strictly, because it becomes a line of the configuration. */
function readMaxMemory(env: Environment): string {
  const text = env['REDIS_MAXMEMORY'] || '512mb'
  if (!/^[1-9]\d*([kmg]b?)?$/i.test(text))
    throw new OperatorError(`REDIS_MAXMEMORY must be a size such as 512mb or 2gb, not "${text}".`)
  return text
}

/** Whether Redis accepts commands; while it loads its file, it does not reply with PONG. */
function ping(port: number, password: string, signal: AbortSignal): Promise<boolean> {
  return new Promise((resolve, reject) => {
    const socket = connect({ port, host: '127.0.0.1', signal })
    let reply = ''
    socket.setEncoding('utf8')
    socket.on('connect', () => socket.write(`AUTH ${password}\r\nPING\r\n`))
    socket.on('data', (text: string) => {
      reply += text
      if (reply.split('\r\n').length > 2) socket.end(() => resolve(reply.includes('+PONG')))
    })
    socket.on('error', reject)
    socket.on('close', () => resolve(false))
  })
}

import { randomBytes } from 'node:crypto'
import { accessSync, constants, mkdirSync } from 'node:fs'
import { connect } from 'node:net'
import path from 'node:path'
import { ExpectedFailure } from './failure.ts'
import { environmentOf } from './part-environment.ts'
import type { Environment } from './settings.ts'
import type { Part } from './supervisor/part.ts'

/** Its banner, and advice for machines that are servers of nothing else. */
const NOISE =
  /oO0OoO0Oo|Redis version=|Configuration loaded|config from stdin|Server initialized|Memory overcommit|scheduling shutdown|User requested shutdown|ready to exit/

const SERVERS = ['redis-server', 'valkey-server']

/** The private Redis of the platform: loopback, password, append-only file under DATA_DIR. */
export function redisPart(port: number, dataDir: string, env: Environment): { part: Part; url: string } {
  const file = findProgram(SERVERS, env)
  if (!file)
    throw new ExpectedFailure(
      'redis-server was not found, and the queue runs on it: install it (apt-get install redis-server, brew install redis), or set REDIS_URL.',
    )
  const folder = path.join(dataDir, 'redis')
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  const password = randomBytes(24).toString('hex')
  // By standard input: a password on the command line is there for every account of the machine to read.
  const settings = [
    `port ${port}`,
    'bind 127.0.0.1',
    `requirepass ${password}`,
    `dir ${JSON.stringify(folder)}`,
    'appendonly yes',
    // What is acknowledged between two syncs is found again by the services (product §10).
    'appendfsync everysec',
    'save ""',
    // Full, it refuses what is new and says so; it never drops what waits.
    `maxmemory ${readMaxMemory(env)}`,
    'maxmemory-policy noeviction',
    'loglevel warning',
    'daemonize no',
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

/** REDIS_MAXMEMORY in Redis' own notation. It becomes a line of its settings, so it must be nothing but that. */
function readMaxMemory(env: Environment): string {
  const text = env['REDIS_MAXMEMORY'] || '512mb'
  if (!/^[1-9]\d*([kmg]b?)?$/i.test(text))
    throw new ExpectedFailure(`REDIS_MAXMEMORY must be a size such as 512mb or 2gb, not "${text}".`)
  return text
}

export function findProgram(names: string[], env: Environment): string | undefined {
  for (const folder of (env['PATH'] ?? '').split(path.delimiter))
    for (const name of names) {
      const file = path.join(folder, name)
      try {
        accessSync(file, constants.X_OK)
        if (folder) return file
      } catch {
        // Not here.
      }
    }
  return undefined
}

/** Whether Redis answers a command; while it loads its file it answers, but not with PONG. */
function ping(port: number, password: string, signal: AbortSignal): Promise<boolean> {
  return new Promise((resolve, reject) => {
    const socket = connect({ port, host: '127.0.0.1', signal })
    let answer = ''
    socket.setEncoding('utf8')
    socket.on('connect', () => socket.write(`AUTH ${password}\r\nPING\r\n`))
    socket.on('data', (text: string) => {
      answer += text
      if (answer.split('\r\n').length > 2) socket.end(() => resolve(answer.includes('+PONG')))
    })
    socket.on('error', reject)
    socket.on('close', () => resolve(false))
  })
}

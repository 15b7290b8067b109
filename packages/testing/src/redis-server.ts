import { freePort } from '@andscene/service-kit/free-port'
import { findRedis, redisSettings } from '@andscene/service-kit/redis/redis-process'
import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { readdir, rm } from 'node:fs/promises'
import { connect } from 'node:net'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { temporaryFolder } from './temporary-folder.ts'

export type RedisServer = {
  url: string
  port: number
  /** Stops the server; SIGKILL simulates a crash. Keeps data for `start`. */
  kill(signal?: NodeJS.Signals): Promise<void>
  /** Restarts it on the same port with the same data. */
  start(): Promise<void>
  /** Sends one command line, e.g. `FLUSHALL`; returns the first line of the reply. */
  command(line: string): Promise<string>
  /** Deletes the data of a killed server, like a lost disk. */
  loseData(): Promise<void>
  /** Stops it and deletes its data. */
  stop(): Promise<void>
}

/** Starts a redis-server and waits until it is ready; with '-' as argument it reads `settings` from standard input. */
export async function spawnRedis(args: string[], settings: string[] = []): Promise<ChildProcess> {
  const program = findRedis(process.env['PATH'])
  if (!program) throw new Error('redis-server was not found: install it (apt-get install redis-server).')
  const child = spawn(program, args, { stdio: ['pipe', 'pipe', 'inherit'] })
  child.stdin.end(`${settings.join('\n')}\n`)
  await new Promise<void>((resolve, reject) => {
    createInterface({ input: child.stdout }).on(
      'line',
      (line) => /Ready to accept connections|\+monitor master/.test(line) && resolve(),
    )
    child.once('error', reject)
    child.once('exit', (code) => reject(new Error(`redis-server ended with ${code} before it was ready`)))
  })
  return child
}

export async function endProcess(child: ChildProcess | undefined, signal: NodeJS.Signals): Promise<void> {
  if (!child || child.exitCode !== null || child.signalCode !== null) return
  const ended = once(child, 'exit')
  child.kill(signal)
  await ended
}

/** Starts a redis-server with the product's settings. `maxmemory` in redis.conf syntax, '0' for no limit. */
export async function startRedis({ maxmemory = '0', databases = 16 } = {}): Promise<RedisServer> {
  const folder = await temporaryFolder('andscene-redis')
  const port = await freePort()
  let child: ChildProcess | undefined

  const start = async () => {
    child = await spawnRedis(
      ['-'],
      [...redisSettings(port, folder.path, maxmemory), `databases ${databases}`],
    )
  }
  const kill = (signal: NodeJS.Signals = 'SIGTERM') => endProcess(child, signal)

  await start()
  return {
    url: `redis://127.0.0.1:${port}`,
    port,
    kill,
    start,
    command: (line) => sendCommand(port, line),
    loseData: async () => {
      for (const name of await readdir(folder.path)) await rm(join(folder.path, name), { recursive: true })
    },
    async stop() {
      await kill('SIGKILL')
      await folder.remove()
    },
  }
}

/** Sends one inline command to a database; returns the first line of the reply. */
export async function sendCommand(port: number, line: string, database = 0): Promise<string> {
  const socket = connect(port, '127.0.0.1')
  try {
    socket.write(`SELECT ${database}\r\n${line}\r\n`)
    const lines = createInterface({ input: socket })[Symbol.asyncIterator]()
    await lines.next()
    const { value: reply } = (await lines.next()) as { value: string }
    if (reply.startsWith('-')) throw new Error(`redis-server: ${reply}`)
    return reply
  } finally {
    socket.destroy()
  }
}

import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { readdir, rm } from 'node:fs/promises'
import { connect, createServer, type AddressInfo } from 'node:net'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { temporaryFolder } from './temporary-folder.ts'

export type RedisServer = {
  url: string
  port: number
  /** Ends the server; with 'SIGKILL' as a crash would. Data stays for `start`. */
  kill(signal?: NodeJS.Signals): Promise<void>
  /** Starts it again on the same port and data. */
  start(): Promise<void>
  /** Sends one command as a person types it, e.g. `FLUSHALL`; returns the first line of the reply. */
  command(line: string): Promise<string>
  /** Deletes the data of a server that was killed: a disk that is lost. */
  loseData(): Promise<void>
  /** Ends it and deletes its data. */
  stop(): Promise<void>
}

/** A TCP port that nothing listens on right now. */
export async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  server.close()
  await once(server, 'close')
  return port
}

/**
 * A real redis-server of the test's own, set as the product's: an append-only file that is written through every second,
 * so that a crash may lose the last second, and no eviction. `maxmemory` as redis.conf spells it; unlimited when absent.
 */
export async function startRedis({ maxmemory = '0' } = {}): Promise<RedisServer> {
  const folder = await temporaryFolder('andscene-redis')
  const port = await freePort()
  let child: ChildProcess | undefined

  const start = async () => {
    child = spawn(
      'redis-server',
      [
        '--port',
        `${port}`,
        '--bind',
        '127.0.0.1',
        '--dir',
        folder.path,
        '--save',
        '',
        '--appendonly',
        'yes',
        '--appendfsync',
        'everysec',
        '--maxmemory',
        maxmemory,
        '--maxmemory-policy',
        'noeviction',
      ],
      { stdio: ['ignore', 'pipe', 'inherit'] },
    )
    const started = child
    const lines = createInterface({ input: started.stdout! })
    await new Promise<void>((resolve, reject) => {
      lines.on('line', (line) => line.includes('Ready to accept connections') && resolve())
      started.once('error', reject)
      started.once('exit', (code) => reject(new Error(`redis-server ended with ${code} before it was ready`)))
    })
  }
  const kill = async (signal: NodeJS.Signals = 'SIGTERM') => {
    if (!child || child.exitCode !== null || child.signalCode !== null) return
    const ended = once(child, 'exit')
    child.kill(signal)
    await ended
  }
  const command = async (line: string): Promise<string> => {
    const socket = connect(port, '127.0.0.1')
    try {
      socket.write(`${line}\r\n`)
      const [reply] = (await once(createInterface({ input: socket }), 'line')) as [string]
      if (reply.startsWith('-')) throw new Error(`redis-server: ${reply}`)
      return reply
    } finally {
      socket.destroy()
    }
  }

  await start()
  return {
    url: `redis://127.0.0.1:${port}`,
    port,
    kill,
    start,
    command,
    loseData: async () => {
      for (const name of await readdir(folder.path)) await rm(join(folder.path, name), { recursive: true })
    },
    async stop() {
      await kill('SIGKILL')
      await folder.remove()
    },
  }
}

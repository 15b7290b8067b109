import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { createServer, type AddressInfo } from 'node:net'
import { createInterface } from 'node:readline'
import { temporaryFolder } from './temporary-folder.ts'

export type RedisServer = {
  url: string
  port: number
  /** Ends the server; with 'SIGKILL' as a crash would. Data stays for `start`. */
  kill(signal?: NodeJS.Signals): Promise<void>
  /** Starts it again on the same port and data. */
  start(): Promise<void>
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

/** A real redis-server of the test's own, with an append-only file as in production. */
export async function startRedis(): Promise<RedisServer> {
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
        'always',
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

  await start()
  return {
    url: `redis://127.0.0.1:${port}`,
    port,
    kill,
    start,
    async stop() {
      await kill('SIGKILL')
      await folder.remove()
    },
  }
}

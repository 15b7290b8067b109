import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { goBinary } from './go-binary.ts'

/** The path of a server built from its pinned Go module under `backends/<name>`. */
export const builtServer = (name: string): Promise<string> =>
  goBinary({ name, folder: join(import.meta.dirname, '../backends', name), instead: 'start Docker' })

/** Starts a built server. `stop` ends it; it also ends with this process, because its standard input does. */
export async function spawnServer(binary: string, args: readonly string[], env: Record<string, string> = {}) {
  const child = spawn(binary, args, {
    env: { ...process.env, ...env },
    stdio: ['pipe', 'pipe', 'pipe'],
  })
  const output: string[] = []
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding('utf8').on('data', (text: string) => output.push(text))
  const ended = once(child, 'exit')
  return {
    /** All it has printed so far. */
    output: () => output.join(''),
    running: () => child.exitCode === null && child.signalCode === null,
    stop: async () => {
      child.kill('SIGKILL')
      await ended
    },
  }
}
export type SpawnedServer = Awaited<ReturnType<typeof spawnServer>>

/** Asks again and again until it is there; rejects with the server's own words when it ended or takes too long. */
export async function untilReady<T>(server: SpawnedServer, ask: () => Promise<T | undefined>): Promise<T> {
  for (const deadline = Date.now() + 60_000; Date.now() < deadline && server.running(); await wait(50)) {
    const ready = await ask().catch(() => undefined)
    if (ready !== undefined) return ready
  }
  const said = server.output()
  await server.stop()
  throw new Error(`The server did not start: ${said}`)
}

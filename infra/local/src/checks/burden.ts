import { spawn } from 'node:child_process'
import { rm } from 'node:fs/promises'
import path from 'node:path'
import { createInterface } from 'node:readline'
import { Worker } from 'node:worker_threads'
import { freePort } from '@andscene/service-kit/free-port'
import { CACHE, ROOT } from '../paths.ts'

const DATA_DIR = path.join(CACHE, 'stress')

/** A platform as `npm start` runs it, on a port and with data of its own. Resolves to its end once it is ready. */
export async function startedPlatform(): Promise<() => Promise<void>> {
  await rm(DATA_DIR, { recursive: true, force: true })
  const child = spawn(process.execPath, [path.join(ROOT, 'infra/local/src/commands/start.ts')], {
    cwd: ROOT,
    env: { KOKORO: 'off', ...process.env, PORT: String(await freePort()), DATA_DIR },
    // It stops when the IPC channel closes, thus with this process.
    stdio: ['ignore', 'pipe', 'inherit', 'ipc'],
  })
  const ended = new Promise<void>((resolve) => void child.once('close', () => resolve()))
  const ready = new Promise<void>((resolve) => {
    createInterface({ input: child.stdout! }).on('line', (line) => line.startsWith('Ready:') && resolve())
  })
  await Promise.race([
    ready,
    ended.then(() => {
      throw new Error('The platform beside the tests did not start.')
    }),
  ])
  return async () => {
    child.kill('SIGTERM')
    await ended
    await rm(DATA_DIR, { recursive: true, force: true })
  }
}

export function burnCores(count: number): () => Promise<void> {
  const threads = Array.from({ length: count }, () => new Worker('for (;;);', { eval: true }))
  return async () => {
    await Promise.all(threads.map((thread) => thread.terminate()))
  }
}

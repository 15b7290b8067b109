import { freePort } from '@andscene/service-kit/free-port'
import type { Harness } from '@andscene/tts/testing/harness'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'

/** Starts a real worker of a harness, or `file` in its place, and waits until it is ready. */
export async function startWorker(
  { environment }: Harness,
  file = fileURLToPath(import.meta.resolve('@andscene/tts/worker/main')),
) {
  const child = spawn(process.execPath, [file], {
    env: { ...process.env, ...environment, PORT: String(await freePort()) },
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
  })
  await once(child, 'message')
  return {
    pid: child.pid!,
    send: (message: string) => child.send(message),
    async stop(): Promise<void> {
      const ended = once(child, 'exit')
      child.kill('SIGTERM')
      await ended
    },
  }
}

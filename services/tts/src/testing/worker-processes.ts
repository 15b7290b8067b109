import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { json } from 'node:stream/consumers'
import type { Harness } from './harness.ts'

export type Speaking = { text: string; voiceId: string; pid: number }

/** Worker processes and the server that controls their speech. `hold` selects texts that wait until `release`. */
export async function openWorkerProcesses(harness: Harness, speak = async (): Promise<unknown> => undefined) {
  const asked: Speaking[] = []
  const held: (() => void)[] = []
  let hold = nothing
  const server = createServer(async (request, response) => {
    // A worker may be killed while it sends its request.
    const speaking = (await json(request).catch(() => undefined)) as Speaking | undefined
    if (!speaking) return
    asked.push(speaking)
    if (hold(speaking)) await new Promise<void>((resolve) => held.push(resolve))
    await speak()
    response.writeHead(204).end()
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const children: ChildProcess[] = []

  return {
    asked,
    hold(which: (speaking: Speaking) => boolean) {
      hold = which
    },
    release() {
      hold = nothing
      for (const go of held.splice(0)) go()
    },
    /** Starts a worker that speaks one text at a time; resolves when it is ready. */
    async start(env: Record<string, string> = {}): Promise<ChildProcess> {
      const child = spawn(process.execPath, [new URL('worker-process.ts', import.meta.url).pathname], {
        env: {
          ...process.env,
          ...harness.environment,
          TEST_SPEECH_URL: url,
          SPEECH_REMOTE_CONCURRENCY: '1',
          ...env,
        },
        stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
      })
      children.push(child)
      const up = new AbortController()
      const died = once(child, 'exit', { signal: up.signal }).then(([code]) => {
        throw new Error(`the worker ended with code ${code} before it was up`)
      })
      try {
        await Promise.race([once(child, 'message'), died])
      } finally {
        died.catch(() => {})
        up.abort()
      }
      return child
    },
    end,
    async close() {
      for (const child of children.filter(runs)) await end(child)
      for (const go of held.splice(0)) go()
      server.close()
      server.closeAllConnections()
    },
  }
}
export type WorkerProcesses = Awaited<ReturnType<typeof openWorkerProcesses>>

const nothing: (speaking: Speaking) => boolean = () => false
/** Resolves to the exit code. */
async function end(child: ChildProcess, signal: NodeJS.Signals = 'SIGKILL'): Promise<unknown> {
  const ended = once(child, 'exit')
  child.kill(signal)
  return (await ended)[0]
}
const runs = (child: ChildProcess) => child.exitCode === null && child.signalCode === null

import { fork, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { freePort } from '@andscene/service-kit/free-port'

const MAIN = new URL('../main.ts', import.meta.url)

/** Starts the service as its own process, like the launcher. Resolves when it listens. */
export async function startProcess(env: Record<string, string>) {
  const port = await freePort()
  const child = fork(MAIN, {
    env: { ...process.env, ...env, PORT: String(port) },
    execArgv: [],
    stdio: 'ignore',
  })
  const ended = once(child, 'exit')
  await Promise.race([
    once(child, 'message'),
    ended.then(([code]) => {
      throw new Error(`The service ended with ${code} before it listened`)
    }),
  ])
  return {
    url: `http://127.0.0.1:${port}`,
    /** Kills the process, or sends it another signal. Returns its exit code. */
    async kill(signal: NodeJS.Signals = 'SIGKILL'): Promise<number | null> {
      if (running(child)) child.kill(signal)
      const [code] = (await ended) as [number | null]
      return code
    },
  }
}
export type ServiceProcess = Awaited<ReturnType<typeof startProcess>>

const running = (child: ChildProcess) => child.exitCode === null && child.signalCode === null

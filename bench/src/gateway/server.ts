import { fork } from 'node:child_process'
import { once } from 'node:events'
import path from 'node:path'

export type MeasuredServer = {
  url: string
  /** CPU time of the process so far, µs. */
  cpu(): Promise<number>
  stop(): Promise<void>
}

/** Starts `<kind>-process.ts`, which sends its address once it listens, and its CPU time on every message. */
export async function startServer(
  kind: 'service' | 'kit' | 'bare' | 'gateway' | 'edge',
  ...args: string[]
): Promise<MeasuredServer> {
  const child = fork(path.join(import.meta.dirname, `${kind}-process.ts`), args)
  const [url] = (await once(child, 'message')) as [string]
  return {
    url,
    async cpu() {
      child.send('cpu?')
      const [used] = (await once(child, 'message')) as [number]
      return used
    },
    async stop() {
      const ended = once(child, 'exit')
      child.kill('SIGKILL')
      await ended
    },
  }
}

/** The process's side of `startServer`. */
export function serve(url: string): void {
  process.on('message', () => {
    const { user, system } = process.cpuUsage()
    process.send?.(user + system)
  })
  process.on('disconnect', () => process.exit(0))
  process.send?.(url)
}

import { freePort } from '@andscene/service-kit/free-port'
import { temporaryFolder } from '@andscene/testing/temporary-folder'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'

/** A platform started by `npm start`. */
export type Started = {
  /** Time from the command to the line `Ready:`. */
  readyMs: number
  origin: string
  /** Process id of npm, the ancestor of all processes. */
  pid: number
  stop(): Promise<void>
}

/**
 * Runs `npm start` in `folder` with a free port and an empty data folder until it is ready. Rejects when it exits
 * earlier.
 */
export async function npmStart(folder: string, env: Record<string, string> = {}): Promise<Started> {
  const data = await temporaryFolder('andscene-bench')
  const port = `${await freePort()}`
  const begin = performance.now()
  const child = spawn('npm', ['start'], {
    cwd: folder,
    env: { ...process.env, PORT: port, DATA_DIR: data.path, NODE_OPTIONS: '', ...env },
    stdio: ['ignore', 'pipe', 'inherit'],
    detached: true,
  })
  const { pid } = child
  const stop = async () => {
    if (pid !== undefined && child.exitCode === null) {
      const ended = once(child, 'exit')
      process.kill(-pid, 'SIGTERM')
      await ended
    }
    await data.remove()
  }
  let readyMs: number | undefined
  for await (const line of createInterface({ input: child.stdout })) {
    if (!line.startsWith('Ready:')) continue
    readyMs = performance.now() - begin
    break
  }
  child.stdout.resume()
  if (readyMs === undefined || pid === undefined) {
    await stop()
    throw new Error('npm start exited before it was ready')
  }
  return { readyMs, origin: `http://localhost:${port}`, pid, stop }
}

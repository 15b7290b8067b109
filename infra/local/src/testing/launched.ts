import { temporaryFolder } from '@andscene/testing/temporary-folder'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import path from 'node:path'
import pWaitFor from 'p-wait-for'
import { onTestFinished } from 'vitest'
import { freePort } from '@andscene/service-kit/free-port'

type Env = Record<string, string>

/** A folder that is deleted after the test. */
export async function temporaryDir(): Promise<string> {
  const folder = await temporaryFolder('andscene-local')
  onTestFinished(() => folder.remove())
  return folder.path
}

/** Whether a process runs; a zombie does not count. */
export function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0)
    if (process.platform !== 'linux') return true
    return !/^\d+ \(.*\) Z /s.test(readFileSync(`/proc/${pid}/stat`, 'utf8'))
  } catch {
    return false
  }
}

/** A started process and its output. */
export function watched(file: string, env: NodeJS.ProcessEnv) {
  const child = spawn(process.execPath, [path.join(import.meta.dirname, file)], {
    env: { ...process.env, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const said = { out: '', err: '' }
  child.stdout.on('data', (chunk) => (said.out += String(chunk)))
  child.stderr.on('data', (chunk) => (said.err += String(chunk)))
  let isOver = false
  const exited = once(child, 'close').then(([code]) => {
    isOver = true
    return code as number | null
  })
  /** Resolves with the match once the output contains it; rejects if the process exits earlier. */
  const output = (pattern: RegExp) =>
    pWaitFor(
      () => {
        const match = pattern.exec(said.out)
        if (match) return pWaitFor.resolveWith(match)
        if (isOver) throw new Error(`${file} ended.\n${said.out}${said.err}`)
        return false
      },
      { interval: 10 },
    )
  return { child, said, exited, output }
}

/** Runs the fixture launcher as a process, which is killed after the test. */
export async function launch(options: { parts?: Record<string, string>; dataDir?: string; env?: Env } = {}) {
  const dataDir = options.dataDir ?? (await temporaryDir())
  const port = Number(options.env?.['PORT'] ?? (await freePort()))
  const run = watched('fixture-launcher.ts', {
    PORT: String(port),
    DATA_DIR: dataDir,
    WORKERS: '3',
    FIXTURE_PARTS: JSON.stringify(options.parts ?? { one: '', two: '' }),
    ...options.env,
  })
  onTestFinished(async () => {
    if (run.child.exitCode === null && run.child.signalCode === null) run.child.kill('SIGTERM')
    await run.exited
  })
  return {
    ...run,
    dataDir,
    port,
    /** Process ids by part, once the platform is ready. */
    ready: async () => JSON.parse((await run.output(/PIDS (.*)\n/))[1] ?? '') as Record<string, number>,
  }
}

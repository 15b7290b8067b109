import { temporaryFolder } from '@andscene/testing/temporary-folder'
import { spawn } from 'node:child_process'
import { readFileSync } from 'node:fs'
import path from 'node:path'
import { onTestFinished } from 'vitest'
import { freePort } from '@andscene/service-kit/free-port'

type Env = Record<string, string>

/** A folder that is deleted after the test. */
export async function temporaryDir(): Promise<string> {
  const folder = await temporaryFolder('andscene-local')
  onTestFinished(() => folder.remove())
  return folder.path
}

/** Whether a process runs; one that only waits to be reaped does not. */
export function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0)
  } catch {
    return false
  }
  try {
    return !/^\d+ \(.*\) Z /s.test(readFileSync(`/proc/${pid}/stat`, 'utf8'))
  } catch {
    // No /proc, or the process ended in between: signal 0 tells.
    return process.platform !== 'linux'
  }
}

/** A process of ours with its output. */
export function watched(file: string, env: NodeJS.ProcessEnv) {
  const child = spawn(process.execPath, [path.join(import.meta.dirname, file)], {
    env: { ...process.env, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const said = { out: '', err: '' }
  const listeners = new Set<() => void>()
  const tell = () => {
    for (const listener of listeners) listener()
  }
  for (const [name, stream] of [
    ['out', child.stdout],
    ['err', child.stderr],
  ] as const)
    stream.on('data', (chunk) => {
      said[name] += String(chunk)
      tell()
    })
  const exited = new Promise<number | null>((resolve) => {
    child.once('close', (code) => {
      resolve(code)
      tell()
    })
  })
  /** Resolves with the match once the output has it; rejects when the process ends before. */
  const output = (pattern: RegExp) =>
    new Promise<RegExpExecArray>((resolve, reject) => {
      const look = () => {
        const match = pattern.exec(said.out)
        if (match) resolve(match)
        else if (child.exitCode !== null) reject(new Error(`${file} ended.\n${said.out}${said.err}`))
        else return
        listeners.delete(look)
      }
      listeners.add(look)
      look()
    })
  return { child, said, exited, output }
}

/** The fixture launcher as a process. It is ended with the test. */
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
    /** Process ids by part, once it is ready. */
    ready: async () => JSON.parse((await run.output(/PIDS (.*)\n/))[1] ?? '') as Record<string, number>,
  }
}

import { spawn } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { onTestFinished } from 'vitest'
import { freePort } from '@andscene/service-kit/free-port'

type Env = Record<string, string>

/** A folder that goes with the test. */
export async function temporaryDir(): Promise<string> {
  const folder = await mkdtemp(path.join(tmpdir(), 'and-scene-local-'))
  onTestFinished(() => rm(folder, { recursive: true, force: true }))
  return folder
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
    // No /proc here, or the process went in between: ask again the simple way.
    return process.platform !== 'linux'
  }
}

/** The fixture launcher as a process, with its output. It is ended with the test. */
export async function launch(options: { parts?: Record<string, string>; dataDir?: string; env?: Env } = {}) {
  const dataDir = options.dataDir ?? (await temporaryDir())
  const port = Number(options.env?.['PORT'] ?? (await freePort()))
  const child = spawn(process.execPath, [path.join(import.meta.dirname, 'fixture-launcher.ts')], {
    env: {
      ...process.env,
      PORT: String(port),
      DATA_DIR: dataDir,
      WORKERS: '3',
      FIXTURE_PARTS: JSON.stringify(options.parts ?? { one: '', two: '' }),
      ...options.env,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const said = { out: '', err: '' }
  const listeners = new Set<() => void>()
  for (const [name, stream] of [
    ['out', child.stdout],
    ['err', child.stderr],
  ] as const)
    stream.on('data', (chunk) => {
      said[name] += String(chunk)
      for (const listener of listeners) listener()
    })
  const exited = new Promise<number | null>((resolve) => {
    child.once('close', (code) => {
      resolve(code)
      for (const listener of listeners) listener()
    })
  })
  /** Resolves with the match once the output has it; rejects when the launcher ends before. */
  const output = (pattern: RegExp) =>
    new Promise<RegExpExecArray>((resolve, reject) => {
      const look = () => {
        const match = pattern.exec(said.out)
        if (match) resolve(match)
        else if (child.exitCode !== null) reject(new Error(`The launcher ended.\n${said.out}${said.err}`))
        else return
        listeners.delete(look)
      }
      listeners.add(look)
      look()
    })
  onTestFinished(async () => {
    if (child.exitCode === null && child.signalCode === null) child.kill('SIGTERM')
    await exited
  })
  return {
    child,
    said,
    dataDir,
    port,
    exited,
    output,
    /** Process ids by part, once it is ready. */
    ready: async () => JSON.parse((await output(/PIDS (.*)\n/))[1] ?? '') as Record<string, number>,
  }
}

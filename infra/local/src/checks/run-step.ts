import { spawn } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { ROOT } from '../paths.ts'
import type { Environment } from '../settings.ts'
import { messageOf } from '../failure.ts'
import { add, failure, NOTHING, settle, verdict, type Tally } from './tally.ts'

/** A program of the workspace (in node_modules/.bin, or an absolute path) whose output is printed directly. */
export type Step = {
  name: string
  program: string
  args: string[]
  cwd?: string
  env?: Environment
  tally?: (reportFile: string) => Tally
}

const BIN = path.join(ROOT, 'node_modules', '.bin')
let stopping = false
let running: ReturnType<typeof spawn> | undefined

/** Makes SIGINT, SIGTERM and the loss of the parent process end the running step, and with it the command. */
export function stopWithSignals(): void {
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => stop(signal))
  process.on('disconnect', () => stop('SIGTERM'))
}

function stop(signal: NodeJS.Signals): void {
  stopping = true
  if (running?.pid === undefined) process.exit(1)
  process.kill(-running.pid, signal)
}

export type Check = () => Promise<Tally>

/**
 * Runs a step; its arguments may depend on the path of its report. Returns the counts; a failed step without a report
 * is one failure.
 */
export const check =
  (given: Step | ((report: string) => Step)): Check =>
  async () => {
    const folder = mkdtempSync(path.join(tmpdir(), 'and-scene-check-'))
    const report = path.join(folder, 'report.json')
    try {
      const step = typeof given === 'function' ? given(report) : given
      const { name, tally } = step
      process.stdout.write(`\n=== ${name} ===\n`)
      const exitCode = await run(step)
      return settle(tally ? read(tally, report, name) : NOTHING, exitCode !== 0, name)
    } finally {
      rmSync(folder, { recursive: true, force: true })
      if (stopping) process.exit(1)
    }
  }

async function run({ program, args, cwd = ROOT, env }: Step): Promise<number> {
  const exitCode = await new Promise<number>((resolve) => {
    running = spawn(path.resolve(BIN, program), args, {
      cwd,
      // Tests and benchmarks download natural voices only on request.
      env: { KOKORO: 'off', ...process.env, ...env },
      stdio: ['ignore', 'inherit', 'inherit'],
      detached: true,
    })
    running.once('error', (error) => {
      process.stderr.write(`${program} could not be started: ${error.message}\n`)
      resolve(1)
    })
    running.once('close', (code) => resolve(code ?? 1))
  })
  running = undefined
  return exitCode
}

function read(tally: (report: string) => Tally, report: string, name: string): Tally {
  try {
    return tally(report)
  } catch (error) {
    process.stderr.write(`${name} left no report: ${messageOf(error)}\n`)
    return failure(name)
  }
}

/** Runs all checks, even after a failure, then exits; the last line is the sum of the runners' reports. */
export async function runLane(...checks: Check[]): Promise<never> {
  stopWithSignals()
  let total = NOTHING
  for (const one of checks) total = add(total, await one())
  process.stdout.write(`\n${verdict(total)}\n`)
  process.exit(total.failed === 0 ? 0 : 1)
}

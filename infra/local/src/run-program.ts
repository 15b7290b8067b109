import { spawn } from 'node:child_process'

/** Runs a program of the project in place of this command: its arguments, signals and exit code are ours. */
export function runProgram(file: string): void {
  const child = spawn(
    process.execPath,
    ['--disable-warning=ExperimentalWarning', file, ...process.argv.slice(2)],
    { stdio: 'inherit' },
  )
  for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP'] as const) process.on(signal, () => child.kill(signal))
  process.on('disconnect', () => child.kill('SIGTERM'))
  child.once('exit', (code) => process.exit(code ?? 1))
}

import { OperatorError } from '@andscene/service-kit/operator-error'
import { spawn } from 'node:child_process'
import { text } from 'node:stream/consumers'

export type RunOptions = {
  env?: Record<string, string | undefined>
  cwd?: string
  input?: string
}

/** Runs a program and returns its standard output. Rejects with its last output if the exit code is not 0. */
export async function run(
  program: string,
  args: readonly string[],
  options: RunOptions = {},
): Promise<string> {
  const { code, output, errors } = await outcome(program, args, options)
  if (code === 0) return output
  const said = (errors || output).trim().split('\n').slice(-20).join('\n')
  throw new OperatorError(`${program} ${args.slice(0, 4).join(' ')} exited with ${code}:\n${said}`)
}

/** Like `run`, but returns the exit code; 127 if the program does not exist. */
export async function outcome(
  program: string,
  args: readonly string[],
  { env, cwd, input = '' }: RunOptions = {},
): Promise<{ code: number; output: string; errors: string }> {
  const child = spawn(program, args, { cwd, env: { ...process.env, ...env }, stdio: 'pipe' })
  const ended = new Promise<number>((resolve) => {
    child.once('error', () => resolve(127))
    child.once('close', (code) => resolve(code ?? 1))
  })
  child.stdin.on('error', () => {})
  child.stdin.end(input)
  const [code, output, errors] = await Promise.all([ended, text(child.stdout), text(child.stderr)])
  return { code, output, errors }
}

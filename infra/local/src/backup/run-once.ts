import { OperatorError } from '@andscene/service-kit/operator-error'
import path from 'node:path'
import { parseArgs, type ParseArgsOptionsConfig } from 'node:util'
import COMMANDS from '../../commands.json' with { type: 'json' }

export type CommandLine = {
  values: Record<string, string | boolean | undefined>
  positionals: string[]
  signal: AbortSignal
}

/** Runs a command of the table to its end: exit code 0, 1 with a sentence when it failed, 130 when it was stopped. */
export async function runOnce(
  name: 'backup' | 'restore' | 'migrate' | 'doctor',
  work: (line: CommandLine) => Promise<void>,
): Promise<void> {
  const abort = new AbortController()
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const)
    process.on(signal, () => abort.abort(new Error('stopped')))
  const { options = {} } = COMMANDS[name] as { options?: ParseArgsOptionsConfig }
  try {
    const { values, positionals } = parseArgs({ options, allowPositionals: true })
    await work({ values: values as CommandLine['values'], positionals, signal: abort.signal })
    process.exit(process.exitCode ?? 0)
  } catch (error) {
    if (abort.signal.aborted) process.exit(130)
    process.stderr.write(`${sentence(error)}\n`)
    process.exit(error instanceof OperatorError ? error.exitCode : 1)
  }
}

/** The file that an argument names, relative to where npm was called. */
export const fileOf = (name: string | undefined): string => {
  if (!name) throw new OperatorError('FILE is missing.')
  return path.resolve(process.env['INIT_CWD'] ?? '', name)
}

/** The stack of a bug is printed. */
function sentence(error: unknown): string {
  if (!(error instanceof Error)) return String(error)
  const isExpected =
    error instanceof OperatorError || String((error as { code?: unknown }).code).startsWith('ERR_PARSE_ARGS')
  return isExpected ? error.message : (error.stack ?? error.message)
}

import { OperatorError } from '@andscene/service-kit/operator-error'
import path from 'node:path'
import { parseArgs, type ParseArgsOptionsConfig } from 'node:util'
import { codeOf, messageOf, sentenceOf } from '../failure.ts'
import { OTHERS } from '../private-files.ts'
import COMMANDS from '../../commands.json' with { type: 'json' }

export type CommandLine = {
  values: Record<string, string | boolean | undefined>
  positionals: string[]
  signal: AbortSignal
}

/** Runs a command of the table: exits with 0, with 1 and a sentence when it failed, or with 130 when it was stopped. */
export async function runOnce(
  name: 'backup' | 'restore' | 'migrate' | 'doctor',
  work: (line: CommandLine) => Promise<void>,
): Promise<void> {
  // Created files are readable by their owner only.
  process.umask(OTHERS)
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
    process.stderr.write(`${sentenceOf(error)}\n`)
    process.exit(error instanceof OperatorError ? error.exitCode : 1)
  }
}

export const fileOf = (name: string | undefined): string => {
  if (!name) throw new OperatorError('FILE is missing.')
  return path.resolve(process.env['INIT_CWD'] ?? '', name)
}

/** A full disk shows as an error of our own writes or in a part's error. */
export const isDiskFull = (error: unknown): boolean =>
  ['ENOSPC', 'EDQUOT'].includes(codeOf(error) ?? '') || /disk is full|ENOSPC|EDQUOT/.test(messageOf(error))

/** Formats rows of four cells: two texts, two numbers. */
export function tableOf(rows: readonly string[][]): string {
  const widths = [0, 1, 2, 3].map((column) => Math.max(...rows.map((row) => row[column]!.length)))
  const cell = (text: string, column: number) =>
    column < 2 ? text.padEnd(widths[column]!) : text.padStart(widths[column]!)
  return rows.map((row) => row.map(cell).join('  ')).join('\n')
}

import { OperatorError } from '@andscene/service-kit/operator-error'
import path from 'node:path'
import { parseArgs, type ParseArgsOptionsConfig } from 'node:util'

type Values<O extends ParseArgsOptionsConfig> = ReturnType<
  typeof parseArgs<{ options: O; allowPositionals: true }>
>['values']
type Bench<O extends ParseArgsOptionsConfig> = {
  /** What it measures, in one line. */
  about: string
  parts: Record<string, (values: Values<O>) => Promise<unknown>>
  /** Parts that run when none is named; all by default. */
  usual?: readonly string[]
  options?: O
}

/** Runs the named parts of a benchmark. An OperatorError, such as an unknown part, prints its sentence alone. */
export async function runParts<O extends ParseArgsOptionsConfig>(bench: Bench<O>): Promise<void> {
  try {
    await run(bench)
  } catch (error) {
    if (!(error instanceof OperatorError)) throw error
    process.stderr.write(`${error.message}\n`)
    process.exit(error.exitCode)
  }
}

async function run<O extends ParseArgsOptionsConfig>(bench: Bench<O>): Promise<void> {
  const { about, parts, options = {} as O } = bench
  const names = Object.keys(parts)
  const flags = Object.keys(options).map((flag) => `--${flag}`)
  const all = { ...options, help: { type: 'boolean' } } as O
  const { values, positionals } = parseArgs({ options: all, allowPositionals: true, strict: false })
  const unknownFlag = Object.keys(values).find((flag) => !(flag in all))
  if (unknownFlag !== undefined) throw unknown(`option "--${unknownFlag}"`, [...flags, '--help'])
  for (const [flag, value] of Object.entries(values))
    if ([value].flat().includes(true) && all[flag]!.type === 'string')
      throw new OperatorError(`--${flag} needs a value.`, { exitCode: 2 })
  const unknownPart = positionals.find((name) => !names.includes(name))
  if (unknownPart !== undefined) throw unknown(`part "${unknownPart}"`, names)
  const usual = bench.usual ?? names
  if ('help' in values) {
    const usage = [path.basename(process.argv[1]!, '.ts'), ...[...names, ...flags].map((word) => `[${word}]`)]
    process.stdout.write(
      `${about}\n\nnpm run bench -- ${usage.join(' ')}\nWithout names: ${usual.join(', ')}.\n`,
    )
    return
  }
  for (const name of positionals.length > 0 ? positionals : usual) {
    process.stdout.write(`\n${name}\n`)
    await parts[name]!(values as Values<O>)
  }
}

const unknown = (what: string, known: readonly string[]) =>
  new OperatorError(`Unknown ${what}: use ${known.join(', ')}.`, { exitCode: 2 })

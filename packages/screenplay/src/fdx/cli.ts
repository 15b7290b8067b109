import { readFile } from 'node:fs/promises'
import { basename, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { comparisonOf } from '../drafts/comparison.ts'
import { annotateCommand } from './annotate/annotate-command.ts'
import { castOf } from './cast.ts'
import { explainFdx } from './explain.ts'
import { FdxError } from './fdx-error.ts'
import { parseFdx } from './parse-fdx.ts'
import { saidOf } from './say.ts'

const pathOf = (file: string) => resolve(process.env['INIT_CWD'] ?? '.', file)

const read = async <T>(file: string, by: (bytes: Uint8Array, name: string) => T | Promise<T>) => {
  try {
    const bytes = await readFile(pathOf(file))
    return { ok: true as const, result: await by(bytes, basename(file)) }
  } catch (error) {
    if (error instanceof FdxError) return { ok: false as const, error: error.message, code: error.code }
    if (error instanceof Error && 'code' in error)
      return { ok: false as const, error: `It cannot be read (${String(error.code)}).` }
    throw error
  }
}

const asJson = async (file: string): Promise<boolean> => {
  const outcome = await read(file, (bytes, name) => {
    const { title, pages, acts, scenes, characters, revisionSets, lines } = parseFdx(bytes, name)
    const revised = revisionSets.length > 0 && { revisionSets }
    return { title, pages, acts, scenes, characters, ...revised, lines }
  })
  const { ok } = outcome
  const report = ok ? { file, ok, ...outcome.result } : { file, ...outcome }
  process.stdout.write(`${JSON.stringify(report)}\n`)
  return ok
}

const explained = async (file: string): Promise<boolean> => {
  const outcome = await read(file, explainFdx)
  const words = outcome.ok ? outcome.result : [`not read: ${outcome.error}`]
  process.stdout.write(`${[`${file}:`, ...words.map((line) => `  ${line}`)].join('\n')}\n`)
  return outcome.ok
}

const wrongUse = () => {
  console.error('The arguments are wrong: see npm run fdx -- --help.')
  process.exitCode = 2
}

const printRows = (printed: readonly object[]) =>
  process.stdout.write(printed.map((row) => `${JSON.stringify(row)}\n`).join(''))

/** Prints an error to standard error and returns undefined if the file cannot be parsed. */
const readOrReport = async <T>(file: string, by: (bytes: Uint8Array, name: string) => T | Promise<T>) => {
  const outcome = await read(file, by)
  if (outcome.ok) return outcome.result
  process.stderr.write(`${file}: ${outcome.error}\n`)
  return undefined
}

/** One JSON line per character or line of a file. */
const rows =
  (by: (bytes: Uint8Array, name: string) => object[] | Promise<object[]>) =>
  async (file: string): Promise<boolean> => {
    const result = await readOrReport(file, by)
    if (result) printRows(result)
    return result !== undefined
  }

/** `compare OLD NEW [--lines]`: one JSON line per line of the drafts if `--lines` is given, then the counts. */
const compare = async (words: readonly string[]) => {
  const { values, positionals } = parseArgs({
    args: [...words],
    options: { lines: { type: 'boolean' } },
    allowPositionals: true,
    strict: false,
  })
  if (positionals.length !== 2 || Object.keys(values).some((option) => option !== 'lines')) return wrongUse()
  const drafts = []
  for (const file of positionals)
    drafts.push(await readOrReport(file, (bytes, name) => parseFdx(bytes, name).lines))
  const [old, next] = drafts
  if (!old || !next) {
    process.exitCode = 1
    return
  }
  const { lines, counts } = comparisonOf(old, next)
  printRows([...(values.lines ? lines : []), counts])
}

const printEach = async (files: readonly string[], print: (file: string) => Promise<boolean>) => {
  if (files.length === 0) wrongUse()
  for (const file of files) if (!(await print(file))) process.exitCode = 1
}

const args = process.argv.slice(2)
if (args[0] === 'annotate') {
  const code = await annotateCommand(args.slice(1), pathOf)
  if (code === 2) wrongUse()
  else process.exitCode = code
} else if (args[0] === 'explain') await printEach(args.slice(1), explained)
else if (args[0] === 'cast') await printEach(args.slice(1), rows(castOf))
else if (args[0] === 'say') await printEach(args.slice(1), rows(saidOf))
else if (args[0] === 'compare') await compare(args.slice(1))
else await printEach(args, asJson)

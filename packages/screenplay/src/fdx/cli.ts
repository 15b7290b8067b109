import { readFile } from 'node:fs/promises'
import { basename, resolve } from 'node:path'
import { explainFdx } from './explain.ts'
import { FdxError } from './fdx-error.ts'
import { parseFdx } from './parse-fdx.ts'

const USAGE = `Usage: npm run fdx -- FILE…           prints one JSON line per file
       npm run fdx -- explain FILE…   says of each title, act, scene and character why it was read so
The exit code is 1 if any file could not be read.`

/** Reads one file by the same parser as uploads. Paths are relative to where npm was called. */
const read = async <T>(file: string, by: (bytes: Uint8Array, name: string) => T) => {
  try {
    const bytes = await readFile(resolve(process.env['INIT_CWD'] ?? '.', file))
    return { ok: true as const, result: by(bytes, basename(file)) }
  } catch (error) {
    if (error instanceof FdxError) return { ok: false as const, error: error.message, code: error.code }
    if (error instanceof Error && 'code' in error)
      return { ok: false as const, error: `It cannot be read (${String(error.code)}).` }
    throw error
  }
}

const asJson = async (file: string): Promise<boolean> => {
  const outcome = await read(file, (bytes, name) => {
    const { title, pages, acts, scenes, characters, lines } = parseFdx(bytes, name)
    return { title, pages, acts, scenes, characters, lines }
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

const [first, ...others] = process.argv.slice(2)
const isExplaining = first === 'explain'
const files = isExplaining || first === undefined ? others : [first, ...others]
if (files.length === 0) {
  console.error(USAGE)
  process.exitCode = 2
}
for (const file of files) if (!(await (isExplaining ? explained(file) : asJson(file)))) process.exitCode = 1

import { readFile } from 'node:fs/promises'
import { basename, resolve } from 'node:path'
import { FdxError } from './fdx-error.ts'
import { parseFdx } from './parse-fdx.ts'

/** Prints one parsed file as a JSON line, by the same parser as uploads. Paths are relative to where npm was called. */
const report = async (file: string) => {
  try {
    const { title, pages, acts, scenes, characters, lines } = parseFdx(
      await readFile(resolve(process.env['INIT_CWD'] ?? '.', file)),
      basename(file),
    )
    return { file, ok: true, title, pages, acts, scenes, characters, lines }
  } catch (error) {
    if (error instanceof FdxError) return { file, ok: false, error: error.message, code: error.code }
    if (error instanceof Error && 'code' in error)
      return { file, ok: false, error: `It cannot be read (${error.code}).` }
    throw error
  }
}

const files = process.argv.slice(2)
if (files.length === 0) {
  console.error('Usage: npm run fdx -- FILE…   (prints one JSON line per file; exit code 1 if any failed)')
  process.exitCode = 2
}
for (const file of files) {
  const line = await report(file)
  if (!line.ok) process.exitCode = 1
  process.stdout.write(`${JSON.stringify(line)}\n`)
}

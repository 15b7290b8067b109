import { readFile, stat, writeFile } from 'node:fs/promises'
import { parseArgs } from 'node:util'
import { FdxError } from '../fdx-error.ts'
import { annotateFdx, applyInsertions } from './annotate-fdx.ts'
import { NotesError, readNotes } from './read-notes.ts'

const FAILED = 1
const WRONG_USE = 2

const argumentsOf = (args: readonly string[]) => {
  try {
    const { values, positionals } = parseArgs({
      args: [...args],
      options: { out: { type: 'string' } },
      allowPositionals: true,
    })
    const [file, notes, ...others] = positionals
    return file !== undefined && notes !== undefined && others.length === 0
      ? { file, notes, out: values.out }
      : undefined
  } catch {
    return undefined
  }
}

/** Whether two paths refer to the same file. */
const isSame = async (one: string, other: string): Promise<boolean> => {
  const [first, second] = await Promise.all([one, other].map((path) => stat(path).catch(() => undefined)))
  return first !== undefined && second !== undefined && first.ino === second.ino && first.dev === second.dev
}

const sentenceOf = (error: unknown): string => {
  if (error instanceof FdxError || error instanceof NotesError) return error.message
  if (error instanceof Error && 'code' in error && 'path' in error)
    return `${String(error.path)} cannot be read or written (${String(error.code)}).`
  throw error
}

const failed = (sentence: string): number => {
  process.stderr.write(`${sentence}\n`)
  return FAILED
}

/** Returns the exit code: 0; 1 after an error message on standard error; 2 for wrong arguments. */
export const annotateCommand = async (
  args: readonly string[],
  pathOf: (file: string) => string,
): Promise<number> => {
  const asked = argumentsOf(args)
  if (!asked) return WRONG_USE
  const [file, notes] = [pathOf(asked.file), pathOf(asked.notes)]
  const out = asked.out === undefined ? undefined : pathOf(asked.out)
  try {
    const bytes = await readFile(file)
    const insertions = annotateFdx(bytes, readNotes(await readFile(notes, 'utf8')))
    const annotated = applyInsertions(bytes, insertions)
    if (out === undefined) process.stdout.write(annotated)
    else if ((await isSame(out, file)) || (await isSame(out, notes))) {
      return failed(`${asked.out} is not written: it is one of the files that were read.`)
    } else await writeFile(out, annotated)
    return 0
  } catch (error) {
    return failed(sentenceOf(error))
  }
}

import { annotateFdx, applyInsertions } from '@andscene/screenplay/fdx/annotate/annotate-fdx'
import { FdxError } from '@andscene/screenplay/fdx/fdx-error'
import { parseFdx } from '@andscene/screenplay/fdx/parse-fdx'
import { loadGuess } from '@andscene/screenplay/languages/guess-language'
import { scriptLanguages } from '@andscene/screenplay/languages/script-languages'
import type { RevisionSet } from '@andscene/contracts/revision-marks'
import type { Line } from '@andscene/contracts/script'
import { notesInFile } from '../files/notes-in-file.ts'
import { pageStarts } from '../progress/script-pages.ts'
import type { StoredNote } from '../store/note-store.ts'

export type ParseTask = { bytes: Uint8Array; fileName: string }
export type ParseResult =
  | {
      ok: true
      title: string
      /** BCP 47 primary subtag, if it is clear. */
      language?: string | undefined
      pages: number
      /** Index of the first line of each page, ascending. */
      pageStarts: number[]
      lineCount: number
      characters: string[]
      /** Absent if the file marks no line as revised. */
      revisionSets?: RevisionSet[] | undefined
      /** JSON array of the lines: serialized here, so that the main thread does not process a long script. */
      lines: string
    }
  | { ok: false; tooLong: boolean; sentence: string }

/** Runs in a worker thread, because time and memory of a hostile file can only be limited from outside. */
export default async function parse({ bytes, fileName }: ParseTask): Promise<ParseResult> {
  try {
    const { lines, title, pages, characters, revisionSets } = parseFdx(bytes, fileName)
    const { own: language, ofLines: languages } = await scriptLanguages(lines, loadGuess)
    return {
      ok: true,
      title,
      language,
      pages,
      pageStarts: pageStarts(lines),
      characters,
      revisionSets: revisionSets.length > 0 ? revisionSets : undefined,
      lineCount: lines.length,
      lines: JSON.stringify(
        lines.map((line, index): Line => {
          const own = languages.get(index)
          return { _id: `l${index + 1}`, ...line, ...(own !== undefined && { language: own }) }
        }),
      ),
    }
  } catch (error) {
    if (!(error instanceof FdxError)) throw error
    return { ok: false, tooLong: error.code === 'TOO_LONG', sentence: error.message }
  }
}

export type AnnotateTask = {
  bytes: Uint8Array
  /** JSON array of the lines, as stored. */
  lines: string
  notes: readonly StoredNote[]
  ownerId: string
  /** Excludes resolved ones. */
  openOnly: boolean
}
export type AnnotateResult = { ok: true; bytes: Uint8Array } | { ok: false; sentence: string }

/** The file with the notes written into it (product §13). */
export function annotate({ bytes, lines, notes, ownerId, openOnly }: AnnotateTask): AnnotateResult {
  const isWanted = ({ resolvedAt }: StoredNote) => !openOnly || resolvedAt === undefined
  const inFile = notesInFile(notes, { lines: JSON.parse(lines) as Line[], ownerId }, isWanted)
  try {
    return { ok: true, bytes: applyInsertions(bytes, annotateFdx(bytes, inFile)) }
  } catch (error) {
    if (!(error instanceof FdxError)) throw error
    return { ok: false, sentence: error.message }
  }
}

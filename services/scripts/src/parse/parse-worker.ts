import type { DraftCounts, RenamedCharacter } from '@andscene/contracts/drafts'
import { CHARACTER_NAME_LIMIT, RENAMED_LIMIT } from '@andscene/contracts/limits'
import { carriedIds } from '@andscene/screenplay/drafts/carried-lines'
import { changesBetween } from '@andscene/screenplay/drafts/changes-between'
import { commonShare } from '@andscene/screenplay/drafts/common-share'
import type { LineChange } from '@andscene/screenplay/drafts/line-changes'
import { matchDrafts } from '@andscene/screenplay/drafts/match-drafts'
import { renamedCharacters, withRenamed } from '@andscene/screenplay/drafts/renamed-characters'
import { annotateFdx, applyInsertions } from '@andscene/screenplay/fdx/annotate/annotate-fdx'
import { FdxError } from '@andscene/screenplay/fdx/fdx-error'
import { parseFdx } from '@andscene/screenplay/fdx/parse-fdx'
import { loadGuess } from '@andscene/screenplay/languages/guess-language'
import { scriptLanguages } from '@andscene/screenplay/languages/script-languages'
import type { RevisionSet } from '@andscene/contracts/revision-marks'
import type { Line } from '@andscene/contracts/script'
import type { CutLine } from '../files/cut-lines.ts'
import { notesInFile } from '../files/notes-in-file.ts'
import { pageStarts } from '../progress/script-pages.ts'
import type { StoredNote } from '../store/note-store.ts'

export type ParseTask = { bytes: Uint8Array; fileName: string; draft?: DraftTask | undefined }
export type DraftTask = {
  number: number
  /** The lines of the present draft as a JSON array. */
  present: string
  /** Which characters were renamed, if its user has answered. */
  renamed?: readonly RenamedCharacter[] | undefined
}
/** How a draft differs from the present one. */
export type DraftMatch = {
  counts: DraftCounts
  /** The share of lines in common, 0 to 1. */
  common: number
  renamed: RenamedCharacter[]
}
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
      /** Of a draft. */
      match?: DraftMatch | undefined
    }
  | { ok: false; tooLong: boolean; sentence: string }

/** Runs in a worker thread, because time and memory of a hostile file can only be limited from outside. */
export default async function parse({ bytes, fileName, draft }: ParseTask): Promise<ParseResult> {
  try {
    const { lines, title, pages, characters, revisionSets } = parseFdx(bytes, fileName)
    const { ids, match } = draft ? matched(lines, draft) : { ids: undefined, match: undefined }
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
          return {
            _id: ids?.[index] ?? `l${index + 1}`,
            ...line,
            ...(own !== undefined && { language: own }),
          }
        }),
      ),
      match,
    }
  } catch (error) {
    if (!(error instanceof FdxError)) throw error
    return { ok: false, tooLong: error.code === 'TOO_LONG', sentence: error.message }
  }
}

/** The ids of a draft's lines, and how they differ from the present draft. */
function matched(
  lines: readonly Omit<Line, '_id'>[],
  { number, present, renamed: answered }: DraftTask,
): { ids: string[]; match: DraftMatch } {
  const old = JSON.parse(present) as Line[]
  const changes = matchDrafts(old, lines)
  const renamed = renamedCharacters(old, lines, changes)
    .map(({ from, to }) => ({ from, to }))
    .filter((names) => Object.values(names).every((name) => name.length <= CHARACTER_NAME_LIMIT))
    .slice(0, RENAMED_LIMIT)
  const ids = carriedIds(old, withRenamed(changes, old, lines, answered ?? renamed), number)
  const withIds = lines.map((line, index) => ({ ...line, _id: ids[index]! }))
  const counts = countsOf(changesBetween(old, withIds))
  return { ids, match: { counts, common: commonShare(changes), renamed } }
}

function countsOf(changes: readonly LineChange[]): DraftCounts {
  const counts: DraftCounts = { same: 0, reworded: 0, moved: 0, new: 0, cut: 0 }
  for (const { kind } of changes) counts[kind] += 1
  return counts
}

export type AnnotateTask = {
  bytes: Uint8Array
  /** JSON array of the lines, as stored. */
  lines: string
  notes: readonly StoredNote[]
  /** Lines of other drafts with notes, by their ids. */
  cut?: ReadonlyMap<string, CutLine>
  ownerId: string
  /** Excludes resolved ones. */
  openOnly: boolean
}
export type AnnotateResult = { ok: true; bytes: Uint8Array } | { ok: false; sentence: string }

/** The file with the notes written into it (product §13). */
export function annotate({ bytes, lines, notes, cut, ownerId, openOnly }: AnnotateTask): AnnotateResult {
  const isWanted = ({ resolvedAt }: StoredNote) => !openOnly || resolvedAt === undefined
  const inFile = notesInFile(notes, { lines: JSON.parse(lines) as Line[], ownerId, cut }, isWanted)
  try {
    return { ok: true, bytes: applyInsertions(bytes, annotateFdx(bytes, inFile)) }
  } catch (error) {
    if (!(error instanceof FdxError)) throw error
    return { ok: false, sentence: error.message }
  }
}

import type { DraftAnswers, DraftQuestions, RenamedCharacter } from '@andscene/contracts/drafts'
import { DRAFT_COMMON_LEAST } from '@andscene/contracts/limits'
import { plainTitle } from '@andscene/contracts/text/isolated'
import { HttpError } from '@andscene/service-kit/http-error'
import type { Context } from '../context.ts'
import type { DraftMatch } from '../parse/parse-worker.ts'
import type { PresentDraft } from '../store/drafts/draft-store.ts'
import { parseFile } from '../upload/parse-file.ts'
import type { UploadedFile } from '../upload/read-upload.ts'

/**
 * Parses the file and matches it with the present draft; undefined if that was deleted meanwhile. Throws CONFLICT with
 * the questions that are not answered.
 */
export async function matchedFile(
  { id, draft }: { id: string; draft: PresentDraft },
  { file, answers }: { file: UploadedFile; answers: DraftAnswers },
  context: Context,
) {
  const present = await context.stores.scripts.findLines(id, draft.number)
  if (present === undefined) return undefined
  const number = draft.last + 1
  const {
    match: found,
    title: _title,
    ...parsed
  } = await parseFile(file, context, {
    number,
    present,
    renamed: answers.renamed,
  })
  const { common, renamed, counts } = found!
  const questions: DraftQuestions = {
    ...(common < DRAFT_COMMON_LEAST && !answers.different && { different: common }),
    ...(renamed.length > 0 && !answers.renamed && { renamed }),
  }
  if (questions.different !== undefined) throw asked(LITTLE_IN_COMMON, { ...questions, counts })
  if (questions.renamed) throw asked(RENAMED, { ...questions, counts })
  const name = plainTitle(answers.name ?? '') || `Draft ${number}`
  return { ...parsed, number, name, counts, renamed: confirmed(renamed, answers.renamed) }
}

const LITTLE_IN_COMMON =
  'This file has little in common with the present draft. Upload it only if it is a draft of this script.'
const RENAMED = 'Some characters seem to have new names. Say which ones were renamed.'

/** A conflict that the user can answer. */
export const asked = (sentence: string, present: DraftQuestions) =>
  new HttpError('CONFLICT', sentence, { present })

/** Those of the characters that were asked about that were renamed. */
const confirmed = (found: DraftMatch['renamed'], answers: readonly RenamedCharacter[] = []) =>
  found.filter(({ from, to }) => answers.some((answer) => answer.from === from && answer.to === to))

import type { Context } from '../context.ts'
import type { DraftTask } from '../parse/parse-worker.ts'
import type { UploadedFile } from './read-upload.ts'

/** Parses an uploaded file, with `draft` as a draft of a script. */
export async function parseFile(file: UploadedFile, { parser, metrics }: Context, draft?: DraftTask) {
  const stop = metrics.parseSeconds.startTimer()
  const parsed = await parser.parse(await file.read(), file.fileName, draft)
  stop()
  const { lines, title, language, pages, pageStarts, lineCount, characters, revisionSets, match } = parsed
  return { lines, title, language, pages, pageStarts, lineCount, characters, revisionSets, match }
}

import {
  DRAFT_ANSWERS_FIELD,
  type DraftAnswers,
  type DraftQuestions,
  type NewDraftResponse,
} from '@andscene/contracts/drafts'
import { UPLOAD_FIELD } from '@andscene/contracts/limits'
import { uploadDraft } from '@andscene/contracts/routes/drafts'
import type { Static } from '@andscene/contracts/schema/schema'
import { isolated } from '@andscene/contracts/text/isolated'
import { call, presentIn } from '@andscene/web-kit/api-client'
import type { QueryClient } from '@tanstack/react-query'
import { Asked, FileUpload, type Send } from '../upload/file-upload.ts'
import { pageUpload } from '../upload/page-uploads.ts'
import { changesText, scriptAddress } from './draft-text.ts'
import { adoptDrafts, draftsKey } from './drafts-query.ts'

export type NewDraft = Static<typeof NewDraftResponse>['data']

const answersOf = new WeakMap<File, DraftAnswers>()

const sendTo =
  (scriptId: string): Send<NewDraft> =>
  async (file, { idempotencyKey, ...options }) => {
    const body = new FormData()
    const answers = answersOf.get(file)
    if (answers) body.append(DRAFT_ANSWERS_FIELD, JSON.stringify(answers))
    body.append(UPLOAD_FIELD, file)
    const headers = { 'idempotency-key': idempotencyKey }
    try {
      return (await call(uploadDraft, { params: { id: scriptId }, body, headers, ...options })).data
    } catch (error) {
      const questions = presentIn(uploadDraft, error)
      if (questions) throw new Asked(questions)
      throw error
    }
  }

/** The upload of a new draft. It stays in the state `success`, with `made`, until `reset`. */
export class DraftUpload extends FileUpload<NewDraft, DraftQuestions> {
  made: NewDraft | undefined

  /** Sends the file again with these answers. */
  answer(answers: DraftAnswers): void {
    if (this.file) answersOf.set(this.file, { ...answersOf.get(this.file), ...answers })
    void this.retry()
  }
}

/** The page's upload of a new draft of this script. */
export const draftUploadOf = (client: QueryClient, scriptId: string, title: string) =>
  pageUpload(client, `draft ${scriptId}`, (telling) => {
    const upload = new DraftUpload({
      send: sendTo(scriptId),
      newKey: () => crypto.randomUUID(),
      // Closing the connection stops the upload; a draft that was stored before is in the list.
      takeBack: () => void client.invalidateQueries({ queryKey: draftsKey(scriptId), exact: true }),
      keepsSuccess: true,
    })
    const script = `"${isolated(title)}"`
    const tell = () => {
      const now = telling()
      return now?.isShown ? undefined : now
    }
    upload.on({
      uploaded: (made) => {
        upload.made = made
        adoptDrafts(client, scriptId, made.drafts)
        const { draft, counts } = made
        const changes = counts ? `: ${changesText(counts)}` : ' was uploaded'
        tell()?.snackbar.success(`${script}: ${isolated(draft.name)}${changes}.`, {
          action: { label: 'Open', run: () => telling()?.open(scriptAddress(scriptId)) },
        })
        // No screen shows the result.
        if (!telling()?.isShown) upload.reset()
      },
      asked: () =>
        tell()?.snackbar.error(`The new draft of ${script} requires your answer.`, {
          staysOnNavigation: true,
          action: { label: 'Answer', run: () => telling()?.open(`${scriptAddress(scriptId)}?drafts=new`) },
        }),
      failed: (reason) =>
        tell()?.snackbar.error(`Failed to upload the new draft of ${script}: ${reason}`, {
          action: { label: 'Show', run: () => telling()?.open(`${scriptAddress(scriptId)}?drafts=new`) },
        }),
    })
    return upload
  })

import { isolated } from '@andscene/contracts/text/isolated'
import { useSnackbar } from '@andscene/web-kit/snackbar'
import { scriptUploadOf } from '../upload/script-uploads.ts'
import { UploadArea } from '../upload/upload-area.tsx'
import { useQueryClient } from '@tanstack/react-query'
import { Button, Flex } from 'antd'
import { useEffect, useRef } from 'react'
import type { UploadState } from '../upload/file-upload.ts'
import type { DraftQuestions } from '@andscene/contracts/drafts'
import { DraftQuestionsForm } from './draft-questions.tsx'
import type { DraftUpload } from './draft-uploads.ts'
import { NewDraftSummary } from './new-draft-summary.tsx'
import type { Go } from './drafts-dialog.tsx'
import styles from './drafts.module.css'

type Props = {
  scriptId: string
  title: string
  upload: DraftUpload
  state: UploadState<DraftQuestions>
  /** The panel is no longer needed. */
  onDone: () => void
  /** The file is uploaded as a script of its own. */
  onNewScript: () => void
  onGo: Go
}

/** The upload of a new draft: file, progress, questions and result. */
export function NewDraft({ scriptId, title, upload, state, onDone, onNewScript, onGo }: Props) {
  const client = useQueryClient()
  const snackbar = useSnackbar()
  const { status, questions } = state
  useEffect(() => () => upload.reset(), [upload])
  const end = () => {
    upload.reset()
    upload.cancel()
    onDone()
  }
  const uploadAsScript = () => {
    const { file } = upload
    const { upload: scripts } = scriptUploadOf(client)
    if (!file) return
    if (scripts.busy)
      return snackbar.error('Another script is being uploaded. Try again when it is complete.')
    upload.cancel()
    scripts.choose([file])
    onNewScript()
  }
  if (status === 'success' && upload.made)
    return <NewDraftSummary scriptId={scriptId} made={upload.made} onDone={end} onGo={onGo} />
  if (status === 'asking' && questions?.same)
    return <SameFile name={questions.same.name} onAgain={upload.cancel} onDone={end} />
  if (status === 'asking' && questions)
    return (
      <DraftQuestionsForm
        title={title}
        questions={questions}
        fileName={state.fileName}
        onAnswer={(answers) => upload.answer(answers)}
        onNewScript={uploadAsScript}
        onCancel={end}
      />
    )
  return (
    <UploadArea
      upload={upload}
      state={state}
      title="New Draft"
      subtitle={`Choose the next draft of "${isolated(title)}" (.fdx) or drag it here`}
      onCancel={onDone}
    />
  )
}

type SameProps = { name: string; onAgain: () => void; onDone: () => void }

function SameFile({ name, onAgain, onDone }: SameProps) {
  const panel = useRef<HTMLElement>(null)
  // It replaces the button that had the focus.
  useEffect(() => panel.current?.querySelector('button')?.focus(), [])
  return (
    <section ref={panel} className={styles.panel} aria-label="New Draft">
      <output>
        This is the file of <bdi>{name}</bdi>. Nothing was changed.
      </output>
      <Flex wrap gap={12}>
        <Button type="primary" onClick={onAgain}>
          Choose Another File
        </Button>
        <Button onClick={onDone}>Done</Button>
      </Flex>
    </section>
  )
}

import type { ScriptListItem } from '@andscene/contracts/script'
import { queryKeys } from '@andscene/web-kit/query-keys'
import { useSnackbar } from '@andscene/web-kit/snackbar'
import { Modal } from 'antd'
import { startTransition, useLayoutEffect, useRef, useState } from 'react'
import { useLeaveScript } from './shared-query.ts'
import { useRenaming } from './use-renaming.tsx'

type Actions = Record<'onLeave' | 'onRename', (script: ScriptListItem) => void>
type Asking = {
  /** Leaving was agreed to. */
  onLeaving: (script: ScriptListItem) => void
  /** The question whether to leave has closed. */
  onAsked: () => void
}

/** What can be done with a script that somebody else has shared. */
export function useSharedActions({ onLeaving, onAsked }: Asking) {
  const [modal, questions] = Modal.useModal()
  const snackbar = useSnackbar()
  const latest = useRef<Actions>(undefined)
  const leave = useLeaveScript({
    onSuccess: (_done, { title }) => snackbar.success(`You have left "${title}".`),
    onError: (error) => snackbar.error(`Failed to leave the script: ${error.message}`),
  })
  const [onRename, renameDialog] = useRenaming(queryKeys.sharedScripts)
  const onLeave = (script: ScriptListItem) => {
    modal.confirm({
      title: `Leave "${script.title}"?`,
      content: 'You can no longer open it, unless you are invited again.',
      centered: true,
      okText: 'Leave',
      okButtonProps: { danger: true },
      focusable: { autoFocusButton: 'cancel' },
      afterClose: onAsked,
      onOk: () => {
        onLeaving(script)
        leave.mutate({ script })
      },
    })
  }
  useLayoutEffect(() => {
    latest.current = { onLeave, onRename }
  })
  // The same functions always, so that no card is drawn again for them. A dialog takes a while: the press is seen first.
  const [actions] = useState<Actions>(() => ({
    onLeave: (script) => startTransition(() => latest.current?.onLeave(script)),
    onRename: (script) => startTransition(() => latest.current?.onRename(script)),
  }))
  return {
    ...actions,
    dialogs: (
      <>
        {questions}
        {renameDialog}
      </>
    ),
  }
}

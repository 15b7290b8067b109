import { leaveSharedScript } from '@andscene/contracts/routes/sharing'
import type { ScriptListItem } from '@andscene/contracts/script'
import { queryKeys } from '@andscene/web-kit/query-keys'
import { useSnackbar } from '@andscene/web-kit/snackbar'
import { Modal } from 'antd'
import { useRemoval } from '../scripts-query.ts'
import type { FocusAfterDelete } from './use-focus-after-delete.ts'
import { useRenaming } from './use-renaming.tsx'
import { useStableActions } from './use-stable-actions.ts'

export function useSharedActions(focus: FocusAfterDelete) {
  const [modal, questions] = Modal.useModal()
  const snackbar = useSnackbar()
  const leave = useRemoval(queryKeys.sharedScripts, leaveSharedScript, {
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
      afterClose: focus.settle,
      onOk: () => {
        focus.begin(script)
        leave.mutate({ script })
      },
    })
  }
  const actions = useStableActions({ onLeave, onRename })
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

import { deleteScript } from '@andscene/contracts/routes/scripts'
import type { ScriptListItem } from '@andscene/contracts/script'
import { queryKeys } from '@andscene/web-kit/query-keys'
import { useSnackbar } from '@andscene/web-kit/snackbar'
import { Modal } from 'antd'
import { formatNumber } from '../formats.ts'
import { useClearCache, useClearing, useRemoval } from '../scripts-query.ts'
import type { FocusAfterDelete } from './use-focus-after-delete.ts'
import { useRenaming } from './use-renaming.tsx'
import { useSharing } from './use-sharing.tsx'
import { useStableActions } from './use-stable-actions.ts'

/** Actions of a script of the list, with their dialogs and messages (product §8). */
export function useScriptActions(focus: FocusAfterDelete) {
  const [modal, questions] = Modal.useModal()
  const snackbar = useSnackbar()
  const remove = useRemoval(queryKeys.scripts, deleteScript, {
    onSuccess: () => snackbar.success('Script deleted successfully!'),
    onError: (error) => snackbar.error(`Failed to delete script: ${error.message}`),
  })
  const clear = useClearCache({
    onSuccess: (files, { title }) =>
      snackbar.success(`Cache cleared successfully for "${title}"! (${formatNumber(files)} files deleted)`),
    onError: (error) => snackbar.error(`Failed to clear cache: ${error.message}`),
  })
  const [onRename, renameDialog] = useRenaming(queryKeys.scripts)
  const { onShare, sharingId, dialog: shareDialog } = useSharing()

  const onDelete = (script: ScriptListItem) => {
    modal.confirm({
      title: `Are you sure you want to delete "${script.title}"?`,
      content: 'The script, its voice assignments and its audio are deleted. This action cannot be undone.',
      centered: true,
      okText: 'Delete',
      okButtonProps: { danger: true },
      focusable: { autoFocusButton: 'cancel' },
      afterClose: focus.settle,
      onOk: () => {
        focus.begin(script)
        remove.mutate({ script })
      },
    })
  }

  const onClearCache = (script: ScriptListItem) => {
    modal.confirm({
      title: `Clear all audio cache for "${script.title}"?`,
      content: 'Cached audio is removed and regenerated on next play.',
      centered: true,
      okText: 'Clear Cache',
      focusable: { autoFocusButton: 'cancel' },
      onOk: () => clear.mutate({ script }),
    })
  }

  const actions = useStableActions({
    onDelete,
    onClearCache,
    onRename,
    onShare: (script) => void onShare(script),
  })

  return {
    ...actions,
    clearingIds: useClearing(),
    sharingId,
    dialogs: (
      <>
        {questions}
        {renameDialog}
        {shareDialog}
      </>
    ),
  }
}

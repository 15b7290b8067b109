import type { ScriptListItem } from '@andscene/contracts/script'
import { queryKeys } from '@andscene/web-kit/query-keys'
import { useSnackbar } from '@andscene/web-kit/snackbar'
import { Modal } from 'antd'
import { startTransition, useLayoutEffect, useRef, useState } from 'react'
import { formatNumber } from './formats.ts'
import { useClearCache, useClearing, useDeleteScript } from './scripts-query.ts'
import { useRenaming } from './use-renaming.tsx'
import { useSharing } from './use-sharing.tsx'

type Asking = {
  /** Deleting was agreed to. */
  onDeleting: (script: ScriptListItem) => void
  /** The question whether to delete has closed. */
  onAsked: () => void
}

/** What can be done with a script of the list: each asks or edits first, then tells how it went (product §8). */
export function useScriptActions({ onDeleting, onAsked }: Asking) {
  // They go with the page that asks them.
  const [modal, questions] = Modal.useModal()
  const latest = useRef<Actions>(undefined)
  const snackbar = useSnackbar()
  const remove = useDeleteScript({
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
      afterClose: onAsked,
      onOk: () => {
        onDeleting(script)
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

  useLayoutEffect(() => {
    latest.current = { onDelete, onClearCache, onRename, onShare: (script) => void onShare(script) }
  })
  // The same functions always, so that no card is drawn again for them. A dialog takes a while: the press is seen first.
  const [actions] = useState<Actions>(() => ({
    onDelete: (script) => startTransition(() => latest.current?.onDelete(script)),
    onClearCache: (script) => startTransition(() => latest.current?.onClearCache(script)),
    onRename: (script) => startTransition(() => latest.current?.onRename(script)),
    onShare: (script) => startTransition(() => latest.current?.onShare(script)),
  }))

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

type Actions = Record<'onDelete' | 'onClearCache' | 'onRename' | 'onShare', (script: ScriptListItem) => void>

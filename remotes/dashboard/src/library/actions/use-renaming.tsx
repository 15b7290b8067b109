import type { ScriptListItem } from '@andscene/contracts/script'
import { useSnackbar } from '@andscene/web-kit/snackbar'
import { useState, type ReactNode } from 'react'
import { RenameDialog } from './rename-dialog.tsx'
import { useRenameScript, type ListKey } from '../scripts-query.ts'

export function useRenaming(queryKey: ListKey): [(script: ScriptListItem) => void, ReactNode] {
  const snackbar = useSnackbar()
  const rename = useRenameScript(queryKey, {
    onError: (error) => snackbar.error(`Failed to rename script: ${error.message}`),
  })
  const [renaming, setRenaming] = useState<{ script: ScriptListItem; open: boolean }>()
  // Mounted until it has closed, so that it restores the focus.
  const close = () => setRenaming((last) => last && { ...last, open: false })
  const dialog = renaming && (
    <RenameDialog
      key={renaming.script._id}
      open={renaming.open}
      title={renaming.script.title}
      onCancel={close}
      onClosed={() => setRenaming(undefined)}
      onRename={(title) => {
        close()
        rename.mutate({ script: renaming.script, title })
      }}
    />
  )
  return [(script) => setRenaming({ script, open: true }), dialog]
}

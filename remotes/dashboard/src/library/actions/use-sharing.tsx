import type { ScriptListItem } from '@andscene/contracts/script'
import type { ShareDialog } from '@andscene/web-kit/share-dialog'
import { useSnackbar } from '@andscene/web-kit/snackbar'
import { useRef, useState, type ReactNode } from 'react'

type Dialog = typeof ShareDialog
let loaded: Dialog | undefined

type Sharing = {
  onShare: (script: ScriptListItem) => Promise<void>
  sharingId: string | undefined
  dialog: ReactNode
}

/** The share dialog of a script. Its code is loaded with the first click. */
export function useSharing(): Sharing {
  const snackbar = useSnackbar()
  const requestedId = useRef<string>(undefined)
  const [sharingId, setSharingId] = useState<string>()
  const [shown, setShown] = useState<{ script: ScriptListItem; open: boolean; Dialog: Dialog }>()

  const onShare = async (script: ScriptListItem) => {
    requestedId.current = script._id
    if (!loaded) setSharingId(script._id)
    try {
      loaded ??= (await import('@andscene/web-kit/share-dialog')).ShareDialog
      // Another Share button was pressed meanwhile.
      if (requestedId.current === script._id) setShown({ script, open: true, Dialog: loaded })
    } catch {
      snackbar.error('This part of the page could not be loaded.', {
        // A shared module that failed to load is not requested again.
        action: { label: 'Reload page', run: () => location.reload() },
      })
    } finally {
      if (requestedId.current === script._id) setSharingId(undefined)
    }
  }
  const dialog = shown && (
    <shown.Dialog
      key={shown.script._id}
      scriptId={shown.script._id}
      title={shown.script.title}
      draftCount={shown.script.draftCount ?? 1}
      open={shown.open}
      onClose={() => setShown({ ...shown, open: false })}
    />
  )
  return { onShare, sharingId, dialog }
}

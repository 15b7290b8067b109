import type { ScriptListItem } from '@andscene/contracts/script'
import type { SharedScript } from '@andscene/contracts/sharing/sharing'
import type { DraftsDialog } from '@andscene/web-kit/drafts/drafts-dialog'
import { useSnackbar } from '@andscene/web-kit/snackbar'
import { useCallback, useRef, useState, type ReactNode } from 'react'
import type { OpenDrafts } from '../card-drafts.tsx'
import type { CardFocus } from './use-card-focus.ts'

type Dialog = typeof DraftsDialog
let loaded: Dialog | undefined

type Shown = {
  script: ScriptListItem | SharedScript
  startsNew: boolean
  open: boolean
  Dialog: Dialog
}

/** The drafts dialog of a script. Its code is loaded with the first click. */
export function useDrafting(
  focus: Pick<CardFocus, 'closed'>,
  onNewScript: () => void,
): { onDrafts: OpenDrafts; dialog: ReactNode } {
  const snackbar = useSnackbar()
  const requestedId = useRef<string>(undefined)
  const [shown, setShown] = useState<Shown>()
  const onDrafts = useCallback<OpenDrafts>(
    async (script, startsNew) => {
      requestedId.current = script._id
      try {
        loaded ??= (await import('@andscene/web-kit/drafts/drafts-dialog')).DraftsDialog
        // The drafts of another script were opened meanwhile.
        if (requestedId.current === script._id) setShown({ script, startsNew, open: true, Dialog: loaded })
      } catch {
        snackbar.error('This part of the page could not be loaded.', {
          action: { label: 'Reload page', run: () => location.reload() },
        })
      }
    },
    [snackbar],
  )
  const dialog = shown && (
    <shown.Dialog
      key={shown.script._id}
      scriptId={shown.script._id}
      title={shown.script.title}
      role={'role' in shown.script ? shown.script.role : undefined}
      open={shown.open}
      startsNew={shown.startsNew}
      onClose={() => setShown({ ...shown, open: false })}
      onClosed={() => focus.closed(shown.script, 'drafts')}
      onNewScript={onNewScript}
    />
  )
  return { onDrafts, dialog }
}

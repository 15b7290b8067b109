import { deleteScript } from '@andscene/contracts/routes/scripts'
import { leaveSharedScript } from '@andscene/contracts/routes/sharing'
import { isolated } from '@andscene/contracts/text/isolated'
import type { ScriptListItem } from '@andscene/contracts/script'
import { queryKeys } from '@andscene/web-kit/query-keys'
import { useSnackbar } from '@andscene/web-kit/snackbar'
import { Modal } from 'antd'
import { startTransition, useLayoutEffect, useRef, useState, type ReactNode } from 'react'
import { formatNumber } from '../card-state.ts'
import type { Act } from '../script-card.tsx'
import { useClearCache, useClearing, useRemoval } from '../scripts-query.ts'
import { useRenaming } from './rename-dialog.tsx'
import type { CardFocus } from './use-card-focus.ts'
import { useDrafting } from './use-drafting.tsx'
import { useSharing } from './use-sharing.tsx'

// Actions of the cards, with their dialogs and messages (product §8).

export function useScriptActions(focus: CardFocus, onNewScript: () => void) {
  const snackbar = useSnackbar()
  const [ask, questions] = useQuestions()
  const remove = useRemoval(queryKeys.scripts, deleteScript, {
    onSuccess: () => snackbar.success('Script deleted successfully!'),
    onError: (error) => snackbar.error(`Failed to delete script: ${error.message}`),
  })
  const clear = useClearCache({
    onSuccess: (files, { title }) =>
      snackbar.success(
        files === 1
          ? `Cache cleared successfully for "${isolated(title)}"! (1 file deleted)`
          : `Cache cleared successfully for "${isolated(title)}"! (${formatNumber(files)} files deleted)`,
      ),
    onError: (error) => snackbar.error(`Failed to clear cache: ${error.message}`),
  })
  const [onRename, renameDialog] = useRenaming(queryKeys.scripts, focus)
  const { onShare, sharingId, dialog: shareDialog } = useSharing()
  const { onDrafts, dialog: draftsDialog } = useDrafting(focus, onNewScript)
  const actions = useStableActions({
    onRename,
    onShare: (script) => void onShare(script),
    onDelete: (script) =>
      ask({
        title: `Are you sure you want to delete "${isolated(script.title)}"?`,
        content: 'The script, its voice assignments and its audio are deleted. This action cannot be undone.',
        okText: 'Delete',
        ...removing(script, focus, remove.mutate),
      }),
    onClearCache: (script) =>
      ask({
        title: `Clear all audio cache for "${isolated(script.title)}"?`,
        content: 'Cached audio is removed and regenerated on next play.',
        okText: 'Clear Cache',
        onOk: () => clear.mutate({ script }),
      }),
  })
  const dialogs = (
    <>
      {questions}
      {renameDialog}
      {shareDialog}
      {draftsDialog}
    </>
  )
  return { ...actions, onDrafts, clearingIds: useClearing(), sharingId, dialogs }
}

export function useSharedActions(focus: CardFocus, onNewScript: () => void) {
  const snackbar = useSnackbar()
  const [ask, questions] = useQuestions()
  const leave = useRemoval(queryKeys.sharedScripts, leaveSharedScript, {
    onSuccess: (_done, { title }) => snackbar.success(`You have left "${isolated(title)}".`),
    onError: (error) => snackbar.error(`Failed to leave the script: ${error.message}`),
  })
  const [onRename, renameDialog] = useRenaming(queryKeys.sharedScripts, focus)
  const { onDrafts, dialog: draftsDialog } = useDrafting(focus, onNewScript)
  const actions = useStableActions({
    onRename,
    onLeave: (script) =>
      ask({
        title: `Leave "${isolated(script.title)}"?`,
        content: 'You can no longer open it, unless you are invited again.',
        okText: 'Leave',
        ...removing(script, focus, leave.mutate),
      }),
  })
  const dialogs = (
    <>
      {questions}
      {renameDialog}
      {draftsDialog}
    </>
  )
  return { ...actions, onDrafts, dialogs }
}

type Question = Parameters<ReturnType<typeof Modal.useModal>[0]['confirm']>[0]

function useQuestions(): [(question: Question) => void, ReactNode] {
  const [modal, questions] = Modal.useModal()
  const ask = (question: Question) =>
    void modal.confirm({ centered: true, focusable: { autoFocusButton: 'cancel' }, ...question })
  return [ask, questions]
}

/** Common props of confirmations that remove the card of a script. */
const removing = (
  script: ScriptListItem,
  focus: CardFocus,
  remove: (variables: { script: ScriptListItem }) => void,
): Question => ({
  okButtonProps: { danger: true },
  afterClose: focus.settle,
  onOk: () => {
    focus.begin(script)
    remove({ script })
  },
})

/**
 * The functions are stable, so that cards do not render again. They run in a transition, because opening a dialog takes
 * a while and the pressed state should show first.
 */
function useStableActions<Name extends string>(actions: Record<Name, Act>): Record<Name, Act> {
  const latest = useRef(actions)
  useLayoutEffect(() => {
    latest.current = actions
  })
  const [stable] = useState(() => {
    const names = Object.keys(actions) as Name[]
    const entries = names.map((name): [Name, Act] => [
      name,
      (script) => startTransition(() => latest.current[name](script)),
    ])
    return Object.fromEntries(entries) as Record<Name, Act>
  })
  return stable
}

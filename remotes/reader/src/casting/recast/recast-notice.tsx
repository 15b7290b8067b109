import { CloseIcon } from '@andscene/web-kit/icons/actions'
import { useSnackbar } from '@andscene/web-kit/snackbar'
import { voicesOf, voicesQuery } from '@andscene/web-kit/voices-query'
import { useMutation, useQuery } from '@tanstack/react-query'
import { focusLineIfLost } from '../../page/narration/in-sight.ts'
import styles from '../../page/narration/notices.module.css'
import { useOpenScript } from '../../page/open-script.ts'
import { IconButton } from '../../page/transport/icon-button.tsx'
import type { Change } from '../casting-draft.ts'
import { castingQuery, useRemakeCasting } from '../casting-query.ts'
import { replacedText } from './recast-line.tsx'
import { countReplaced, takenBack } from './recasting.ts'
import { useNewSuggestion, useReplaced } from './use-new-suggestion.ts'

/** Recasts suggestions with natural voices, and shows in one line what has changed, with Undo. */
export function RecastNotice({ isHidden }: { isHidden: boolean }) {
  const { script, player } = useOpenScript()
  const known = {
    saved: useQuery(castingQuery(script._id)).data,
    voices: useQuery({ ...voicesQuery(), select: voicesOf }).data,
  }
  const [replaced, setReplaced] = useReplaced(known)
  useNewSuggestion(known, setReplaced)
  const close = () => {
    setReplaced(undefined)
    requestAnimationFrame(() => focusLineIfLost(player))
  }
  const undo = useUndo(close)
  const text = replaced && replacedText(countReplaced(replaced))
  return (
    <>
      {/* Rendered while empty: screen readers only announce changes of an existing element. */}
      <output className="as-visually-hidden">{text}</output>
      {replaced && !isHidden && (
        <div className={styles.message}>
          <span className={styles.words}>{text}</span>
          <span className={styles.actions}>
            <button
              type="button"
              className="as-button"
              // `disabled` would drop the focus.
              aria-disabled={undo.isPending || undefined}
              aria-label={undo.isPending ? undefined : 'Undo the new cast'}
              onClick={() => undo.isPending || undo.mutate(replaced)}
            >
              {undo.isPending ? 'Saving…' : 'Undo'}
            </button>
            <IconButton name="Keep the new cast" size={44} isMuted onClick={close}>
              <CloseIcon size={20} />
            </IconButton>
          </span>
        </div>
      )}
    </>
  )
}

function useUndo(onDone: () => void) {
  const { script } = useOpenScript()
  const snackbar = useSnackbar()
  const remake = useRemakeCasting(script._id)
  return useMutation({
    mutationFn: (replaced: Change) => remake((now) => takenBack(now.casting, replaced)),
    // Each request inside has its own retries.
    retry: false,
    onSuccess: onDone,
    onError: ({ message }) => snackbar.error(`Failed to save the cast: ${message}`),
  })
}

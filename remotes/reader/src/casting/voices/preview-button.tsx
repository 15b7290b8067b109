import { classNames } from '@andscene/web-kit/class-names'
import { PreviewIcon, StopPreviewIcon } from '../../icons.tsx'
import { IconButton } from '../../page/transport/icon-button.tsx'
import styles from './preview-button.module.css'
import { useSnackbar } from '@andscene/web-kit/snackbar'
import { createContext, use, useCallback, useEffect, useSyncExternalStore } from 'react'
import type { PreviewRequest, Previews, PreviewSnapshot } from '../../player/output/previews.ts'
import { previews as pagePreviews } from '../../player/output/sound-system.ts'

type Props = {
  /** Distinguishes this button's preview from the same voice elsewhere on the screen. */
  id: string
  voiceId: string
  voiceName: string
  text?: string | undefined
  tabIndex?: number
  'data-stop'?: ''
}

export function PreviewButton({ id, voiceId, voiceName, text, ...rest }: Props) {
  const { state, toggle } = usePreview({ id, voiceId, text })
  const title = state === 'silent' ? 'Preview voice' : 'Stop preview'
  return (
    <IconButton
      className={styles.button}
      size={40}
      isMuted
      data-active={state !== 'silent' || undefined}
      name={`${title}: ${voiceName}`}
      hint={title}
      {...rest}
      // The focus stays where it is, so that a list of voices stays open.
      onMouseDown={(event) => event.preventDefault()}
      onClick={toggle}
    >
      {state === 'loading' && <span className={classNames('as-spinner', styles.busy)} />}
      {state === 'playing' && <StopPreviewIcon size={24} />}
      {state === 'silent' && <PreviewIcon size={24} />}
    </IconButton>
  )
}

/** The previews of this page, sharing the player's sound: whichever begins silences the other. */
export const PreviewsContext = createContext<Previews>(pagePreviews)

export function usePreview(request: PreviewRequest): {
  state: PreviewSnapshot['state']
  toggle: () => void
} {
  const previews = use(PreviewsContext)
  const { id } = request
  const read = useCallback(() => {
    const snapshot = previews.getSnapshot()
    return snapshot.id === id ? snapshot.state : 'silent'
  }, [previews, id])
  const state = useSyncExternalStore(previews.subscribe, read)
  return { state, toggle: () => previews.toggle(request) }
}

export function useSilentAfter(open: boolean): void {
  const previews = use(PreviewsContext)
  useEffect(() => (open ? previews.stop : undefined), [open, previews])
}

export function useAllowanceNews(): void {
  const previews = use(PreviewsContext)
  const snackbar = useSnackbar()
  useEffect(
    () => previews.onUsedUp((sentence) => snackbar.error(sentence, 'allowance')),
    [previews, snackbar],
  )
}

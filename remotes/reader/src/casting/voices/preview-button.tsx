import { classNames } from '@andscene/web-kit/class-names'
import { PreviewIcon, StopPreviewIcon } from '../../icons.tsx'
import { IconButton } from '../../page/transport/icon-button.tsx'
import styles from './preview-button.module.css'
import { useSnackbar } from '@andscene/web-kit/snackbar'
import { createContext, use, useEffect, useSyncExternalStore } from 'react'
import type { Previews } from '../../player/output/previews.ts'
import { previews as pagePreviews } from '../../player/output/sound-system.ts'

/** The previews of this page. They share the audio output with the player; starting one stops the other. */
export const PreviewsContext = createContext<Previews>(pagePreviews)

type Props = {
  /** Distinguishes this preview from others of the same voice on the page. */
  id: string
  voiceId: string
  voiceName: string
  text?: string | undefined
  tabIndex?: number
  'data-stop'?: ''
}

export function PreviewButton({ id, voiceId, voiceName, text, ...rest }: Props) {
  const previews = use(PreviewsContext)
  const state = useSyncExternalStore(previews.subscribe, () => {
    const snapshot = previews.getSnapshot()
    return snapshot.id === id ? snapshot.state : 'silent'
  })
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
      // Keeps the focus, so that an open list of voices stays open.
      onMouseDown={(event) => event.preventDefault()}
      onClick={() => previews.toggle({ id, voiceId, text })}
    >
      {state === 'loading' && <span className={classNames('as-spinner', styles.busy)} />}
      {state === 'playing' && <StopPreviewIcon size={24} />}
      {state === 'silent' && <PreviewIcon size={24} />}
    </IconButton>
  )
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

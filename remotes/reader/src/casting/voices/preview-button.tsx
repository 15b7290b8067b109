import { classNames } from '@andscene/web-kit/class-names'
import { PreviewIcon, StopPreviewIcon } from '../../icons.tsx'
import { IconButton } from '../../page/transport/icon-button.tsx'
import styles from './preview-button.module.css'
import { useSnackbar } from '@andscene/web-kit/snackbar'
import type { LineSound } from '@andscene/screenplay/sound/line-sounds'
import { createContext, use, useEffect, useRef, useSyncExternalStore } from 'react'
import type { PreviewRequest, Previews } from '../../player/output/previews.ts'
import { previews as pagePreviews } from '../../player/output/sound-system.ts'

/** The previews of this page. They share the audio output with the player; starting one stops the other. */
export const PreviewsContext = createContext<Previews>(pagePreviews)

type Props = {
  /** Distinguishes this preview from others of the same voice on the page. */
  id: string
  voiceId: string
  voiceName: string
  text?: string | undefined
  sound?: LineSound | undefined
  /** Of the button, while nothing is heard. */
  title?: string
  tabIndex?: number
  'data-stop'?: ''
}

/** After a change of the sound, a preview that plays starts again, at most this often. Milliseconds. */
const REPLAY_MS = 200

export function PreviewButton({ id, voiceId, voiceName, text, sound, title: idle, ...rest }: Props) {
  const previews = use(PreviewsContext)
  const state = useSyncExternalStore(previews.subscribe, () => {
    const snapshot = previews.getSnapshot()
    return snapshot.id === id ? snapshot.state : 'silent'
  })
  const title = state === 'silent' ? (idle ?? 'Preview voice') : 'Stop preview'
  const request = { id, voiceId, text, sound }
  useReplay(request)
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
      onClick={() => previews.toggle(request)}
    >
      {state === 'loading' && <span className={classNames('as-spinner', styles.busy)} />}
      {state === 'playing' && <StopPreviewIcon size={24} />}
      {state === 'silent' && <PreviewIcon size={24} />}
    </IconButton>
  )
}

/** Lets the user hear each change of the sound immediately. */
function useReplay(request: PreviewRequest): void {
  const previews = use(PreviewsContext)
  const heard = JSON.stringify(request.sound)
  const before = useRef(heard)
  const latest = useRef(request)
  useEffect(() => {
    latest.current = request
  })
  useEffect(() => {
    if (before.current === heard) return
    before.current = heard
    const timer = setTimeout(() => previews.replay(latest.current), REPLAY_MS)
    return () => clearTimeout(timer)
  }, [heard, previews])
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

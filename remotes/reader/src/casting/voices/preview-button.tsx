import { tip } from '@andscene/web-kit/tooltip'
import { PreviewIcon, StopPreviewIcon } from '../../icons.tsx'
import styles from './preview-button.module.css'
import { usePreview } from './previews-context.ts'

type Props = {
  /** Tells this button's preview from the same voice elsewhere on the screen. */
  id: string
  voiceId: string
  voiceName: string
  text?: string | undefined
  tabIndex?: number
  'data-stop'?: ''
}

/** Plays a voice, or stops it (product §2: 'Preview voice', 'Stop preview'). */
export function PreviewButton({ id, voiceId, voiceName, text, ...rest }: Props) {
  const { state, toggle } = usePreview({ id, voiceId, text })
  const title = state === 'silent' ? 'Preview voice' : 'Stop preview'
  return (
    <button
      type="button"
      className={styles.button}
      data-active={state !== 'silent' || undefined}
      {...tip(title)}
      aria-label={`${title}: ${voiceName}`}
      {...rest}
      // The focus stays where it is, so that a list of voices stays open.
      onMouseDown={(event) => event.preventDefault()}
      onClick={toggle}
    >
      {state === 'loading' && <span className={styles.busy} />}
      {state === 'playing' && <StopPreviewIcon size={24} />}
      {state === 'silent' && <PreviewIcon size={24} />}
    </button>
  )
}

/* oxlint-disable jsx-a11y/prefer-tag-over-role -- no datalist or select can hold what a voice shows */
import { useEffect, type RefObject, type UIEvent } from 'react'
import { PreviewButton } from './preview-button.tsx'
import { usePopupPosition } from './use-popup-position.ts'
import type { useVoiceList } from './use-voice-list.ts'
import { VoiceFace } from './voice-option.tsx'
import styles from './voice-popup.module.css'

/** Pixels from the end of the list at which the next page is added. */
const NEAR_END = 120

type Props = {
  listId: string
  label: string
  field: RefObject<HTMLElement | null>
  list: ReturnType<typeof useVoiceList>
  selectedId: string | undefined
  previewId: string
  previewText: string | undefined
  onChoose: (voiceId: string) => void
}

export const optionId = (listId: string, index: number) => `${listId}-${index}`

/**
 * The voices to choose from. Options may hold no buttons, so the preview buttons stand beside the list, row by row;
 * of them only that of the voice pointed at is in the tab order.
 */
export function VoicePopup({
  listId,
  label,
  field,
  list,
  selectedId,
  previewId,
  previewText,
  onChoose,
}: Props) {
  const { popup, style } = usePopupPosition(field)
  const { shown, total, active, query } = list

  useEffect(() => {
    document.getElementById(optionId(listId, active))?.scrollIntoView?.({ block: 'nearest' })
  }, [listId, active])

  const grow = ({ currentTarget: { scrollTop, clientHeight, scrollHeight } }: UIEvent) => {
    if (!query.trim() && scrollHeight - scrollTop - clientHeight < NEAR_END) list.more()
  }

  return (
    <div ref={popup} popover="manual" className={styles.popup} style={style}>
      <div className={styles.scroll} onScroll={grow}>
        <div id={listId} role="listbox" aria-label={`Voices for ${label}`} className={styles.list}>
          {shown.map((voice, index) => (
            // The field has the keyboard and points at an option (aria-activedescendant).
            // oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/interactive-supports-focus
            <div
              key={voice.voiceId}
              id={optionId(listId, index)}
              role="option"
              aria-selected={voice.voiceId === selectedId}
              className={styles.option}
              data-active={index === active || undefined}
              onMouseMove={() => index !== active && list.point(index)}
              onMouseDown={(event) => event.preventDefault()}
              onClick={() => onChoose(voice.voiceId)}
            >
              <VoiceFace voice={voice} />
            </div>
          ))}
        </div>
        <div className={styles.previews}>
          {shown.map((voice, index) => (
            <PreviewButton
              key={voice.voiceId}
              id={`${previewId}:${voice.voiceId}`}
              voiceId={voice.voiceId}
              voiceName={voice.name}
              text={previewText}
              tabIndex={index === active ? 0 : -1}
            />
          ))}
        </div>
        {shown.length === 0 && <p className={styles.none}>No voices found</p>}
      </div>
      <output className={styles.count}>
        {query.trim() ? `${total} found` : `${shown.length} of ${total} voices`}
      </output>
    </div>
  )
}

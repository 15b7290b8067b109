/* oxlint-disable jsx-a11y/prefer-tag-over-role -- no datalist or select can hold what a voice shows */
import { useEffect, useEffectEvent, useRef, type RefObject, type UIEvent } from 'react'
import { PreviewButton } from './preview-button.tsx'
import { usePopupPosition } from './use-popup-position.ts'
import type { useVoiceList } from './use-voice-list.ts'
import { VoiceFace } from './voice-option.tsx'
import styles from './voice-popup.module.css'

/** Height of an option in pixels; must match voice-popup.module.css. */
const ROW_HEIGHT = 56
const OVERSCAN = 2

const LOW_SCREEN = '(max-height: 559.98px), (max-width: 359.98px)'

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

/** Options cannot contain buttons, so the preview buttons follow the list. Only the active one is in the tab order. */
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
  const { first, shown, active, isSearch } = list
  const scroll = useRef<HTMLDivElement>(null)

  const centre = useEffectEvent(() => reveal(scroll.current, optionId(listId, active), 'centre'))
  useEffect(() => {
    // On a short screen the field scrolls to the top to make room for the list.
    if (matchMedia(LOW_SCREEN).matches) field.current?.parentElement?.scrollIntoView?.({ block: 'start' })
  }, [field])
  useEffect(() => {
    // After the popup has its height.
    const frame = requestAnimationFrame(() => centre())
    return () => cancelAnimationFrame(frame)
  }, [])
  useEffect(() => reveal(scroll.current, optionId(listId, active), 'nearest'), [listId, active])

  const grow = ({ currentTarget: { scrollTop, clientHeight } }: UIEvent) => {
    if (!isSearch)
      list.show(
        Math.max(Math.floor(scrollTop / ROW_HEIGHT) - OVERSCAN, 0),
        Math.ceil((scrollTop + clientHeight) / ROW_HEIGHT) + OVERSCAN,
      )
  }
  const above = { marginBlockStart: first * ROW_HEIGHT }

  return (
    <div ref={popup} popover="manual" className={styles.popup} style={style}>
      <div ref={scroll} className={styles.scroll} onScroll={grow}>
        <div
          id={listId}
          role="listbox"
          aria-label={`Voices for ${label}`}
          className={styles.list}
          style={above}
        >
          {shown.map((voice, at) => {
            const index = first + at
            return (
              // The field keeps the focus and points to an option with aria-activedescendant.
              // oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/interactive-supports-focus
              <div
                key={voice.voiceId}
                id={optionId(listId, index)}
                role="option"
                aria-selected={voice.voiceId === selectedId}
                aria-posinset={index + 1}
                aria-setsize={list.length}
                className={styles.option}
                data-active={index === active || undefined}
                onMouseMove={() => index !== active && list.point(index)}
                onMouseDown={(event) => event.preventDefault()}
                onClick={() => onChoose(voice.voiceId)}
              >
                <VoiceFace voice={voice} />
              </div>
            )
          })}
        </div>
        <div className={styles.previews} style={above}>
          {shown.map((voice, at) => (
            <PreviewButton
              key={voice.voiceId}
              id={`${previewId}:${voice.voiceId}`}
              voiceId={voice.voiceId}
              voiceName={voice.name}
              text={previewText}
              tabIndex={first + at === active ? 0 : -1}
            />
          ))}
        </div>
        {shown.length === 0 && <p className={styles.none}>No voices found</p>}
      </div>
      <output className={styles.count}>{countText(list)}</output>
    </div>
  )
}

/** The number of voices. A search shows at most 50 (product §5). */
function countText({ isSearch, isBeyond, length, total }: Props['list']): string {
  if (!isSearch) return total === 1 ? '1 voice' : `${total} voices`
  const where = isBeyond ? ' in other languages' : ''
  return `${total} found${where}${total > length ? `, the first ${length} are shown` : ''}`
}

function reveal(box: HTMLElement | null, id: string, where: 'centre' | 'nearest'): void {
  const option = document.getElementById(id)
  if (!box || !option) return
  const { offsetTop: top, offsetHeight: height } = option
  const end = top + height - box.clientHeight
  if (where === 'centre') box.scrollTop = (top + end) / 2
  else if (top < box.scrollTop) box.scrollTop = top
  else if (end > box.scrollTop) box.scrollTop = end
}

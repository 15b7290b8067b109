import type { Voice } from '@andscene/contracts/voices/voice'
import { CloseIcon } from '@andscene/web-kit/icons/actions'
import { tip } from '@andscene/web-kit/tooltip'
import type { LineSound } from '@andscene/screenplay/sound/line-sounds'
import { memo, useId, useRef, type KeyboardEvent, type ReactNode } from 'react'
import { slotKey, type Slot } from '../casting-draft.ts'
import { STOP } from '../use-roving-focus.ts'
import { Flag, VoiceAbsence, VoiceOrigin, VoiceTraits } from './voice-option.tsx'
import { OpenIcon } from '../../icons.tsx'
import { IconButton } from '../../page/transport/icon-button.tsx'
import { PreviewButton } from './preview-button.tsx'
import { useVoiceList, type VoiceOffer } from './use-voice-list.ts'
import { voiceTone } from './voice-chips.ts'
import styles from './voice-picker.module.css'
import { optionId, VoicePopup } from './voice-popup.tsx'

export type PickerProps = {
  slot: Slot
  label: string
  hint: string
  offer: VoiceOffer
  byId: ReadonlyMap<string, Voice>
  voiceId: string | undefined
  onGive: (slot: Slot, voiceId: string | undefined) => void
  previewText?: string | undefined
  reason?: string | undefined
  /** Shown without a voice. */
  placeholder?: string | undefined
  /** Of the label, if that is a name of the script. */
  language?: string | undefined
  /** How the preview is heard, and in words. */
  sound?: LineSound | undefined
  soundText?: string | undefined
  /** Controls after the preview, and what they open. */
  tool?: ReactNode
  panel?: ReactNode
}

export const VoicePicker = memo(function VoicePicker(props: PickerProps) {
  const { slot, label, hint, offer, byId, voiceId, onGive, previewText, reason, language } = props
  const { placeholder = 'Choose a voice', sound, soundText, tool, panel } = props
  const id = useId()
  const field = useRef<HTMLDivElement>(null)
  const input = useRef<HTMLInputElement>(null)
  const list = useVoiceList(offer, voiceId)
  const voice = voiceId === undefined ? undefined : byId.get(voiceId)
  const gone = voiceId !== undefined && !voice
  const previewId = slotKey(slot)

  const give = (chosen: string | undefined) => {
    list.close()
    onGive(slot, chosen)
  }

  const onKeyDown = (event: KeyboardEvent) => {
    const { key } = event
    const { pointed } = list
    if (!list.isOpen) {
      // Arrow keys without Alt move between fields.
      if (key !== 'Enter' && !(event.altKey && (key === 'ArrowDown' || key === 'ArrowUp'))) return
      list.search('')
    } else if (key === 'ArrowDown') list.move(1)
    else if (key === 'ArrowUp' && !event.altKey) list.move(-1)
    else if (key === 'Enter') {
      if (pointed) give(pointed.voiceId)
    } else if (key === 'ArrowUp') list.close()
    else return
    event.preventDefault()
  }

  /** From the field or a preview button of the list: closes the list, not the dialog around it. */
  const onEscape = (event: KeyboardEvent) => {
    if (event.key !== 'Escape' || !list.isOpen) return
    event.stopPropagation()
    event.preventDefault()
    list.close()
    input.current?.focus()
  }

  /** Reserves room for the traits of a voice, unless the reason says why there is none. */
  const isAbout = voiceId !== undefined || reason === undefined
  const closedHint = gone ? 'Voice no longer available' : placeholder
  return (
    // Only handles keys of the field and buttons inside; it is not interactive itself.
    // oxlint-disable-next-line jsx-a11y/no-static-element-interactions
    <div
      className={styles.picker}
      data-row
      onKeyDown={onEscape}
      onBlur={(event) => {
        if (list.isOpen && !event.currentTarget.contains(event.relatedTarget)) list.close()
      }}
    >
      <div className={styles.head}>
        <label
          id={`${id}-label`}
          htmlFor={id}
          className={styles.label}
          {...tip(label, { whenCut: true })}
          dir="auto"
          lang={language}
        >
          {label}
        </label>
        <span className={styles.hint}>{hint}</span>
      </div>
      <div className={styles.row}>
        <div
          ref={field}
          className={styles.field}
          data-tone={voice && voiceTone(voice)}
          data-gone={gone || undefined}
        >
          {voice && <Flag locale={voice.locale} />}
          <input
            ref={input}
            {...STOP}
            id={id}
            className={styles.input}
            type="text"
            role="combobox"
            aria-expanded={list.isOpen}
            aria-controls={list.isOpen ? `${id}-list` : undefined}
            aria-activedescendant={list.active >= 0 ? optionId(`${id}-list`, list.active) : undefined}
            aria-autocomplete="list"
            aria-invalid={gone}
            aria-describedby={[
              ...(isAbout ? [`${id}-about`] : []),
              ...(reason === undefined ? [] : [`${id}-reason`]),
              ...(soundText === undefined ? [] : [`${id}-sound`]),
            ].join(' ')}
            autoComplete="off"
            spellCheck={false}
            dir="auto"
            value={list.isOpen ? list.query : (voice?.name ?? '')}
            placeholder={list.isOpen ? (voice?.name ?? 'Search voices') : closedHint}
            onFocus={(event) => event.target.select()}
            onClick={() => list.isOpen || list.search('')}
            onChange={(event) => list.search(event.target.value)}
            onKeyDown={onKeyDown}
          />
          {voiceId !== undefined && (
            <IconButton
              {...STOP}
              className={styles.clear}
              name="Remove voice"
              size={32}
              isMuted
              aria-describedby={`${id}-label`}
              onClick={() => {
                give(undefined)
                input.current?.focus()
              }}
            >
              <CloseIcon size={17} />
            </IconButton>
          )}
          <span className={styles.caret} aria-hidden="true">
            <OpenIcon size={17} />
          </span>
        </div>
        {voice && (
          <PreviewButton
            id={`${previewId}:${voice.voiceId}`}
            voiceId={voice.voiceId}
            voiceName={voice.name}
            text={previewText}
            sound={sound}
            {...STOP}
          />
        )}
        {tool}
      </div>
      {isAbout && (
        <p id={`${id}-about`} className={styles.about} data-gone={gone || undefined}>
          {gone && 'This voice no longer exists. Choose another one.'}
          {voice && (
            <>
              <span>
                <VoiceOrigin voice={voice} />
              </span>
              {!voice.isActive && <VoiceAbsence voice={voice} />}
              <VoiceTraits voice={voice} />
            </>
          )}
        </p>
      )}
      {reason !== undefined && (
        <p id={`${id}-reason`} className={styles.reason} {...tip(reason, { whenCut: true })}>
          {reason}
        </p>
      )}
      {soundText !== undefined && (
        <p id={`${id}-sound`} className={styles.reason}>
          {soundText}
        </p>
      )}
      {panel}
      {list.isOpen && (
        <VoicePopup
          listId={`${id}-list`}
          selectedId={voiceId}
          onChoose={give}
          {...{ label, field, list, previewId, previewText }}
        />
      )}
    </div>
  )
})

import { NOTE_TEXT_LIMIT } from '@andscene/contracts/limits'
import {
  NOTE_CATEGORIES,
  NOTE_COLOURS,
  type NoteCategory,
  type NoteColour,
  type NoteRange,
} from '@andscene/contracts/notes'
import { classNames } from '@andscene/web-kit/class-names'
import parts from '@andscene/web-kit/parts.module.css'
import { useSnackbar } from '@andscene/web-kit/snackbar'
import { tip } from '@andscene/web-kit/tooltip'
import { useEffect, useId, useLayoutEffect, useRef, useState, type KeyboardEvent } from 'react'
import type { Draft, DraftPlace } from '../store/drafts.ts'
import { useNotesStore } from '../use-store.ts'
import { MentionList, optionId, useMentionList } from './mention-list.tsx'
import { mentionedIn } from './mentions.ts'
import styles from './note-editor.module.css'

const COUNTED_FROM = 300
const number = new Intl.NumberFormat('en')
/** Length in code points, not UTF-16 code units. */
export const lengthOf = (text: string): number => [...text].length

type Props = {
  place: DraftPlace
  initial?: Partial<Omit<Draft, 'noteId'>>
  range?: NoteRange | undefined
  atMs?: number | undefined
  label: string
  send: string
  /** Shows the color and category fields; a reply inherits those of its note. */
  hasLook?: boolean
  onSend: (written: Draft) => void
  onClose: () => void
}

/** The editor of a note. Stores each change as a draft and starts from the stored draft. */
export function NoteEditor(props: Props) {
  const { place, initial, range, atMs, label, send, hasLook = false, onSend, onClose } = props
  const { drafts } = useNotesStore()
  const snackbar = useSnackbar()
  const [draft, setDraft] = useState<Draft>(() => ({
    noteId: crypto.randomUUID(),
    text: '',
    colour: 'yellow',
    category: 'General',
    ...initial,
    ...drafts.get(place),
  }))
  useEffect(() => drafts.open(place), [drafts, place])
  const field = useRef<HTMLTextAreaElement>(null)
  const words = useId()
  useEffect(() => {
    field.current?.focus({ preventScroll: true })
    field.current?.setSelectionRange(field.current.value.length, field.current.value.length)
  }, [])

  const [caret, setCaret] = useState(draft.text.length)
  const mentions = useMentionList({
    text: draft.text,
    caret,
    onChoose({ key, name }, start) {
      const before = `${draft.text.slice(0, start)}@${name} `
      change({
        text: before + draft.text.slice(caret).replace(/^ /, ''),
        mentions: [...(draft.mentions ?? []), { key, name }],
      })
      moveCaret(before.length)
    },
  })
  const list = `${words}-people`
  const hasList = mentions.found.length > 0
  /** After the text has been rendered. */
  const [wantedCaret, setWantedCaret] = useState<number>()
  const moveCaret = (to: number) => {
    setCaret(to)
    setWantedCaret(to)
  }
  useLayoutEffect(() => {
    if (wantedCaret !== undefined) field.current?.setSelectionRange(wantedCaret, wantedCaret)
  }, [wantedCaret])

  const text = draft.text.trim()
  const length = lengthOf(text)
  const isTooLong = length > NOTE_TEXT_LIMIT
  const change = (next: Partial<Draft>) => {
    const changed = { ...draft, range, atMs, ...next }
    setDraft(changed)
    if (changed.text.trim() === '') drafts.drop(place, changed)
    else drafts.set(place, changed)
  }
  const submit = () => {
    if (text === '' || isTooLong) return field.current?.focus()
    onSend({ ...draft, text, mentions: mentionedIn(text, draft.mentions ?? [], mentions.people) })
    drafts.drop(place, draft)
  }
  const discard = () => {
    drafts.drop(place, draft)
    onClose()
    if (text === '' || text === initial?.text) return
    snackbar.success('Draft discarded.', {
      action: { label: 'Undo', run: () => drafts.set(place, draft) },
    })
  }
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.nativeEvent.isComposing) return
    if (event.target === field.current && mentions.press(event)) {
      // Handled by the list of people.
    } else if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) submit()
    else if (event.key === 'Escape') onClose()
    else return
    event.preventDefault()
    event.stopPropagation()
  }

  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- its keys are those of the fields in it
    <form
      className={styles.editor}
      data-note-colour={draft.colour}
      onKeyDown={onKeyDown}
      onSubmit={(event) => {
        event.preventDefault()
        submit()
      }}
    >
      <textarea
        ref={field}
        className={styles.field}
        aria-label={label}
        aria-describedby={isTooLong ? words : undefined}
        aria-invalid={isTooLong || undefined}
        placeholder={label}
        dir="auto"
        rows={hasLook ? 3 : 2}
        value={draft.text}
        aria-haspopup="listbox"
        aria-autocomplete="list"
        aria-controls={hasList ? list : undefined}
        aria-activedescendant={mentions.marked && optionId(list, mentions.marked)}
        onChange={({ target }) => {
          setWantedCaret(undefined)
          setCaret(target.selectionEnd)
          change({ text: target.value })
        }}
        onSelect={({ currentTarget }) => setCaret(currentTarget.selectionEnd)}
      />
      {hasList && <MentionList id={list} {...mentions} />}
      {NOTE_TEXT_LIMIT - length <= COUNTED_FROM && (
        <p id={words} className={classNames(styles.count, isTooLong && styles.tooLong)} aria-live="polite">
          {isTooLong
            ? `A note can have ${number.format(NOTE_TEXT_LIMIT)} characters. This one has ${number.format(length)}.`
            : `${number.format(length)} of ${number.format(NOTE_TEXT_LIMIT)} characters`}
        </p>
      )}
      {hasLook && (
        <div className={styles.colours} role="radiogroup" aria-label="Colour">
          {NOTE_COLOURS.map((colour) => (
            <label key={colour} className={styles.colour} data-note-colour={colour} {...tip(nameOf(colour))}>
              <input
                type="radio"
                className="as-visually-hidden"
                name={`${words}-colour`}
                aria-label={nameOf(colour)}
                checked={draft.colour === colour}
                onChange={() => change({ colour })}
              />
            </label>
          ))}
        </div>
      )}
      <div className={styles.actions}>
        {hasLook && (
          <select
            className={classNames(parts.select, styles.category)}
            aria-label="Category"
            value={draft.category}
            onChange={({ target }) => change({ category: target.value as NoteCategory })}
          >
            {NOTE_CATEGORIES.map((category) => (
              <option key={category}>{category}</option>
            ))}
          </select>
        )}
        <button type="button" className={parts.textButton} onClick={discard}>
          {text === '' || initial?.text !== undefined ? 'Cancel' : 'Discard'}
        </button>
        <button
          type="submit"
          className="as-button as-button-primary"
          aria-disabled={text === '' || isTooLong || undefined}
          {...tip('Ctrl+Enter')}
        >
          {send}
        </button>
      </div>
    </form>
  )
}

const nameOf = (colour: NoteColour) => colour.charAt(0).toUpperCase() + colour.slice(1)

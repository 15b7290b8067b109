import { CloseIcon } from '@andscene/web-kit/icons/actions'
import { classNames } from '@andscene/web-kit/class-names'
import parts from '@andscene/web-kit/parts.module.css'
import { autoUpdate, flip, offset, shift, size, useFloating } from '@floating-ui/react-dom'
import { useEffect, useEffectEvent, useLayoutEffect, useRef, type KeyboardEvent } from 'react'
import { createPortal } from 'react-dom'
import { useLostLines } from '../../drafts/lost-lines.ts'
import { focusLine } from '../../page/narration/in-sight.ts'
import { useOpenScript } from '../../page/open-script.ts'
import { IconButton } from '../../page/transport/icon-button.tsx'
import { LineWords } from '../../page/sheet/run-words.tsx'
import { clockText } from '../../page/transport/places/whereabouts.ts'
import { beginNote, closeNote } from '../begin-note.ts'
import { NoteEditor } from '../editor/note-editor.tsx'
import { GuestNameFirst } from '../guest-name.tsx'
import { keepPeek, leavePeek } from '../marks/use-peek.ts'
import { pressNoteKey } from '../move-to-note.ts'
import { isShown } from '../note-filter.ts'
import { AddNoteIcon } from '../../icons.tsx'
import { firstWordsOf, noteTitle, subjectOf } from '../note-title.ts'
import { notesView, useNotesView, type OpenedLine } from '../notes-view.ts'
import { mentioning } from '../store/operation.ts'
import { homelessOf, type Thread } from '../store/threads.ts'
import { useNotesStore, useSnapshot, useThreadsOf } from '../use-store.ts'
import { CardButton } from './card-button.tsx'
import { HomelessTexts } from './refused-note.tsx'
import { ThreadCard } from './thread-card.tsx'
import styles from './line-card.module.css'
import { useAboveKeyboard } from './use-above-keyboard.ts'

/** Distance of the card to its line and to the edges of the window, in pixels. */
const GAP = 8
const EDGE = 12
const TOP = 72
const PADDING = { top: TOP, bottom: EDGE, left: EDGE, right: EDGE }

const middleware = [
  offset(GAP),
  flip({ padding: PADDING, crossAxis: false, fallbackPlacements: ['left-start', 'bottom-end', 'top-end'] }),
  shift({ padding: PADDING }),
  size({
    padding: PADDING,
    apply({ availableHeight, elements: { floating } }) {
      floating.style.setProperty('--most-height', `${Math.max(availableHeight, 240)}px`)
    },
  }),
]

/** Marks the notes of an open card as seen; they stay marked as new until it is closed. */
function useSeeing(threads: readonly Thread[], isOpened: boolean): void {
  const notes = useNotesStore()
  const see = useEffectEvent(() => notes.see(threads.flatMap(({ note, replies }) => [note, ...replies])))
  const { unseen } = useSnapshot()
  useEffect(() => {
    if (isOpened && unseen > 0) see()
  }, [isOpened, unseen])
  useEffect(() => (isOpened ? notes.release : undefined), [isOpened, notes])
}

export function LineCard() {
  const opened = useNotesView((view) => view.opened)
  return opened && createPortal(<Card key={opened.lineId} opened={opened} />, document.body)
}

function Card({ opened }: { opened: OpenedLine }) {
  const { script, lines, map, player } = useOpenScript()
  const notes = useNotesStore()
  const { lineId, isWriting, isPeek, takesFocus, range, atMs } = opened
  const index = lines.findIndex(({ _id }) => _id === lineId)
  const lost = useLostLines().get(lineId)
  const line = lines[index] ?? lost?.line
  const status = useNotesView(({ filter }) => filter.status)
  const selected = useNotesView((view) => view.selected)
  const { places, homeless: allHomeless } = useSnapshot()
  const threads = useThreadsOf(lineId).filter(
    (thread) => isShown(thread, status, places) || thread.note._id === selected,
  )
  const homeless = homelessOf(allHomeless, lineId)
  useSeeing(threads, !isPeek)
  const box = useRef<HTMLDialogElement>(null)
  const { refs, floatingStyles, isPositioned } = useFloating({
    strategy: 'fixed',
    placement: 'right-start',
    transform: false,
    middleware,
    whileElementsMounted: autoUpdate,
  })
  useLayoutEffect(() => {
    const margin = document.querySelector(`[data-note-margin="${CSS.escape(lineId)}"]`)
    refs.setReference(margin)
    refs.setFloating(box.current)
  })
  useAboveKeyboard(box)

  const close = () => {
    const hadFocus = box.current?.contains(document.activeElement) ?? false
    const mark = document.querySelector<HTMLElement>(`[data-note-mark="${CSS.escape(lineId)}"]`)
    const returnsToMark = hadFocus && mark && !isWriting
    // While the card is open: otherwise the focused mark would open it again.
    if (returnsToMark) mark.focus({ preventScroll: true })
    closeNote(player)
    if (hadFocus && !returnsToMark) focusLine(lost ? Math.max(lost.after, 0) : index)
  }
  useEffect(() => {
    if (takesFocus && !isWriting) box.current?.focus({ preventScroll: true })
  }, [takesFocus, isWriting])
  const leave = useEffectEvent(() => {
    // An open editor stays until its note is sent or closed.
    if (!isWriting && !box.current?.querySelector('form')) notesView.set({ opened: null })
  })
  useEffect(() => {
    const press = ({ target }: PointerEvent) => {
      const isOurs =
        target instanceof Element && target.closest('[data-notes-part], [data-note-margin], .as-snackbar')
      if (!isOurs) leave()
    }
    addEventListener('pointerdown', press)
    return () => removeEventListener('pointerdown', press)
  }, [])
  const hasHomeless = homeless.operations.length > 0 || homeless.drafts.length > 0
  const isEmpty = threads.length === 0 && !isWriting && !hasHomeless
  useEffect(() => {
    if (isEmpty) leave()
  }, [isEmpty])
  if (!line || isEmpty) return null

  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'Escape' && !pressNoteKey({ player, lines, map }, event.nativeEvent)) return
    event.preventDefault()
    event.stopPropagation()
    if (event.key === 'Escape') close()
  }
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- it goes with the pointer, and Escape closes it
    <dialog
      open
      ref={box}
      aria-label={isWriting ? noteTitle(line) : 'Notes on this line'}
      tabIndex={-1}
      className={classNames(styles.card, isPositioned && styles.placed)}
      style={floatingStyles}
      data-notes-part=""
      onKeyDown={onKeyDown}
      onPointerEnter={keepPeek}
      onPointerLeave={leavePeek}
      onFocus={() => {
        keepPeek()
        if (isPeek) notesView.set({ opened: { ...opened, isPeek: false } })
      }}
      onPointerDown={() => isPeek && notesView.set({ opened: { ...opened, isPeek: false } })}
    >
      <header className={styles.head}>
        <p className={styles.line} dir="auto">
          {isWriting ? (
            <>
              Note on <b>{subjectOf(line)}</b>: “<bdi>{firstWordsOf(line)}</bdi>”
            </>
          ) : (
            <>
              {line.character !== undefined && line.type !== 'Character' && <b>{line.character}</b>}{' '}
              <LineWords line={line} found={undefined} />
            </>
          )}
        </p>
        {isWriting && atMs !== undefined && <span className={parts.fact}>{clockText(atMs)}</span>}
        <IconButton name="Close" hint="" size={32} isMuted onClick={close}>
          <CloseIcon size={18} />
        </IconButton>
      </header>
      <div className={styles.body}>
        {isWriting && (
          <GuestNameFirst>
            {range && (
              <blockquote className={styles.quote} dir="auto">
                {line.text.slice(range.start, range.end)}
                <CardButton onClick={() => notesView.set({ opened: { ...opened, range: undefined } })}>
                  Use whole line
                </CardButton>
              </blockquote>
            )}
            <NoteEditor
              place={`line:${lineId}`}
              range={range}
              atMs={atMs}
              label="Your note"
              send="Send"
              hasLook
              onSend={({ noteId, text, colour, category, mentions }) => {
                notes.create({
                  _id: noteId,
                  lineId,
                  ...(script.draft && { draft: script.draft.number }),
                  ...(range && { range }),
                  ...(atMs !== undefined && { atMs }),
                  text,
                  colour,
                  category,
                  ...mentioning(mentions),
                })
                close()
              }}
              onClose={close}
            />
          </GuestNameFirst>
        )}
        <HomelessTexts {...homeless} />
        {threads.map((thread) => (
          <ThreadCard key={thread.note._id} thread={thread} isSelected={thread.note._id === selected} />
        ))}
        {!isWriting && !lost && (
          <button type="button" className={styles.more} onClick={() => beginNote({ player, lines }, index)}>
            <AddNoteIcon size={16} /> Another note on this line
          </button>
        )}
      </div>
    </dialog>
  )
}

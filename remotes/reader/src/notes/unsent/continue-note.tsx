import { useMemo, useState, useSyncExternalStore } from 'react'
import { useOpenScript } from '../../page/open-script.ts'
import { continueNote } from '../begin-note.ts'
import { indexesOf } from '../note-filter.ts'
import { firstWordsOf, subjectOf } from '../note-title.ts'
import styles from './lost-words.module.css'
import { useNotesView } from '../notes-view.ts'
import { idOf, type PlacedDraft } from '../store/drafts.ts'
import { useNotesStore, useSnapshot } from '../use-store.ts'

const lineOf = ({ place, draft }: PlacedDraft) => (place.startsWith('line:') ? idOf(place) : draft.lineId)
const HEADING = 'Your note is not sent yet'

/** Offers drafts of an earlier visit, the latest first (product §12). */
export function ContinueNote() {
  const { lines, player } = useOpenScript()
  const { drafts } = useNotesStore()
  const { status } = useSnapshot()
  useSyncExternalStore(drafts.subscribe, drafts.getSnapshot)
  const isCardOpen = useNotesView(({ opened }) => opened !== null)
  const [handled, setHandled] = useState<ReadonlySet<string>>(new Set())
  const left = drafts.leftBehind().filter(({ draft }) => !handled.has(draft.noteId))
  const indexes = useMemo(() => indexesOf(lines), [lines])
  const indexIn = (placed: PlacedDraft) => indexes.get(lineOf(placed) ?? '') ?? -1
  const placed = left.findLast((one) => indexIn(one) >= 0)
  const index = placed ? indexIn(placed) : -1
  const line = lines[index]
  const isOffered = status === 'ready' && !isCardOpen && line !== undefined
  const putAway = (some: readonly PlacedDraft[]) =>
    setHandled(new Set([...handled, ...some.map(({ draft }) => draft.noteId)]))
  const go = ({ place, draft }: PlacedDraft) => {
    putAway([{ place, draft }])
    player.show(index)
    continueNote({ player, lines }, index, place)
  }
  return (
    <>
      {/* The live region is rendered before its text, so that screen readers announce the text. */}
      <output className="as-visually-hidden" aria-label="Unfinished note">
        {isOffered && HEADING}
      </output>
      {isOffered && placed && (
        <section className={styles.lost} aria-label="Unfinished note" data-notes-part="">
          <h2>{HEADING}</h2>
          <p dir="auto">
            On <b>{subjectOf(line)}</b>: “<bdi>{firstWordsOf(line)}</bdi>”
          </p>
          <blockquote className={styles.first} dir="auto">
            {placed.draft.text}
          </blockquote>
          <div>
            <button type="button" className="as-button" onClick={() => putAway(left)}>
              Not now
            </button>
            <button type="button" className="as-button as-button-primary" onClick={() => go(placed)}>
              Continue your note
            </button>
          </div>
        </section>
      )}
    </>
  )
}

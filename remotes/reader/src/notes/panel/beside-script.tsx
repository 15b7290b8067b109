import { useLayoutEffect, useRef } from 'react'
import { Loading } from '@andscene/web-kit/loading'
import { showSide, useSide, type Side } from '../../figures/figures-view.ts'
import { useFiguresParts } from '../../figures/late-figures.ts'
import { Segments } from '../../page/segments.tsx'
import { CharacterPanel } from '../../page/voices/character-panel.tsx'
import panel from '../../page/voices/character-panel.module.css'
import { useNotes } from '../late-notes.ts'
import { useIsWide } from '../../page/breakpoints.ts'
import { useMayNote } from '../../page/open-script.ts'

/** The cast, the notes or the figures next to the script; only on wide screens. */
export function BesideScript() {
  const mayNote = useMayNote()
  const shown = useSide()
  const side = shown === 'notes' && !mayNote ? 'cast' : shown
  const isWide = useIsWide()
  const notes = useNotes()
  const figures = useFiguresParts()
  if (side === 'cast' || !isWide) return <CharacterPanel above={<Choice side="cast" />} />
  const head = <Choice side={side} />
  return (
    <aside
      key={side}
      className={panel.panel}
      aria-label={side === 'notes' ? 'Notes' : 'Figures'}
      data-side={side}
      data-notes-part={side === 'notes' ? '' : undefined}
    >
      {side === 'notes' && notes && <notes.parts.NotesPanel head={head} />}
      {side === 'figures' && figures && <figures.FiguresPanel head={head} />}
      {!(side === 'notes' ? notes : figures) && (
        <>
          {head}
          <Loading text={`Loading ${side}…`} />
        </>
      )}
    </aside>
  )
}

const CAST = { value: 'cast', label: 'Cast' } as const
const NOTES = { value: 'notes', label: 'Notes' } as const
const FIGURES = { value: 'figures', label: 'Figures' } as const
const EVERY = [CAST, NOTES, FIGURES]
const WITHOUT_NOTES = [CAST, FIGURES]

/** The choice is rendered again in another panel, and keeps the focus there. */
let keepsFocus = false

function Choice({ side }: { side: Side }) {
  const box = useRef<HTMLDivElement>(null)
  useLayoutEffect(() => {
    if (keepsFocus) box.current?.querySelector<HTMLElement>('input:checked')?.focus({ preventScroll: true })
    keepsFocus = false
  }, [])
  return (
    <div ref={box}>
      <Segments<Side>
        look="tabs"
        label="Beside the script"
        options={useMayNote() ? EVERY : WITHOUT_NOTES}
        value={side}
        onChange={(next) => {
          keepsFocus = box.current?.contains(document.activeElement) ?? false
          showSide(next)
        }}
      />
    </div>
  )
}

import { useEffect, useState } from 'react'
import { createPortal } from 'react-dom'
import { useOpenScript } from '../../page/open-script.ts'
import { useScriptLanguage } from '../../page/use-script-language.ts'
import { Charts } from '../chart/charts.tsx'
import { Drafts } from '../drafts/drafts.tsx'
import { CharacterTable } from '../tables/character-table.tsx'
import { SceneTable } from '../tables/scene-table.tsx'
import { Times } from '../times.tsx'
import { useDraftBefore } from '../drafts/use-draft-totals.ts'
import { figuresView } from '../figures-view.ts'
import { TotalsList } from '../totals-list.tsx'
import { useFigures } from '../use-figures.ts'
import styles from './printed-figures.module.css'

/** The figures on paper, with all rows, instead of the page; opens the browser's print dialog. */
export function PrintedFigures() {
  const figures = useFigures()
  const before = useDraftBefore()
  const { script } = useOpenScript()
  const language = useScriptLanguage()
  const [date] = useState(() => new Date().toLocaleDateString())
  useEffect(() => {
    const watching = new AbortController()
    addEventListener('afterprint', figuresView.printed, { signal: watching.signal })
    // Rendered completely, and laid out.
    const frame = requestAnimationFrame(() => print())
    return () => {
      watching.abort()
      cancelAnimationFrame(frame)
    }
  }, [])
  return createPortal(
    <div className={styles.print} data-printed-figures="">
      <header className={styles.title}>
        <h1 dir="auto" lang={language}>
          {script.title}
        </h1>
        <p>Figures, {date}</p>
        <Times figures={figures} />
      </header>
      <TotalsList totals={figures.totals} before={before} />
      <Charts figures={figures} isPrinted />
      <SceneTable scenes={figures.scenes} isPrinted />
      <CharacterTable characters={figures.characters} isPrinted />
      <Drafts totals={figures.totals} isPrinted />
    </div>,
    document.body,
  )
}

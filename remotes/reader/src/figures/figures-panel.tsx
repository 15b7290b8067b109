import parts from '@andscene/web-kit/parts.module.css'
import type { ReactNode } from 'react'
import { ReportIcon } from '../icons.tsx'
import { useOpenScript } from '../page/open-script.ts'
import { Charts } from './chart/charts.tsx'
import { Drafts } from './drafts/drafts.tsx'
import { useDraftBefore } from './drafts/use-draft-totals.ts'
import styles from './figures-panel.module.css'
import { figuresView } from './figures-view.ts'
import { CharacterTable } from './tables/character-table.tsx'
import { SceneTable } from './tables/scene-table.tsx'
import { Times } from './times.tsx'
import { TotalsList } from './totals-list.tsx'
import { useFigures } from './use-figures.ts'

/** How long the script runs and who speaks (product §17): totals, charts and tables. */
export function FiguresPanel({ head }: { head: ReactNode }) {
  const { lines } = useOpenScript()
  const figures = useFigures()
  const before = useDraftBefore()
  return (
    <>
      {head}
      <div className={styles.body}>
        {figures.lines === 0 ? (
          <p className={styles.empty}>
            {lines.length === 0
              ? 'This script has no lines.'
              : 'This script has no lines that are read aloud.'}
          </p>
        ) : (
          <>
            <div className={styles.bar}>
              <Times figures={figures} />
              <button type="button" className="as-button" onClick={figuresView.print}>
                <ReportIcon size={16} /> Print
              </button>
            </div>
            <TotalsList totals={figures.totals} before={before} />
            <Charts figures={figures} />
            <SceneTable scenes={figures.scenes} />
            <CharacterTable characters={figures.characters} />
            <Drafts totals={figures.totals} />
            <p className={parts.hint}>
              Read time is how long it takes to read everything aloud at 1×, with the pauses between lines. It
              is not the length of a film. Dialogue is its part in the words of dialogue and action.
            </p>
          </>
        )}
      </div>
    </>
  )
}

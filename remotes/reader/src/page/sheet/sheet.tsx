import { isSkipped } from '@andscene/screenplay/line-types'
import { useMemo } from 'react'
import type { PlayerSnapshot } from '../../player/engine/state.ts'
import { usePlayerState } from '../../player/playbacks.ts'
import type { Hit } from '../find/find-bar.tsx'
import { itemsOf, type IndexedLine } from './page-lines.ts'
import { useOpenScript } from '../open-script.ts'
import { ScriptLine, type LineMark } from './script-line.tsx'
import styles from './sheet.module.css'

function markOf(index: number, { line, state }: PlayerSnapshot): LineMark {
  if (index !== line) return 'none'
  return state === 'loading' || state === 'playing' || state === 'paused' ? state : 'current'
}

type Props = {
  /** The line that the search stands on. */
  hit: Hit | null
}

/** The page on show: at most about 20 lines, however long the script. */
export function Sheet({ hit }: Props) {
  const { lines, map, playback, skippedLineTypes, script } = useOpenScript()
  const state = usePlayerState(playback.player)
  const page = map.pages[state.page]
  const items = useMemo(() => (page ? itemsOf(lines, page.start, page.end) : []), [lines, page])

  const draw = ({ index, line }: IndexedLine) => (
    <ScriptLine
      key={line._id}
      index={index}
      line={line}
      mark={markOf(index, state)}
      hasFailed={state.failedLines.has(index)}
      isSkipped={isSkipped(line, skippedLineTypes)}
      found={hit?.line === index ? hit.words : undefined}
    />
  )
  return (
    <div className={styles.spread}>
      <section className={styles.sheet} aria-label={`${script.title}, page ${state.page + 1}`}>
        <header className={styles.head}>
          <span className={styles.number}>{state.page + 1}.</span>
          <div className={styles.columns} aria-hidden="true">
            <span>Line</span>
            <span>Voice</span>
            <span>Audio</span>
            <span>Length</span>
          </div>
        </header>
        <div>
          {items.map((item) =>
            item.kind === 'line' ? (
              draw(item)
            ) : (
              <div key={`dual-${item.index}`} className={styles.dual}>
                <div className={styles.sides}>
                  <div className={styles.speech}>{item.left.map(draw)}</div>
                  <div className={styles.speech}>{item.right.map(draw)}</div>
                </div>
              </div>
            ),
          )}
        </div>
        {items.length === 0 && <p className={styles.empty}>This script has no lines.</p>}
      </section>
    </div>
  )
}

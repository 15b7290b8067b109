import type { Line } from '@andscene/contracts/script'
import { isolated } from '@andscene/contracts/text/isolated'
import { isHeading, isSkipped } from '@andscene/screenplay/line-types'
import { classNames } from '@andscene/web-kit/class-names'
import { readKey, LINE_DETAILS_KEY, writeKey } from '@andscene/web-kit/storage-keys'
import { Fragment, useMemo, useState, type CSSProperties } from 'react'
import { OpenIcon } from '../../icons.tsx'
import { useDrafts } from '../../drafts/drafts-context.ts'
import { revisionColour } from '../../drafts/revision-colour.ts'
import { useMayNote, useOpenScript } from '../open-script.ts'
import type { PlayerSnapshot } from '../../player/engine/state.ts'
import { usePlayerState } from '../../player/playbacks.ts'
import type { Hit } from '../find/find-bar.tsx'
import { continuedAt, itemsOf, type IndexedLine, type PageItem } from './page-lines.ts'
import { ScriptLine, type LineMark } from './script-line.tsx'
import { useTextSize } from '../paper/text-size.ts'
import { useCopy } from './use-copy.ts'
import { useScriptLanguage } from '../use-script-language.ts'
import lineStyles from './script-line.module.css'
import styles from './sheet.module.css'

function markOf(index: number, { line, state }: PlayerSnapshot): LineMark {
  if (index !== line) return 'none'
  return state === 'loading' || state === 'playing' || state === 'paused' ? state : 'current'
}

const isAct = ({ type }: Line) => type === 'New Act'

type Props = {
  hit: Hit | null
}

/** The visible page: about 20 lines at most, in a script of any length. */
export function Sheet({ hit }: Props) {
  const { lines, map, player, skippedLineTypes, script } = useOpenScript()
  const state = usePlayerState(player)
  const page = map.pages[state.page]
  const items = useMemo(() => (page ? itemsOf(lines, page.start, page.end) : []), [lines, page])
  const continued = page && continuedAt(lines, page.start)
  const { areShown, toggle } = useLineDetails()
  const mayNote = useMayNote()
  const language = useScriptLanguage()
  const hasActs = useMemo(() => lines.some(isAct), [lines])
  const { changeParts, since, isOnly } = useDrafts()
  useCopy(lines)

  const drawLine = ({ index, line }: IndexedLine) => (
    <ScriptLine
      key={line._id}
      index={index}
      line={line}
      mark={markOf(index, state)}
      hasFailed={state.failedLines.has(index)}
      isSkipped={isSkipped(line, skippedLineTypes)}
      level={isAct(line) ? 'h2' : isHeading(line) ? (hasActs ? 'h3' : 'h2') : undefined}
      found={hit?.line === index ? hit.words : undefined}
    />
  )
  const draw = (item: PageItem) =>
    item.kind === 'line' ? (
      drawLine(item)
    ) : (
      <div
        className={styles.dual}
        style={{ '--rows': 2 * Math.max(item.left.length, item.right.length) } as CSSProperties}
      >
        <div className={classNames(styles.speech, styles.left)}>{item.left.map(drawLine)}</div>
        <div className={classNames(styles.speech, styles.right)}>{item.right.map(drawLine)}</div>
      </div>
    )
  return (
    <div className={styles.spread} style={{ '--text-size': useTextSize() / 100 } as CSSProperties}>
      <section
        className={classNames(styles.sheet, !areShown && styles.bare, mayNote && styles.noted)}
        lang={language}
        aria-label={`${isolated(script.title)}, ${isOnly ? 'changes only' : `page ${state.page + 1}`}`}
        data-revision={since && revisionColour(since)}
      >
        <header className={styles.head}>
          <button type="button" className={styles.details} aria-expanded={areShown} onClick={toggle}>
            Line details
            <OpenIcon size={16} />
          </button>
          <span className={styles.number}>{!isOnly && `${state.page + 1}.`}</span>
          <div className={styles.columns} aria-hidden="true">
            <span>Line</span>
            <span>Voice</span>
            <span>Audio</span>
            <span>Length</span>
          </div>
        </header>
        <div>
          {isOnly && changeParts ? (
            <changeParts.ChangesOnly draw={draw} />
          ) : (
            <>
              {continued !== undefined && <Continued character={continued} />}
              {items.map((item) => (
                <Fragment key={`${item.kind}-${item.index}`}>
                  {changeParts && <changeParts.OpenedCuts item={item} />}
                  {draw(item)}
                </Fragment>
              ))}
              {changeParts && page?.end === lines.length && <changeParts.CutsAtEnd />}
            </>
          )}
        </div>
        {items.length === 0 && <p className={styles.empty}>This script has no lines.</p>}
      </section>
    </div>
  )
}

/** The speaker whose cue is on the page before. Hidden from screen readers: the line names its speaker. */
const Continued = ({ character }: { character: string }) => (
  <div className={classNames(lineStyles.row, lineStyles.cue, lineStyles.continued)} aria-hidden="true">
    <div className={lineStyles.name} dir="auto">
      <bdi>{character}</bdi> (cont'd)
    </div>
  </div>
)

/** Returns whether phones show the chips between the lines; stored on the device. */
function useLineDetails() {
  const [areShown, setShown] = useState(() => readKey(LINE_DETAILS_KEY) === 'shown')
  const toggle = () => {
    setShown(!areShown)
    writeKey(LINE_DETAILS_KEY, areShown ? 'hidden' : 'shown')
  }
  return { areShown, toggle }
}

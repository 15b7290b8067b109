import type { Line } from '@andscene/contracts/script'
import { canBeSpoken } from '@andscene/screenplay/can-be-spoken'
import { isHeading } from '@andscene/screenplay/line-types'
import { tip } from '@andscene/web-kit/tooltip'
import { memo, useEffect, useRef, type RefObject } from 'react'
import { classNames } from '@andscene/web-kit/class-names'
import { LineChips } from './line-chips.tsx'
import { bringIntoSight } from '../narration/in-sight.ts'
import { lookOf } from '../line-look.ts'
import type { Player } from '../../player/engine/player.ts'
import { LineWords } from './run-words.tsx'
import styles from './script-line.module.css'
import { useLinePress } from './use-line-press.ts'
import { useProgressFill } from './use-progress-fill.ts'
import { useNotes } from '../../notes/late-notes.ts'
import { useSpokenWord, type StartOfWord } from '../../words/late-words.ts'
import { useMay, useMayNote, useOpenScript } from '../open-script.ts'
import { useDirectingParts } from '../../direct/late-direct.ts'
import { useDrafts } from '../../drafts/drafts-context.ts'
import { useRevisionParts } from '../revision-marks/late-revisions.ts'

export type LineMark = 'none' | 'current' | 'loading' | 'playing' | 'paused'
const MOTION = { none: 'none', current: 'none', loading: 'none', playing: 'moving', paused: 'still' } as const
type Props = {
  index: number
  line: Line
  mark: LineMark
  hasFailed: boolean
  isSkipped: boolean
  found: string | undefined
  /** Level of an act or scene heading. */
  level: 'h2' | 'h3' | undefined
}

/** One line of the script, which plays on click, with its chips (product §2). */
export const ScriptLine = memo(function ScriptLine(props: Props) {
  const { index, line, mark, hasFailed, isSkipped, found, level: Level } = props
  const { player, playback, highlightsWords } = useOpenScript()
  const loaded = useNotes()
  const notes = useMayNote() ? loaded?.parts : undefined
  const directing = useDirectingParts()
  const { comparison, changeParts } = useDrafts()
  const fresh = comparison?.freshIn(index)
  const revisions = useRevisionParts()
  const mayDirect = useMay('cast') && canBeSpoken(line)
  const row = useRef<HTMLDivElement>(null)
  const hasNumber = isHeading(line) && line.sceneNumber !== undefined
  const isCurrent = mark !== 'none'
  useProgressFill(row, player, MOTION[mark])
  useFollow(row, player, mark, found)

  const startOfWord = useRef<StartOfWord>(undefined)
  const spoken = useSpokenWord(highlightsWords && (mark === 'playing' || mark === 'paused'))
  const press = useLinePress(playback, index, isCurrent, startOfWord)
  const text = (
    <div
      className={styles.text}
      dir="auto"
      lang={line.language}
      // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- a real button's words cannot be selected
      role="button"
      tabIndex={0}
      aria-current={isCurrent || undefined}
      {...press}
    >
      <span className={styles.fill} aria-hidden="true" />
      <span className={styles.words} data-words="">
        {notes ? (
          <notes.NotedWords line={line} found={found} fresh={fresh} />
        ) : (
          <LineWords line={line} found={found} fresh={fresh} />
        )}
      </span>
      {line.scriptNote && (
        <span className={styles.note} dir="auto">
          Note: {line.scriptNote}
        </span>
      )}
    </div>
  )

  return (
    <div
      ref={row}
      className={classNames(
        styles.row,
        lookOf(line.type, styles),
        line.capitals && styles.capitals,
        isCurrent && styles.current,
        isSkipped && styles.skipped,
      )}
      data-line-index={index}
      data-mark={mark}
    >
      {changeParts && <changeParts.ChangeMarks index={index} />}
      {spoken && (
        <spoken.SpokenWord
          row={row}
          index={index}
          line={line}
          isMoving={mark === 'playing'}
          startOfWord={startOfWord}
        />
      )}
      {hasNumber && (
        <span className={styles.sceneNumber} aria-hidden="true">
          {line.sceneNumber}
        </span>
      )}
      {Level ? <Level className={styles.level}>{text}</Level> : text}
      {hasNumber && (
        <span className={classNames(styles.sceneNumber, styles.atEnd)} aria-hidden="true">
          {line.sceneNumber}
        </span>
      )}
      {revisions && line.revisions && <revisions.RevisionMark marks={line.revisions} side={line.dual} />}
      {notes && (
        <notes.LineMargin className={styles.margin} index={index} line={line} isCurrent={isCurrent} />
      )}
      {mayDirect && directing && (
        <div className={styles.direct}>
          <directing.LineDirect line={line} isCurrent={isCurrent} />
        </div>
      )}
      <div className={styles.side}>
        <LineChips line={line} isLoading={mark === 'loading'} />
        {hasFailed && (
          <span className={styles.failed} {...tip('This line could not be played')}>
            <span className="as-visually-hidden">This line could not be played</span>
            <span aria-hidden="true">!</span>
          </span>
        )}
      </div>
    </div>
  )
})

/** Scrolls to the audible or held line; skips a line that is left immediately. */
function useFollow(
  row: RefObject<HTMLDivElement | null>,
  player: Player,
  mark: LineMark,
  found: string | undefined,
) {
  /** True until the line was scrolled to after it became the current one. */
  const isNew = useRef(true)
  useEffect(() => {
    if (mark === 'none') isNew.current = true
    const isFollowed = mark !== 'none' && mark !== 'loading' && player.getSnapshot().isFollowing
    if (!isFollowed && found === undefined) return
    const frame = requestAnimationFrame(() => {
      bringIntoSight(row.current, isNew.current)
      isNew.current = mark === 'none'
    })
    return () => cancelAnimationFrame(frame)
  }, [row, player, mark, found])
}

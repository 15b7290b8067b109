import type { Direction } from '@andscene/screenplay/navigation'
import { classNames } from '@andscene/web-kit/class-names'
import parts from '@andscene/web-kit/parts.module.css'
import { useCallback, useLayoutEffect, useRef, type MouseEvent } from 'react'
import { usePlayerState } from '../../player/playbacks.ts'
import { NotesIcon } from '../../icons.tsx'
import { beginNoteHere } from '../../notes/begin-note.ts'
import { useIsPhone } from '../breakpoints.ts'
import { useMayNote, useOpenScript } from '../open-script.ts'
import { useScriptLanguage } from '../use-script-language.ts'
import { AfterPaint } from '../../late/late-parts.tsx'
import { speakerOf } from '../narration/line-news.tsx'
import { step } from './times/moves.ts'
import { placeOf } from './places/listener-place.ts'
import { IconButton } from './icon-button.tsx'
import { MoveButton } from './places/stepper.tsx'
import styles from './mini-player.module.css'
import { PlayButton } from './play-button.tsx'
import { shareOf, write } from './playback-progress.tsx'
import { SleepTime } from './sleep/sleep-menu.tsx'
import { clockText } from './places/whereabouts.ts'
import { useElapsed } from './times/use-script-times.tsx'
import { useWait } from './use-wait.ts'

/** The height in the stylesheet, without the safe area below. */
const HEIGHT = '64px'
const BOTTOM_INSET = '--bottom-inset'

/** The player on phones: speaker, progress, play, previous and next line. After the sheet in the tab order. */
export function MiniPlayer() {
  const isPhone = useIsPhone()
  // Reserves its room from the first frame on.
  useLayoutEffect(() => {
    if (!isPhone) return
    const { style } = document.documentElement
    style.setProperty(BOTTOM_INSET, HEIGHT)
    return () => void style.removeProperty(BOTTOM_INSET)
  }, [isPhone])
  return (
    isPhone && (
      <AfterPaint>
        <Bar />
      </AfterPaint>
    )
  )
}

/** Keeps the text selected that a note refers to. */
const keepSelection = (event: MouseEvent) => event.preventDefault()

function Bar() {
  const { lines, map, player } = useOpenScript()
  const mayNote = useMayNote()
  const state = usePlayerState(player)
  const move = {
    step: placeOf(state, map, lines).line,
    onStep: (direction: Direction) => step(player, 'line', direction),
  }
  const line = lines[Math.max(state.line, 0)]
  const language = useScriptLanguage()
  const wait = useWait()
  const bar = useRef<HTMLElement>(null)
  const time = useRef<HTMLSpanElement>(null)
  const draw = useCallback((elapsedMs: number, totalMs: number) => {
    bar.current?.style.setProperty('--heard', shareOf(elapsedMs, totalMs))
    write(time.current, `${clockText(elapsedMs)} of ${clockText(totalMs)}`)
  }, [])
  useElapsed(player, draw)
  return (
    <section ref={bar} className={styles.bar} aria-label="Mini player">
      <span className={styles.progress} aria-hidden="true" />
      <div className={styles.words}>
        <span className={styles.speaker} dir="auto" lang={line?.character && language}>
          {speakerOf(line)}
        </span>
        <span className={parts.fact}>
          <span ref={time} />
          <SleepTime />
        </span>
        {wait && (
          <span className={classNames(styles.wait, wait.kind !== 'short' && styles.long)} aria-hidden="true">
            {wait.text}
          </span>
        )}
      </div>
      {mayNote && (
        <IconButton
          name="Add a note"
          hint=""
          onMouseDown={keepSelection}
          onClick={() => beginNoteHere({ player, lines })}
        >
          <NotesIcon />
        </IconButton>
      )}
      <MoveButton direction="previous" {...move} />
      <PlayButton player={player} state={state.state} />
      <MoveButton direction="next" {...move} />
    </section>
  )
}

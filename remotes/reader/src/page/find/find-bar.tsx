import { CloseIcon, PlayIcon } from '@andscene/web-kit/icons/actions'
import { useEffect, useMemo, useRef, useState, type KeyboardEvent, type RefObject } from 'react'
import type { ScriptMap } from '@andscene/screenplay/navigation'
import type { Player } from '../../player/engine/player.ts'
import { isReading } from '../../player/engine/state.ts'
import styles from './find-bar.module.css'
import { findLines, nearestHit } from './find-text.ts'
import { NextIcon, PreviousIcon } from '../../icons.tsx'
import { useOpenScript } from '../open-script.ts'
import { IconButton } from '../transport/icon-button.tsx'

export type Hit = { line: number; words: string }
type Props = {
  field: RefObject<HTMLInputElement | null>
  onHit: (hit: Hit | null) => void
  onPlay: (line: number) => void
  /** Called when the search closes: the page returns to the current line, or to where the search began. */
  onReturn: (begun: Place) => void
}

export type Place = { line: number; top: number }

/** Returns the current line if it is on the visible page, otherwise the first line of that page. */
function lineOnShow(player: Player, map: ScriptMap): number {
  const { line, page } = player.getSnapshot()
  const { start, end } = map.pages[page] ?? { start: 0, end: 0 }
  return line >= start && line < end ? line : start
}

export function FindBar({ field, onHit, onPlay, onReturn }: Props) {
  const { lines, map, player } = useOpenScript()
  const [begun] = useState((): Place => ({ line: lineOnShow(player, map), top: scrollY }))
  const from = begun.line
  const [words, setWords] = useState('')
  const [nth, setNth] = useState(0)
  const hasTurned = useRef(false)
  const found = useMemo(() => findLines(lines, words), [lines, words])
  const hit = found[nth] ?? null
  const isEmpty = found.length === 0

  useEffect(() => field.current?.focus(), [field])
  useEffect(() => {
    onHit(hit === null ? null : { line: hit, words })
    if (hit !== null) player.show(hit)
    // The words no longer match: return to where the search began.
    else if (hasTurned.current) player.show(from)
    hasTurned.current = hit !== null
  }, [hit, words, onHit, player, from])

  const type = (next: string) => {
    setWords(next)
    setNth(nearestHit(findLines(lines, next), from))
  }
  const go = (by: number) => {
    if (!isEmpty) setNth((nth + by + found.length) % found.length)
  }
  /** Closing the search does not stop playback, also while a line loads. */
  const close = () => {
    if (isReading(player.getSnapshot())) player.follow()
    else if (hit !== null) player.show(from)
    onReturn(begun)
  }
  const play = () => {
    if (hit === null) return
    player.jump(hit)
    onPlay(hit)
  }
  const onKeyDown = (event: KeyboardEvent) => {
    // These keys belong to the input method.
    if (event.nativeEvent.isComposing) return
    if (event.key === 'Enter' && event.shiftKey) play()
    else if (event.key === 'Enter' || event.key === 'ArrowDown') go(1)
    else if (event.key === 'ArrowUp') go(-1)
    else if (event.key === 'Escape') close()
    else return
    event.preventDefault()
    event.stopPropagation()
  }

  return (
    <search className={styles.bar}>
      <input
        ref={field}
        className={styles.field}
        type="search"
        aria-label="Find in script"
        placeholder="Find in script"
        dir="auto"
        value={words}
        onChange={(event) => type(event.target.value)}
        onKeyDown={onKeyDown}
      />
      <output className={styles.count}>
        {words.trim() !== '' && (isEmpty ? 'Nothing found' : `${nth + 1} of ${found.length}`)}
      </output>
      <IconButton name="Previous match" hint="Previous match (↑)" disabled={isEmpty} onClick={() => go(-1)}>
        <PreviousIcon />
      </IconButton>
      <IconButton name="Next match" hint="Next match (Enter)" disabled={isEmpty} onClick={() => go(1)}>
        <NextIcon />
      </IconButton>
      <IconButton
        name="Play match"
        hint="Play from here (Shift+Enter)"
        disabled={isEmpty}
        onPointerDown={() => hit !== null && player.anticipate(hit)}
        onClick={play}
      >
        <PlayIcon size={18} />
      </IconButton>
      <IconButton name="Close search" hint="Close (Esc)" onClick={close}>
        <CloseIcon size={20} />
      </IconButton>
    </search>
  )
}

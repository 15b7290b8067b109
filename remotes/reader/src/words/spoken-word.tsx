import type { Line } from '@andscene/contracts/script'
import { paceOf } from '@andscene/screenplay/sound/line-sounds'
import { asCast, voiceForLine } from '@andscene/screenplay/voices'
import { useEffect, useState, useSyncExternalStore, type RefObject } from 'react'
import { useOpenScript, type OpenScript } from '../page/open-script.ts'
import { isSpokenBy } from '../player/clips/clip-book.ts'
import { isReadAloud } from '../player/engine/reading.ts'
import type { StartOfWord } from './late-words.ts'
import { followWords } from './follow-words.ts'
import { atPace, lineWords, type LineWord } from './line-words.ts'
import { partAt } from './painted-word.ts'
import './spoken-word.css'
import { wordTimesOf, type LineClip } from './word-times.ts'

type Props = {
  row: RefObject<HTMLElement | null>
  index: number
  line: Line
  isMoving: boolean
  startOfWord: RefObject<StartOfWord | undefined>
}

/** Emphasizes the spoken word of the current line, and tells where the word under a pointer starts (product §2). */
export function SpokenWord({ row, index, line, isMoving, startOfWord }: Props): null {
  const open = useOpenScript()
  const { player, lines, playback } = open
  const { clips } = playback
  const stored = useSyncExternalStore(clips.subscribe, () => storedPath(open, line))
  const path = useHeard(stored, isMoving)
  const words = useWords(path, line)

  useEffect(() => {
    const element = row.current?.querySelector('[data-words]')
    if (!element || words.length === 0) return undefined
    startOfWord.current = (point) => {
      const word = partAt(element, words, point)
      return word && Math.max(0, word.startMs - BEFORE_MS)
    }
    const stop = followWords(element, words, { player, index, isMoving })
    return () => {
      startOfWord.current = undefined
      stop()
    }
  }, [row, index, player, words, isMoving, startOfWord])

  useEffect(() => {
    if (!isMoving) return
    const next = nextSpoken(open, index)
    if (next) void wordTimesOf(playback, next)
    // oxlint-disable-next-line react/exhaustive-deps -- once for each line
  }, [index, isMoving, lines])
  return null
}

/** A line that is heard keeps its words, also when the listener switches to another clip of it. */
function useHeard(stored: string | undefined, isMoving: boolean): string | undefined {
  const [heard, setHeard] = useState(stored)
  if (heard !== stored && (heard === undefined || !isMoving)) setHeard(stored)
  return heard
}

/** A word begins softly: playback starts a little before it. */
const BEFORE_MS = 30
function storedPath({ playback, casting, isVoice }: OpenScript, line: Line): string | undefined {
  const clip = playback.clips.get(line._id)
  const { language } = asCast(line, casting)
  return isSpokenBy(clip, voiceForLine(line, casting, isVoice), language) ? clip?.path : undefined
}

/** The stored clip of the next line, so that its first word is known when it is heard. */
function nextSpoken(open: OpenScript, index: number): LineClip | undefined {
  const next = open.lines.slice(index + 1).find((line) => isReadAloud(line, open.skippedLineTypes))
  const path = next && storedPath(open, next)
  return next && path !== undefined ? { lineId: next._id, path } : undefined
}

const NO_WORDS: readonly LineWord[] = []

function useWords(path: string | undefined, line: Line): readonly LineWord[] {
  const { casting, playback } = useOpenScript()
  const [loaded, setLoaded] = useState<{ path: string; words: readonly LineWord[] }>()
  useEffect(() => {
    if (path === undefined) return undefined
    let isCurrent = true
    void wordTimesOf(playback, { lineId: line._id, path }).then((times) => {
      const words = atPace(times ? lineWords(times) : NO_WORDS, paceOf(line, casting))
      if (isCurrent) setLoaded({ path, words })
    })
    return () => {
      isCurrent = false
    }
  }, [playback, path, line, casting])
  return loaded && loaded.path === path ? loaded.words : NO_WORDS
}

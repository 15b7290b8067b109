import type { Player } from '../player/engine/player.ts'
import { wordAt, type LineWord } from './line-words.ts'
import { paintWord } from './painted-word.ts'

/** Shortest and longest time between two looks at the position: the speed may change. */
const LEAST_MS = 15
const MOST_MS = 250

type Followed = { player: Pick<Player, 'position' | 'getSnapshot'>; index: number; isMoving: boolean }

/** Emphasizes the word that is heard until the returned function is called; looks again when the next word begins. */
export function followWords(
  element: Element,
  words: readonly LineWord[],
  { player, index, isMoving }: Followed,
): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined
  let painted: LineWord | undefined
  const draw = () => {
    const position = player.position()
    const ms = position?.line === index ? position.positionMs : -1
    const { word, until } = wordAt(words, ms)
    if (word !== painted) paintWord(element, word)
    painted = word
    const waitMs = (until - ms) / player.getSnapshot().rate
    if (isMoving) timer = setTimeout(draw, Math.min(Math.max(waitMs, LEAST_MS), MOST_MS))
  }
  draw()
  return () => {
    clearTimeout(timer)
    paintWord(element, undefined)
  }
}

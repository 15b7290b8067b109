import { firstWords } from '../../notes/note-title.ts'
import { usePlayerState } from '../../player/playbacks.ts'
import { useOpenScript } from '../open-script.ts'
import type { Line } from '@andscene/contracts/script'
import { heardText } from '@andscene/screenplay/heard-text'
import { lineKind, isActMark, isHeading } from '@andscene/screenplay/line-types'
import { useEffect, useRef } from 'react'
import { drawWithSound } from '../sheet/use-progress-fill.ts'

/** Announces the target line of a move to screen readers while nothing plays. */
export function LineNews() {
  const { lines, player } = useOpenScript()
  const { moves, line } = usePlayerState(player)
  const present = moves > 0 ? lines[line] : undefined
  return (
    <output className="as-visually-hidden" dir="auto">
      {/* A new element for each move: screen readers skip an unchanged text. */}
      {present && <span key={moves}>{lineAnnouncement(present)}</span>}
    </output>
  )
}

const MOST_CHARACTERS = 80

export function lineAnnouncement(line: Line): string {
  // The text of a cue is its speaker.
  const speaker = lineKind(line.type) === 'Character' ? 'Cue' : speakerOf(line)
  return `${speaker}: ${firstWords(heardText(line), MOST_CHARACTERS)}`
}

export function speakerOf(line: Line | undefined): string {
  if (!line) return ''
  if (line.character !== undefined) return line.character
  if (isHeading(line)) return 'Scene heading'
  if (isActMark(line)) return 'Act heading'
  return lineKind(line.type) === 'Transition' ? 'Transition' : 'Narration'
}

/** Exposes the audible line and the point in its clip at 1× to tests and tools. */
export function PlayerMark() {
  const { player } = useOpenScript()
  const { state, line } = usePlayerState(player)
  const mark = useRef<HTMLDivElement>(null)
  useEffect(() => {
    const element = mark.current
    if (!element) return
    const write = () => {
      // Read together: another line may start between two reads.
      const at = player.position()
      element.dataset.line = String(at?.line ?? line)
      element.dataset.positionMs = String(Math.round(at?.positionMs ?? 0))
    }
    write()
    return state === 'playing' ? drawWithSound(write) : undefined
  }, [player, state, line])
  return <div ref={mark} hidden data-testid="player" data-state={state} />
}

import { usePlayerState } from '../../player/playbacks.ts'
import { useOpenScript } from '../open-script.ts'
import { lineAnnouncement } from './line-announcement.ts'

/** Tells screen readers which line a move has led to, while nothing plays. */
export function LineNews() {
  const { lines, playback } = useOpenScript()
  const { moves, line } = usePlayerState(playback.player)
  const present = moves > 0 ? lines[line] : undefined
  return (
    <output className="as-visually-hidden" dir="auto">
      {/* A new element each time: the same words may follow each other. */}
      {present && <span key={moves}>{lineAnnouncement(present)}</span>}
    </output>
  )
}

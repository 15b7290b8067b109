import type { Line } from '@andscene/contracts/script'
import type { Player } from './player.ts'
import { isReading } from './state.ts'

type Drafts = { from: readonly Line[]; to: readonly Line[] }

/** Returns the index of a line in another draft; of a cut line, that of the nearest line before it that is left. */
export function lineInDraft({ from, to }: Drafts, line: number): number {
  if (line < 0) return line
  const indexes = new Map(to.map(({ _id }, index) => [_id, index]))
  for (let index = Math.min(line, from.length - 1); index >= 0; index -= 1) {
    const found = indexes.get(from[index]!._id)
    if (found !== undefined) return found
  }
  return 0
}

/**
 * Stops the sound of a draft; the returned function continues in the other one at the same line, and at the same point if
 * its words are the same.
 */
export function leaveDraft(player: Player, drafts: Drafts): () => void {
  const before = player.getSnapshot()
  const position = player.position()
  const wasReading = isReading(before)
  const line = lineInDraft(drafts, before.line)
  const [was, is] = [drafts.from[before.line], drafts.to[line]]
  const isSame = was !== undefined && was._id === is?._id && was.text === is.text
  if (before.state !== 'idle') player.stop()
  return () => {
    if (line < 0) return
    if (isSame && position?.line === before.line) player.seek({ ...position, line })
    else player.goToLine(line)
    player.forgetWayBack()
    if (wasReading) player.play()
  }
}

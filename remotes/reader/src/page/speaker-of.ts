import type { Line } from '@andscene/contracts/script'
import { isActMark, isHeading, lineKind } from '@andscene/screenplay/line-types'

/** Who is heard with a line. */
export function speakerOf(line: Line | undefined): string {
  if (!line) return ''
  if (line.character !== undefined) return line.character
  if (isHeading(line)) return 'Scene heading'
  if (isActMark(line)) return 'Act heading'
  return lineKind(line.type) === 'Transition' ? 'Transition' : 'Narration'
}

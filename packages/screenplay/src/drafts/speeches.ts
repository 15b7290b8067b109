import type { MatchedLine } from './normal-line.ts'
import { kindOfLine } from './normal-line.ts'

/** The number of the speech (cue, parentheticals and dialogue) that each line belongs to; other lines have their own. */
export function speechNumbers(lines: readonly Pick<MatchedLine, 'type'>[]): number[] {
  let number = 0
  let isSpeech = false
  return lines.map((line) => {
    const kind = kindOfLine(line)
    const continues = isSpeech && (kind === 'speech' || kind === 'aside')
    isSpeech = kind === 'cue' || kind === 'speech' || kind === 'aside'
    return continues ? number : ++number
  })
}

import type { Line } from '@andscene/contracts/script'
import { lineKind } from '@andscene/screenplay/line-types'
import { speakerOf } from '../speaker-of.ts'

/** Screen readers read no more of a line than this. */
const MOST_CHARACTERS = 80

/** The speaker of a line and its first words. */
export function lineAnnouncement(line: Line): string {
  const begin = beginningOf(line.text.replaceAll(/\s+/g, ' ').trim())
  // The text of a cue is its speaker.
  const speaker = lineKind(line.type) === 'Character' ? 'Cue' : speakerOf(line)
  return `${speaker}: ${begin}`
}

/** Cut at the end of a word, where there is one. */
function beginningOf(text: string): string {
  const characters = [...text]
  if (characters.length <= MOST_CHARACTERS) return text
  const cut = characters.slice(0, MOST_CHARACTERS).join('')
  const space = cut.lastIndexOf(' ')
  return `${space > MOST_CHARACTERS / 2 ? cut.slice(0, space) : cut}…`
}

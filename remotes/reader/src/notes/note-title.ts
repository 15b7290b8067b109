import type { Line } from '@andscene/contracts/script'
import { heardText } from '@andscene/screenplay/heard-text'

const TITLE_CHARACTERS = 40

const KINDS = new Map([
  ['Action', 'the action'],
  ['Character', 'the cue'],
  ['Scene Heading', 'the scene heading'],
  ['Scene', 'the scene heading'],
  ['Shot', 'the shot'],
  ['Transition', 'the transition'],
  ['New Act', 'the act'],
  ['End of Act', 'the act'],
])

export const subjectOf = ({ type, character }: Line): string =>
  (type === 'Character' ? undefined : character) ?? KINDS.get(type) ?? 'the line'

export function firstWords(text: string, most = TITLE_CHARACTERS): string {
  const characters = [...text.replaceAll(/\s+/g, ' ').trim()]
  if (characters.length <= most) return characters.join('')
  const cut = characters.slice(0, most).join('')
  const lastBlank = cut.lastIndexOf(' ')
  return `${lastBlank > most / 2 ? cut.slice(0, lastBlank) : cut}…`
}

/** The first words of a line without struck-out ones, or with them if the line has no others. */
export const firstWordsOf = (line: Line): string => firstWords(heardText(line) || line.text)

export const noteTitle = (line: Line): string => `Note on ${subjectOf(line)}: “${firstWordsOf(line)}”`

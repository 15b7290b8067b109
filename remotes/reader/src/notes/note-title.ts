import type { Line } from '@andscene/contracts/script'

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

export const noteTitle = (line: Line): string => `Note on ${subjectOf(line)}: “${firstWords(line.text)}”`

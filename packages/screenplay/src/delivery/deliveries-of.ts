import type { Line } from '@andscene/contracts/script'
import type { DeliveryName } from '@andscene/contracts/voices/delivery'
import { heardText, type StyledText } from '../heard-text.ts'
import { lineKind, OTHER } from '../line-types.ts'
import { deliveryOfMarks, isInCapitals, type Speech } from './marks.ts'
import { directionReader, type Direction } from './read-direction.ts'

type ReadLine = StyledText & Pick<Line, 'type' | 'character' | 'capitals'>

/** Largest share of lines in capitals in a script where capitals mean shouting, and of a character's lines. */
const MOST_CAPITALS = { script: 1 / 3, character: 1 / 2 }
/** A character with fewer lines in capitals may shout all of them. */
const HABIT = 3
const DIRECTION_AT_START = /^\s{0,20}[([（［【]([^()[\]（）［］【】]{1,100})[)\]）］】]/
const DIRECTIONS = /[([（［【]([^()[\]（）［］【】]{1,100})[)\]）］】]/g
/** Characters at the end of a line that are searched for directions, of which the last one counts. */
const SEARCHED = 500
const MORE = /^\W*more\W*$/i

/**
 * How each line of dialogue is delivered according to its page: by the parentheticals above and in it, the words in
 * brackets of its cue, its capitals and its marks (product §4). A direction applies until the next one other than
 * "(beat)", or the next cue.
 */
export function deliveriesOf(lines: readonly ReadLine[]): (DeliveryName | undefined)[] {
  const isHabit = habitsOf(lines)
  const read = directionReader()
  let above: Direction | undefined
  let isContinued = false
  const follow = (text: string) => {
    const direction = read(text)
    if (direction !== 'keeps') above = direction
  }
  return lines.map((line) => {
    const kind = lineKind(line.type)
    const isCue = kind === 'Character'
    if (isCue ? !isContinued : kind !== 'Dialogue' && kind !== 'Parenthetical' && kind !== OTHER)
      above = undefined
    isContinued = kind === OTHER && MORE.test(line.text)
    if (isCue) for (const text of bracketsIn(line)) follow(text)
    if (kind === 'Parenthetical') follow(heardText(line))
    if (kind !== 'Dialogue') return undefined
    const text = heardText(line)
    const first = DIRECTION_AT_START.exec(text)?.[1]
    if (first !== undefined) follow(first)
    const delivery = ownDelivery(above, { text, capitals: line.capitals }, !isHabit(line.character))
    // A direction in the middle of a line is for the next one: a line is one clip.
    for (const direction of bracketsIn(line)) follow(direction)
    return delivery
  })
}

const bracketsIn = (line: ReadLine): string[] =>
  [...heardText(line).slice(-SEARCHED).matchAll(DIRECTIONS)].map(([, direction]) => direction!)

function ownDelivery(
  above: Direction | undefined,
  speech: Speech,
  capitalsShout: boolean,
): DeliveryName | undefined {
  if (above === 'plain') return undefined
  return above === undefined || above === 'other' || above === 'keeps'
    ? deliveryOfMarks(speech, capitalsShout)
    : above
}

/** Returns whether capitals are how a character, or everyone, is written. */
function habitsOf(lines: readonly ReadLine[]): (character: string | undefined) => boolean {
  const counts = new Map<string | undefined, { all: number; capitals: number }>()
  const script = { all: 0, capitals: 0 }
  for (const line of lines) {
    if (lineKind(line.type) !== 'Dialogue') continue
    const inCapitals = isInCapitals(line)
    if (inCapitals === undefined) continue
    const own = counts.get(line.character) ?? { all: 0, capitals: 0 }
    counts.set(line.character, own)
    for (const count of [own, script]) {
      count.all++
      count.capitals += Number(inCapitals)
    }
  }
  const isOfScript = script.all >= HABIT && script.capitals > script.all * MOST_CAPITALS.script
  return (character) => {
    const { all, capitals } = counts.get(character) ?? { all: 0, capitals: 0 }
    return isOfScript || (all >= HABIT && capitals > all * MOST_CAPITALS.character)
  }
}

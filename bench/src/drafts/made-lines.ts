import type { MatchedLine } from '@andscene/screenplay/drafts/normal-line'
import { pick, randomFrom, upTo, type Random } from '@andscene/screenplay/testing/random'

const NAMES = ['ADA', 'BEN', 'CLEO', 'DEV', 'THE KEEPER', 'DR. AMARI', 'OLD TOM', 'WREN']
const REPLIES = ['No.', 'Yes.', 'What?', 'I know.', 'Come on.', 'Please.', 'Wait, wait.', 'Are you sure?']
const ASIDES = ['(beat)', '(quietly)', '(laughs)', '(to herself)']
const PLACES = [
  'KITCHEN',
  'LAMP ROOM',
  'HARBOR',
  'BOAT',
  'STAIRS',
  'CLIFF',
  'CHURCH',
  'OFFICE',
  'CAR',
  'HALL',
]

/** Makes lines of words that occur as often as in `lines`. */
export function lineMaker(lines: readonly MatchedLine[]) {
  const words = lines
    .filter(({ type }) => type === 'Action' || type === 'Dialogue')
    .flatMap(({ text }) => text.split(/\s+/))
  const names = lines.flatMap(({ character }) => character ?? [])
  const sentence = (random: Random, count: number) =>
    Array.from({ length: count }, () => pick(random, words)).join(' ')
  const action = (random: Random): MatchedLine => ({
    type: 'Action',
    text: sentence(random, 4 + upTo(random, 24)),
  })
  const speech = (random: Random, character = pick(random, names)): MatchedLine[] => {
    const text =
      random() < 0.15 ? pick(random, REPLIES) : sentence(random, 2 + upTo(random, random() < 0.8 ? 14 : 45))
    const aside: MatchedLine[] =
      random() < 0.1 ? [{ type: 'Parenthetical', text: pick(random, ASIDES), character }] : []
    return [
      { type: 'Character', text: character, character },
      ...aside,
      { type: 'Dialogue', text, character },
    ]
  }
  const lineOrSpeech = (random: Random) => (random() < 0.4 ? [action(random)] : speech(random))
  return { action, speech, lineOrSpeech }
}

/** A script with repeated headings, cues, asides and replies, as real ones have. */
export function madeScript(like: readonly MatchedLine[], count: number, seed: number): MatchedLine[] {
  const random = randomFrom(seed)
  const { action, speech } = lineMaker(like)
  const lines: MatchedLine[] = []
  while (lines.length < count) {
    const text = `${pick(random, ['INT.', 'EXT.'])} ${pick(random, PLACES)} - ${pick(random, ['DAY', 'NIGHT'])}`
    lines.push({ type: 'Scene Heading', text }, action(random))
    const cast = [pick(random, NAMES), pick(random, NAMES), pick(random, NAMES)]
    for (let n = upTo(random, 12); n > 0; n--)
      lines.push(...(random() < 0.3 ? [action(random)] : speech(random, pick(random, cast))))
    if (random() < 0.1) lines.push({ type: 'Transition', text: 'CUT TO:' })
  }
  return lines.slice(0, count)
}

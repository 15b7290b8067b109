import type { MatchedLine } from '@andscene/screenplay/drafts/normal-line'
import { isHeading } from '@andscene/screenplay/line-types'
import { pick, randomFrom, upTo, type Random } from '@andscene/screenplay/testing/random'
import { REWORDINGS } from './rewordings.ts'

/** Shares of the scenes or lines. */
const MOVED_SCENES = 6
const CUT_SCENES = 0.03
const CUT_LINES = 0.05
const ADDED_LINES = 0.05
const REWORDED_LINES = 0.12

/** A new draft, and where each of its lines comes from: an index into the old lines, or undefined. */
export type Redraft = { lines: MatchedLine[]; origins: (number | undefined)[]; reworded: ReadonlySet<number> }

type Row = { line: MatchedLine; origin?: number }

/** A synthetic redraft of a script, reproducible from the seed; `added` makes the lines that are new. */
export function redraftOf(
  lines: readonly MatchedLine[],
  seed: number,
  added: (random: Random) => MatchedLine[],
): Redraft {
  const random = randomFrom(seed)
  const scenes = scenesOf(lines)
  for (let n = Math.round(scenes.length * CUT_SCENES); n > 0; n--)
    scenes.splice(upTo(random, scenes.length), 1)
  for (let n = 0; n < MOVED_SCENES && scenes.length > 2; n++) {
    const [scene] = scenes.splice(upTo(random, scenes.length), 1)
    scenes.splice(upTo(random, scenes.length + 1), 0, scene!)
  }
  const reworded = new Set<number>()
  const rows = scenes.flat().flatMap((row): Row[] => {
    if (random() < CUT_LINES) return []
    const kept = random() < REWORDED_LINES ? reword(row, random, reworded) : [row]
    // An addition is a cue and a speech, or a line of action.
    return random() < ADDED_LINES / 1.5 ? [...kept, ...added(random).map((line) => ({ line }))] : kept
  })
  return { lines: rows.map(({ line }) => line), origins: rows.map(({ origin }) => origin), reworded }
}

const scenesOf = (lines: readonly MatchedLine[]): Row[][] => {
  const scenes: Row[][] = []
  for (const [origin, line] of lines.entries())
    if (scenes.length === 0 || isHeading(line)) scenes.push([{ line, origin }])
    else scenes.at(-1)!.push({ line, origin })
  return scenes
}

/** Rewords a line in one of several ways; cues and lines that are too short stay. */
const reword = (row: Row, random: Random, reworded: Set<number>): Row[] => {
  if (row.line.type === 'Character') return [row]
  const { texts, isChange } = pick(random, REWORDINGS)(row.line.text, random)
  const [text = row.line.text, ...others] = texts
  if (isChange && text !== row.line.text) reworded.add(row.origin!)
  return [
    { ...row, line: { ...row.line, text } },
    ...others.map((other) => ({ line: { ...row.line, text: other } })),
  ]
}

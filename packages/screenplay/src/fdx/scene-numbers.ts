import { isHeading } from '../line-types.ts'
import { oneLine } from '../normalise-text.ts'
import type { Row } from './rows.ts'
import { numberBeforePlace } from './words/line-words.ts'
import { hasRomanNumber, namedScene } from './words/structure-words.ts'

export type SceneNumber = { number: string | undefined; why: string }

const numberOf = (row: Row, isRoman: boolean): SceneNumber | undefined => {
  const own = oneLine(row.number ?? '')
  if (own !== '') return { number: own, why: 'with its own number' }
  const written = numberBeforePlace(row.text) ?? namedScene(row.text, isRoman)
  return written === undefined ? undefined : { number: written, why: 'with the number in its words' }
}

/** If two or more headings have explicit numbers, headings without one have no number (product §3). */
export const numberScenes = (rows: readonly Row[]): ReadonlyMap<Row, SceneNumber> => {
  const numbers = new Map<Row, SceneNumber>()
  const headings = rows.filter(isHeading)
  const isRoman = headings.some(({ text }) => hasRomanNumber(text))
  const own = headings.map((row) => numberOf(row, isRoman))
  const written = own.flatMap((each) => each?.number ?? [])
  for (const [at, row] of headings.entries()) {
    const counted = String(at + 1)
    const isFree = written.length < 2 && written[0]?.replace(/\W+$/, '') !== counted
    const other = isFree
      ? { number: counted, why: 'counted' }
      : { number: undefined, why: 'without a number, because other scenes have their own' }
    numbers.set(row, own[at] ?? other)
  }
  return numbers
}

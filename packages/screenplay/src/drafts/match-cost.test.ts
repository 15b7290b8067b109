import { expect, test } from 'vitest'
import { processorMs } from '@andscene/testing/processor-time'
import { matchDrafts } from './match-drafts.ts'
import type { MatchedLine } from './normal-line.ts'
import { numberOfLine } from './testing/read-draft.ts'

/** Measured again if it took long, because other load costs cache and clock. */
const leastMs = (work: () => unknown, enough = 1_000): number => {
  const took = processorMs(work)
  return took < enough ? took : Math.min(took, processorMs(work))
}

const COUNT = 20_000
const lines = (text: (n: number) => string, type?: string): MatchedLine[] =>
  Array.from({ length: COUNT }, (_, n) => ({ type: type ?? (n % 2 ? 'Dialogue' : 'Action'), text: text(n) }))
const scattered = (n: number) => (n * 7_919) % COUNT

test.each<[string, MatchedLine[], MatchedLine[]]>([
  ['equal lines, and other equal lines', lines(() => 'The same words.'), lines(() => 'Something else.')],
  ['the same equal lines, but one', lines(() => 'The same words.'), lines(() => 'The same words.').slice(1)],
  [
    'different lines, and others',
    lines((n) => `Line ${n} of the old draft.`),
    lines((n) => `Row ${n} in the new one.`),
  ],
  ['unique lines in another order', lines((n) => numberOfLine(n)), lines((n) => numberOfLine(scattered(n)))],
  [
    'fifty lines in any order',
    lines((n) => `Number ${n % 50} of the lines`),
    lines((n) => `Number ${scattered(n) % 50} of the lines`),
  ],
  ['repeated short lines', lines((n) => `No ${n % 7}`), lines((n) => `No ${n % 11}`)],
  [
    'a few words in all lines',
    lines((n) => `a b c d ${n % 97} ${n % 89}`),
    lines((n) => `a b c e ${n % 101} ${n % 83}`),
  ],
  ['only cues', lines((n) => `P${n % 9}`, 'Character'), lines((n) => `P${n % 7}`, 'Character')],
  [
    'only headings',
    lines((n) => `INT. P${n % 9} - DAY`, 'Scene'),
    lines((n) => `INT. P${n % 7} - NIGHT`, 'Scene'),
  ],
])('20,000 lines take less than 2 s: %s', (_, old, next) => {
  expect(leastMs(() => matchDrafts(old, next))).toBeLessThan(2_000)
})

test.each<[string, (n: number) => string]>([
  ['the same word', () => 'word '.repeat(800)],
  ['a few words', (n) => `${n} `.repeat(3) + 'so it all is '.repeat(285)],
  ['other words', (n) => Array.from({ length: 500 }, (_, at) => `w${(n * 31 + at * 7) % 5_000}`).join(' ')],
])('drafts of 10 MB take less than 5 s: %s', (_, text) => {
  const draft = (shift: number) =>
    Array.from({ length: 2_500 }, (__, n) => ({ type: 'Action', text: text(n + shift) }))
  const [old, next] = [draft(0), draft(2_600)]
  expect(leastMs(() => matchDrafts(old, next))).toBeLessThan(5_000)
})

test.each(['-', ' ', "'", 'a ', 'é', '…', '字', ' -'])(
  'a line of 100,000 characters %j takes less than 1 s',
  (part) => {
    const text = part.repeat(100_000 / part.length)
    const took = processorMs(() =>
      matchDrafts([{ type: 'Action', text }], [{ type: 'Action', text: `${text}!` }]),
    )
    expect(took).toBeLessThan(1_000)
  },
)

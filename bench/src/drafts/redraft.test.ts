import { parseFdx } from '@andscene/screenplay/fdx/parse-fdx'
import { SAMPLE } from '@andscene/platform-client/platform-client'
import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { lineMaker, madeScript } from './made-lines.ts'
import { redraftOf } from './redraft.ts'
import { figuresOf, matched, scoreOf } from './score.ts'

const sample = parseFdx(readFileSync(SAMPLE), 'sample.fdx').lines
const SEEDS = [11, 12, 13, 14]

const plain = (text: string) => text.replaceAll(/\W/g, '')

test('the truth of a redraft tells where each line comes from', () => {
  const { lines, origins, reworded } = redraftOf(sample, 1, lineMaker(sample).lineOrSpeech)
  expect(origins).toHaveLength(lines.length)
  const unchanged = origins.flatMap((origin, index) =>
    origin === undefined || reworded.has(origin)
      ? []
      : [[plain(lines[index]!.text), plain(sample[origin]!.text)]],
  )
  expect(unchanged.map(([is]) => is)).toEqual(unchanged.map(([, was]) => was))
  expect(origins.filter((origin) => origin === undefined).length).toBeGreaterThan(0)
  expect(reworded.size).toBeGreaterThan(0)
})

test.each([
  ['the sample', sample],
  ['a made script', madeScript(sample, 1_500, 5)],
])(
  'redrafts of %s keep 98.5 %% of unchanged lines and 95 %% of reworded ones, with 0.2 %% wrong pairs',
  (_, lines) => {
    const { lineOrSpeech } = lineMaker(lines)
    const scores = SEEDS.map((seed) => {
      const redraft = redraftOf(lines, seed, lineOrSpeech)
      return scoreOf(lines, redraft, matched(lines, redraft.lines))
    })
    const { kept, found, wrong } = figuresOf(scores)
    expect(kept).toBeGreaterThanOrEqual(98.5)
    expect(found).toBeGreaterThanOrEqual(95)
    expect(wrong).toBeLessThanOrEqual(0.2)
  },
)

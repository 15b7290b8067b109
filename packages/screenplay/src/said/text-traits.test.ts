import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { classesFor, contextOf, traitsIn } from './classes.ts'
import { plainQuotes } from './plain-quotes.ts'

const FILE = new URL('../../fixtures/said-lines.tsv', import.meta.url)
const LINES = readFileSync(FILE, 'utf8')
  .split('\n')
  .map((row) => row.split('\t') as [type: string, text?: string])
const TYPES = ['Dialogue', 'Scene Heading', 'Character', 'General']

test('product §3: no class is spared in a line where it has something to say', () => {
  const missed = LINES.flatMap(([type, written = '']) =>
    [written, written.toUpperCase(), written.toLowerCase()].flatMap((text) =>
      [type, ...TYPES].flatMap((each) => {
        const plain = plainQuotes(text)
        const context = contextOf(each, plain)
        const traits = traitsIn(plain, context)
        return classesFor('', context, 'en', traits)
          .filter(({ needs = traits }) => (needs & traits) === 0)
          .filter(({ find }) =>
            [...find(plain, context)].some(({ from, to, words }) => plain.slice(from, to) !== words),
          )
          .map(({ name }) => `${name}: ${text}`)
      }),
    ),
  )
  expect(missed).toEqual([])
})

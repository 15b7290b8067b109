import { expect, test } from 'vitest'
import { mayMatch, needOf } from './pattern-needs.ts'

test.each([
  { source: 'kindergarten(?! teacher)', has: ['the kindergarten'], misses: ['a garden'] },
  { source: 'crayons?\\b', has: ['a crayon', 'crayons'], misses: ['a cray'] },
  { source: 'skipp{1,2}ing', has: ['skipping', 'skippping'], misses: ['skiing'] },
  {
    source: '(?:milk|baby) t(?:eeth|ooth)',
    has: ['milk teeth', 'a baby tooth'],
    misses: ['milk', 'a tooth'],
  },
  { source: 'bus pass|zimmer(?: frame)?', has: ['bus pass', 'zimmer'], misses: ['bus'] },
  { source: "fresher['’]?s['’]? week", has: ["freshers' week", 'fresher’s week'], misses: ['fresher'] },
  { source: '\\w+ (?:a|the|\\d+) [a-z]+', has: ['at the well', ''], misses: [] },
])('a text has what $source needs', ({ source, has, misses }) => {
  const need = needOf(source)
  for (const text of has) expect([text, mayMatch(need, text)]).toEqual([text, true])
  for (const text of misses) expect([text, mayMatch(need, text)]).toEqual([text, false])
})

import { expect, test } from 'vitest'
import { literalsOf } from './pattern-literals.ts'

test.each([
  { source: 'kindergarten(?! teacher)', literals: ['kindergarten'] },
  { source: 'crayons?\\b', literals: ['crayon'] },
  { source: 'skipp{1,2}ing', literals: ['skip'] },
  { source: '(?:milk|baby) t(?:eeth|ooth)', literals: ['milk', 'baby'] },
  { source: '(?:his|her) (?:nanny|au (?:pair|mère))', literals: ['nanny', 'pair', 'mère'] },
  { source: 'bus pass|zimmer(?: frame)?', literals: ['bus pass', 'zimmer'] },
  { source: "fresher['’]?s['’]? week", literals: ['fresher'] },
  { source: '\\w+ (?:a|the) [a-z]+', literals: undefined },
  { source: 'year|\\d\\d', literals: undefined },
])('the letters that every match of $source has', ({ source, literals }) => {
  expect(literalsOf(source)).toEqual(literals)
})

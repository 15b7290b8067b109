import { readdir } from 'node:fs/promises'
import path from 'node:path'
import { expect, test } from 'vitest'
import { ROOT } from '../paths.ts'
import { affected, affectedJourneys, JOURNEYS } from './affected.ts'

test.each([
  [
    'services/gateway/src/app.ts',
    ['journeys/\\w+/(access|inside|returning-guest|session-end|sign-in|two-platforms)'],
  ],
  ['services/gateway/src/app.test.ts', []],
  ['docs/testing.md', []],
  ['e2e/journeys/reader/begin.spec.ts', ['begin.spec.ts']],
])('selects the journeys that cover a changed %s', (file, journeys) => {
  expect(affectedJourneys([file])).toEqual(journeys)
})

test('selects every journey for a change of some workspace', async () => {
  const selected = affectedJourneys(JOURNEYS.map(([folder]) => `${folder}/src/changed.ts`))
  const journeys = await readdir(path.join(ROOT, 'e2e/journeys'), { recursive: true })
  const others = journeys
    .filter((file) => file.endsWith('.spec.ts'))
    .filter((file) => !selected.some((names) => new RegExp(names).test(`journeys/${file}`)))
  expect(others).toEqual([])
})

test.each([{ FULL: '1' }, { FULL: '1', BASE: 'HEAD' }])('selects all tests with %o', (env) => {
  expect(affected(env)).toBeUndefined()
})

import { expect, test } from 'vitest'
import { affected, affectedJourneys } from './affected.ts'

test.each([
  ['services/gateway/src/app.ts', ['journeys/\\w+/(access|inside|sign-in|two-platforms)']],
  ['services/gateway/src/app.test.ts', []],
  ['docs/testing.md', []],
  ['e2e/journeys/reader/begin.spec.ts', ['begin.spec.ts']],
])('selects the journeys of a changed %s', (file, journeys) => {
  expect(affectedJourneys([file])).toEqual(journeys)
})

test.each([{ FULL: '1' }, { FULL: '1', BASE: 'HEAD' }])('tests everything with %o', (env) => {
  expect(affected(env)).toBeUndefined()
})

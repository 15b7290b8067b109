import { globSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'
import { ROOT } from './paths.ts'

const SOURCES = ['services/*/src/**/*.ts', 'packages/service-kit/src/**/*.ts', 'infra/edge/src/**/*.ts']

/** Calls that count something: places, rates, slots. */
const COUNTS = /(?:\.enter|\.consume|\blimits\.\w+|\b(?:openings|failures|guesses|isWithin))\(([^()]*)\)/g
/** Ids that a client can get without limit by opening links. */
const BARE_ID = /\buid\b|\bguestId\b|\blinkId\b/

/** A tighter limit on one guest beside the shares that the same request counts under. */
const BESIDE_SHARES = ['limits.guestNotes(request.uid)']

const found = globSync(SOURCES, {
  cwd: ROOT,
  exclude: (name) => /\.test\.ts$|\/testing$/.test(name),
}).flatMap((file) =>
  [...readFileSync(path.join(ROOT, file), 'utf8').matchAll(COUNTS)].map(([call, key = '']) => ({
    call,
    key,
  })),
)

test('decision 0063: no limit counts by a bare id of a person, a guest or a link', () => {
  // That the calls are found at all.
  expect(found.map(({ call }) => call)).toContain('limits.requests(shares)')
  const bare = found.filter(({ key }) => BARE_ID.test(key)).map(({ call }) => call)
  expect(bare.filter((call) => !BESIDE_SHARES.includes(call))).toEqual([])
})

import type { Route } from '@andscene/contracts/define-route'
import { changedRows, rowsOfFile } from '@andscene/testing/stored-rows'
import {
  attempts,
  MARKS,
  routesWithFields,
  withUndeclared,
  type Attempt,
} from '@andscene/testing/undeclared-fields'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { fileHarness } from './testing/harness.ts'
import type { Person } from './testing/person.ts'
import { openWorld, ROLES } from './testing/roles-world.ts'
import { undeclaredRequests } from './testing/undeclared-requests.ts'

const ROUTES = routesWithFields('scripts').map((route) => [route.id, route] as const)
/** The unchanged request. */
const NOTHING: Attempt = { names: [], value: undefined }

const harness = await fileHarness()
const { world, people } = await openWorld(harness)
const rows = () => rowsOfFile(join(harness.environment.DATA_DIR, 'scripts.sqlite'))

/** Returns the status of each attempt. Expects no changed row to contain a planted value. */
async function send(route: Route, person: Person, tried: readonly Attempt[]): Promise<number[]> {
  const statuses: number[] = []
  for (const attempt of tried) {
    const before = rows()
    const request = await undeclaredRequests(route, world, person)
    const { path, body } = withUndeclared(route, request, attempt)
    const sent = body === undefined ? {} : { headers: { 'content-type': 'application/json' }, body }
    const response = await person.request(route.method, path, sent)
    // The response may be a file.
    await response.bytes()
    statuses.push(response.status)
    const foreign = changedRows(before.rows, rows().rows).filter((row) =>
      [...world.victims, ...MARKS].some((mark) => row.includes(mark)),
    )
    expect.soft(foreign, `${route.id} with ${JSON.stringify(attempt.value)}`).toEqual([])
  }
  return statuses
}

/*
   Tests every route that takes fields, with every role and every field name of the platform's responses and rows as an
   undeclared field. Its values are marks, and ids of rows that belong to another user.
 */
test.each(ROUTES)(
  'product §10: undeclared fields of %s are not stored, change no row of another user, and do not change the status',
  { timeout: 60_000 },
  async (_id, route) => {
    const tried = [NOTHING, ...attempts(world.victims, rows().names)]
    for (const role of route.access === 'service' ? (['service'] as const) : ROLES) {
      const [status, ...statuses] = await send(route, people[role], tried)
      expect.soft(status, `${role} without them`).toBeLessThan(500)
      expect.soft(statuses, role).toEqual(statuses.map(() => status))
    }
  },
)

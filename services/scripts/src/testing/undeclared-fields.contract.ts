import type { Route } from '@andscene/contracts/define-route'
import { changedRows, type StoredRows } from '@andscene/testing/stored-rows'
import {
  attempts,
  MARKS,
  routesWithFields,
  withUndeclared,
  type Attempt,
} from '@andscene/testing/undeclared-fields'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Harness } from './harness.ts'
import type { Person } from './person.ts'
import { openWorld, ROLES, type World } from './roles-world.ts'
import { undeclaredRequests } from './undeclared-requests.ts'

const ROUTES = routesWithFields('scripts')

/**
 * Every route of the service that takes fields, in every role, with every field name of the platform's responses and
 * rows as an undeclared field. No row that the request changes may contain a planted value; planted are marks, and
 * ids of rows that belong to another user.
 */
export function undeclaredFieldsContract(
  name: string,
  open: () => Promise<{ harness: Harness; rows: () => Promise<StoredRows>; close: () => Promise<void> }>,
): void {
  describe(`product §10 on ${name}: undeclared fields of a request`, () => {
    let on: Awaited<ReturnType<typeof open>>
    let world: World
    let people: Record<(typeof ROLES)[number] | 'service', Person & { uid: string }>
    beforeAll(async () => {
      on = await open()
      ;({ world, people } = await openWorld(on.harness))
    }, 60_000)
    afterAll(() => on?.close())

    /** Its body may be a file. */
    const statusOf = async (person: Person, method: string, path: string, body?: string) => {
      const type = body === undefined ? {} : { 'content-type': 'application/json' }
      const response = await fetch(new URL(path, on.harness.url), {
        method,
        headers: { authorization: `Bearer ${person.token()}`, ...type },
        ...(body !== undefined && { body }),
      })
      await response.bytes()
      return response.status
    }
    const send = async (route: Route, person: Person, tried: readonly Attempt[]) => {
      const statuses: number[] = []
      for (const attempt of tried) {
        const before = await on.rows()
        const request = await undeclaredRequests(route, world, person)
        const { path, body } = withUndeclared(route, request, attempt)
        const status = await statusOf(person, route.method, path, body)
        statuses.push(status)
        const changed = changedRows(before.rows, (await on.rows()).rows)
        const foreign = changed.filter((row) =>
          [...world.victims, ...MARKS].some((mark) => row.includes(mark)),
        )
        expect.soft(foreign, `${route.id} with ${JSON.stringify(attempt.value)}`).toEqual([])
      }
      return statuses
    }

    test.each(ROUTES.map((route) => [route.id, route] as const))(
      '%s: none is stored, no row of another user changes, and the status is that without them',
      async (_id, route) => {
        const asking = route.access === 'service' ? (['service'] as const) : ROLES
        const tried = [NOTHING, ...attempts(world.victims, (await on.rows()).names)]
        for (const role of asking) {
          const [status, ...statuses] = await send(route, people[role], tried)
          expect.soft(status, `${role} without them`).toBeLessThan(500)
          expect.soft(statuses, role).toEqual(statuses.map(() => status))
        }
      },
      60_000,
    )
  })
}

/** The request as it is. */
const NOTHING: Attempt = { names: [], value: undefined }

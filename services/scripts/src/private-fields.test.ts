import { API_ROUTES, INTERNAL_ROUTES } from '@andscene/contracts/api'
import { isEvents, isFile, responseSchema, type Route } from '@andscene/contracts/define-route'
import { privateFields } from '@andscene/contracts/sharing/field-rights'
import { Draft } from '@andscene/contracts/drafts'
import { checkCache, readScript } from '@andscene/contracts/routes/scripts'
import { may, type Right } from '@andscene/contracts/sharing/roles'
import { Line } from '@andscene/contracts/script'
import { Type } from '@andscene/contracts/schema/schema'
import { expect, test } from 'vitest'
import { fileHarness } from './testing/harness.ts'
import { openWorld, ROLES } from './testing/roles-world.ts'
import { undeclaredRequests } from './testing/undeclared-requests.ts'

/* Tests every route with every role for every private field of the contract; each line holds a mark in each of them. */

const FIELDS = privateFields(Line)
const markOf = (name: string) => `mark-of-${name}`
const MARKS = Object.fromEntries(FIELDS.map(({ name }) => [name, markOf(name)]))
/** Routes that remove access come last; an upload responds with the caller's own script. */
const ROUTES = [...API_ROUTES, ...INTERNAL_ROUTES]
  .filter(({ service, body, method }) => service === 'scripts' && !isFile(body) && method !== 'DELETE')
  .map((route) => [route.id, route] as const)

/** Stored lines with a mark in every private field. */
const marked = (json?: string) =>
  json && JSON.stringify((JSON.parse(json) as object[]).map((line) => ({ ...line, ...MARKS })))
const harness = await fileHarness({
  through: (stores) => ({
    ...stores,
    scripts: { ...stores.scripts, findLines: async (id) => marked(await stores.scripts.findLines(id)) },
  }),
})
const { world, people } = await openWorld(harness)

type Asking = (typeof ROLES)[number] | 'service'

/** Returns the response as text; of an event stream only the first chunk. */
async function asked(route: Route, role: Asking): Promise<string> {
  const person = people[role]
  const { path, body } = await undeclaredRequests(route, world, person)
  const leave = new AbortController()
  const sent = body !== undefined && {
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  }
  const response = await person.request(route.method, path, { signal: leave.signal, ...sent })
  if (!isEvents(route.response) || !response.ok) return response.text()
  const first = await response.body!.getReader().read()
  leave.abort()
  return new TextDecoder().decode(first.value)
}

test('the private fields of the contract are those of lines and drafts', () => {
  const all = [...API_ROUTES, ...INTERNAL_ROUTES].flatMap((route) =>
    privateFields(responseSchema(route) ?? Type.Null()),
  )
  const known = [...FIELDS, ...privateFields(Draft)]
  expect(new Set(all.map(({ name }) => name))).toEqual(new Set(known.map(({ name }) => name)))
})

/** Whether a role has a right in the tested script. */
const has = (role: Asking, right: Right): boolean =>
  role !== 'service' && role !== 'stranger' && may(role === 'guest' ? 'commenter' : role, right)

test.each(ROUTES)(
  'product §11: %s returns a private field only to roles with its right',
  async (_id, route) => {
    const told: string[] = []
    for (const role of route.access === 'service' ? (['service'] as const) : ROLES) {
      const text = await asked(route, role)
      const leaked = FIELDS.filter(({ name, right }) => text.includes(markOf(name)) && !has(role, right))
      told.push(...leaked.map(({ name }) => `${name} to ${role}`))
    }
    expect(told).toEqual([])
  },
)

test.each([readScript, checkCache])(
  'product §11: $id returns private fields to roles with the right',
  async (route) => {
    for (const role of ['owner', 'editor'] as const)
      for (const { name } of FIELDS) expect(await asked(route, role)).toContain(markOf(name))
  },
)

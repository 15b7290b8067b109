import { API_ROUTES, INTERNAL_ROUTES } from '@andscene/contracts/api'
import { isEvents, isFile, responseSchema, type Access, type Route } from '@andscene/contracts/define-route'
import { privateFields } from '@andscene/contracts/sharing/field-rights'
import { may, ROLES, type Right } from '@andscene/contracts/sharing/roles'
import diagnostics from 'node:diagnostics_channel'
import { readFileSync } from 'node:fs'
import path from 'node:path'
import { Type } from '@andscene/contracts/schema/schema'
import { describe, expect, test } from 'vitest'
import { ROOT } from './paths.ts'
import { edgeFixture } from '@andscene/edge/testing/edge-fixture'

/** Table rows of docs/access.md, as cells. */
const TABLES = readFileSync(path.join(ROOT, 'docs/access.md'), 'utf8')
  .split('\n')
  .map((line) => line.split('|').slice(1, -1))
  .map((cells) => cells.map((cell) => cell.trim().replaceAll('`', '')))
/** Rows whose first cell is a route. */
const ROWS = TABLES.filter(([route = '']) => /^(any|[A-Z]+) \//.test(route))
const documented = (pattern: RegExp) =>
  ROWS.map(([route = '']) => route).filter((route) => pattern.test(route))

const KB = 1024
const size = (bytes: number) => (bytes < KB ** 2 ? `${bytes / KB} kB` : `${Math.floor(bytes / KB ** 2)} MB`)

const WHO: Record<Access, string> = {
  visitor: 'everybody',
  user: 'signed in',
  guest: 'signed in or guest',
  service: 'no one',
}

/** The limits that apply to a public route. */
function limitsOf({ access, body, response, limits }: Route): string {
  if (access === 'visitor')
    return limits.countsAs === 'links' ? 'visitor, links' : (limits.countsAs ?? 'visitor')
  if (isEvents(response)) return 'person, streams'
  if (limits.countsAs) return `person, ${limits.countsAs}`
  return isFile(body) || limits.countsAsUpload ? 'person, uploads' : 'person'
}

/** The expected row of a public route. */
const rowOf = (route: Route): string[] => [
  `${route.method} ${route.path}`,
  WHO[route.access],
  route.right ?? '–',
  route.body ? size(route.limits.bodyBytes) : '–',
  limitsOf(route),
]
const COLUMNS = rowOf(API_ROUTES[0]!).length
const NOTHING = Type.Null()
const RIGHTS: Right[] = ['listen', 'note', 'cast', 'share']

describe('docs/access.md: every route has a row in the access table', () => {
  test.each(API_ROUTES.map((route) => [`${route.method} ${route.path}`, route] as const))(
    '%s is listed with its access, right and limits',
    (name, route) => {
      const rows = ROWS.filter(([first]) => first === name)
      expect(
        rows.map((cells) => cells.slice(0, COLUMNS)),
        `the row of ${name}`,
      ).toEqual([rowOf(route)])
      expect(rows[0]?.[COLUMNS], 'whose data').toMatch(/\w/)
    },
  )

  test('lists the rights of each role', () => {
    const start = TABLES.findIndex((cells) => cells.join() === ['role', ...RIGHTS].join())
    const rows = TABLES.slice(start + 2, start + 2 + ROLES.length)
    const expected = ROLES.map((role) => [role, ...RIGHTS.map((right) => (may(role, right) ? '✔' : '–'))])
    expect(rows.map(([role = '', ...cells]) => [role.split(' ')[0], ...cells])).toEqual(expected)
  })

  test('lists the fields that require a right, and which roles see them', () => {
    const start = TABLES.findIndex((cells) => cells.join() === ['field', 'right', ...ROLES].join())
    const end = TABLES.findIndex((cells, index) => index > start && cells.length === 0)
    const fields = API_ROUTES.flatMap((route) => privateFields(responseSchema(route) ?? NOTHING))
    const expected = fields.map(({ name, right }) =>
      [name, right, ...ROLES.map((role) => (may(role, right) ? '✔' : '–'))].join(),
    )
    const rows = TABLES.slice(start + 2, end).map((cells) => cells.join())
    expect(rows.toSorted()).toEqual([...new Set(expected)].toSorted())
  })

  test('every guest route requires a right, except the list of voices, which is the same for all', () => {
    const guests = API_ROUTES.filter(({ access, right }) => access === 'guest' && !right)
    expect(guests.map(({ id }) => id)).toEqual(['listVoices'])
  })

  test('lists no unknown public routes', () => {
    const routes = API_ROUTES.map(({ method, path: url }) => `${method} ${url}`)
    expect(documented(/^[A-Z]+ \/api\//).filter((route) => !routes.includes(route))).toEqual([])
  })

  test('lists exactly the internal routes', () => {
    const routes = INTERNAL_ROUTES.map(({ method, path: url }) => `${method} ${url}`)
    expect(documented(/ \/internal\//).sort()).toEqual(routes.sort())
  })

  test.each(INTERNAL_ROUTES)('lists the service and callers of $method $path', (route) => {
    const row = ROWS.find(([first]) => first === `${route.method} ${route.path}`)
    expect(row?.slice(1, 3)).toEqual([route.service, route.callers?.join(', ')])
  })

  test('lists exactly the routes of the public port itself', async () => {
    const routes = await routesOf(async () => (await edgeFixture()).close())
    expect(routes).toContain('GET /config.json')
    expect(documented(/^(any|[A-Z]+) (?!\/(api|internal)\/\w|\/operators)/).sort()).toEqual(routes.sort())
  })
})

/** Routes of the Fastify apps created during `work`; `any` stands for all methods, HEAD is part of GET. */
async function routesOf(work: () => Promise<unknown>): Promise<string[]> {
  type Added = { method: string | string[]; url: string }
  type App = { addHook(name: 'onRoute', hook: (route: Added) => void): void }
  const routes = new Set<string>()
  const listen = (message: unknown) =>
    (message as { fastify: App }).fastify.addHook('onRoute', ({ method, url }) => {
      const name = Array.isArray(method) ? 'any' : method
      if (name !== 'HEAD' && name !== 'OPTIONS') routes.add(`${name} ${url.replaceAll('::', ':')}`)
    })
  diagnostics.subscribe('fastify.initialization', listen)
  await work()
  diagnostics.unsubscribe('fastify.initialization', listen)
  // Handlers that reject other methods are registered on the paths of their routes.
  return [...routes].filter((route) => !/^any \/api(?!\/\*)/.test(route))
}

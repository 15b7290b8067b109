import { API_ROUTES, INTERNAL_ROUTES } from '@andscene/contracts/api'
import { isFile, type Route } from '@andscene/contracts/define-route'
import diagnostics from 'node:diagnostics_channel'
import { readFileSync } from 'node:fs'
import path from 'node:path'
import { describe, expect, test } from 'vitest'
import { ROOT } from './paths.ts'
import { edgeFixture } from '@andscene/edge/testing/edge-fixture'

/** Rows of the access table whose first cell is a route, as cells. */
const ROWS = readFileSync(path.join(ROOT, 'docs/access.md'), 'utf8')
  .split('\n')
  .map((line) => line.split('|').slice(1, -1))
  .map((cells) => cells.map((cell) => cell.trim().replaceAll('`', '')))
  .filter(([route = '']) => /^(any|[A-Z]+) \//.test(route))
const documented = (pattern: RegExp) =>
  ROWS.map(([route = '']) => route).filter((route) => pattern.test(route))

const KB = 1024
const size = (bytes: number) => (bytes < KB ** 2 ? `${bytes / KB} kB` : `${Math.floor(bytes / KB ** 2)} MB`)

/** What the table must say of a public route. */
function rowOf(route: Route): string[] {
  const visitors = route.method === 'POST' ? 'sign-ups' : 'visitor'
  const people = isFile(route.body) || route.limits.countsAsUpload ? 'person, uploads' : 'person'
  return [
    `${route.method} ${route.path}`,
    route.access === 'user' ? 'signed in' : 'everybody',
    route.body ? size(route.limits.bodyBytes) : '–',
    route.access === 'user' ? people : visitors,
  ]
}

describe('docs/access.md: a route without its row in the access table is not done', () => {
  test.each(API_ROUTES.map((route) => [`${route.method} ${route.path}`, route] as const))(
    '%s',
    (name, route) => {
      const rows = ROWS.filter(([first]) => first === name)
      expect(
        rows.map((cells) => cells.slice(0, 4)),
        `the row of ${name}`,
      ).toEqual([rowOf(route)])
      expect(rows[0]?.[4], 'whose data').toMatch(/\w/)
    },
  )

  test('names no public route that is not there', () => {
    const routes = API_ROUTES.map(({ method, path: url }) => `${method} ${url}`)
    expect(documented(/^[A-Z]+ \/api\//).filter((route) => !routes.includes(route))).toEqual([])
  })

  test('has the routes between services, and no others', () => {
    const routes = INTERNAL_ROUTES.map(({ method, path: url }) => `${method} ${url}`)
    expect(documented(/ \/internal\//).sort()).toEqual(routes.sort())
  })

  test.each(INTERNAL_ROUTES)('says of $method $path whose it is and who may call it', (route) => {
    const row = ROWS.find(([first]) => first === `${route.method} ${route.path}`)
    expect(row?.slice(1, 3)).toEqual([route.service, route.callers?.join(', ')])
  })

  test('has what the public port itself serves, and nothing else', async () => {
    const routes = await routesOf(async () => (await edgeFixture()).close())
    expect(routes).toContain('GET /config.json')
    expect(documented(/^(any |[A-Z]+ (?!\/api\/|\/internal\/))/).sort()).toEqual(routes.sort())
  })
})

/** Routes of the Fastify apps made meanwhile; `any` stands for all methods. A GET is one with its HEAD. */
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
  // Refusals of other methods have the path of the route that they are for.
  return [...routes].filter((route) => !/^any \/api(?!\/\*)/.test(route))
}

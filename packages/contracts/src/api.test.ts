import type { TSchema } from './schema/schema.ts'
import { Value } from 'typebox/value'
import { describe, expect, test } from 'vitest'
import { API_ROUTES, INTERNAL_ROUTES } from './api.ts'
import { errorsOf, isFile } from './define-route.ts'
import { CastingBody, ScriptParams } from './script.ts'

const ROUTES = [...API_ROUTES, ...INTERNAL_ROUTES]
const twice = (names: readonly string[]) => names.filter((name, n) => names.indexOf(name) !== n)

type Schema = TSchema & {
  type?: string
  pattern?: string
  properties?: Record<string, Schema>
  patternProperties?: Record<string, Schema>
  items?: Schema
  anyOf?: Schema[]
}

/** Schema paths to values without a limit. */
function unlimited(schema: Schema, path = ''): string[] {
  const { type, properties = {}, patternProperties = {}, items, anyOf = [] } = schema
  const bound = { string: 'maxLength', array: 'maxItems' }[type ?? '']
  const isBound =
    bound === undefined || bound in schema || 'const' in schema || /\{\d+\}\$$/.test(schema.pattern ?? '')
  const others = Object.values(patternProperties)
  return [
    ...(isBound && (others.length === 0 || 'maxProperties' in schema) ? [] : [path]),
    ...Object.entries(properties).flatMap(([name, field]) => unlimited(field, `${path}.${name}`)),
    ...others.flatMap((other) => unlimited(other, `${path}{}`)),
    ...(items ? unlimited(items, `${path}[]`) : []),
    ...anyOf.flatMap((one) => unlimited(one, path)),
  ]
}

describe('architecture §5: the table of routes', () => {
  test('has unique ids, and unique methods per path', () => {
    expect(twice(ROUTES.map(({ id }) => id))).toEqual([])
    expect(twice(ROUTES.map(({ method, path }) => `${method} ${path}`))).toEqual([])
  })

  test('product §10: internal routes are never public, and public routes never internal', () => {
    for (const { access, path } of API_ROUTES) {
      expect(path).toMatch(/^\/api\//)
      expect(access).not.toBe('service')
    }
    for (const { access, path } of INTERNAL_ROUTES) {
      expect(path).toMatch(/^\/internal\//)
      expect(access).toBe('service')
    }
  })

  test('routes with a path parameter or a required right may respond with NOT_FOUND', () => {
    const [named, others] = [{ params: ScriptParams }, { right: 'listen' }].map((more) =>
      errorsOf({ access: 'guest', ...more } as Parameters<typeof errorsOf>[0]),
    )
    for (const codes of [named, others]) expect(codes).toContain('NOT_FOUND')
    expect(errorsOf({ access: 'user' })).not.toContain('NOT_FOUND')
  })

  test('links lead to existing routes, with all their parameters', () => {
    const wrong = API_ROUTES.flatMap(({ id, links = {} }) =>
      Object.entries(links)
        .filter(([, { to, params }]) => {
          const names = Object.keys(API_ROUTES.find((route) => route.id === to)?.params?.properties ?? {})
          return names.join() !== Object.keys(params).join()
        })
        .map(([name]) => `${id} ${name}`),
    )
    expect(wrong).toEqual([])
  })

  test('an upload links to every route of its script that needs no other id', () => {
    const ofScript = API_ROUTES.filter(
      ({ path, params }) =>
        path.startsWith('/api/scripts/:id') && Object.keys(params?.properties ?? {}).join() === 'id',
    ).map(({ id }) => id)
    const links = API_ROUTES.find(({ id }) => id === 'uploadScript')?.links ?? {}
    expect(
      Object.values(links)
        .map(({ to }) => to)
        .sort(),
    ).toEqual(ofScript.sort())
  })

  test('product §10: the value of every map key is validated', () => {
    for (const key of ['MARA', '', 'A\nB', '\u2028', '__proto__x']) {
      const body = { characterAssignments: { [key]: 7 } }
      expect([key, Value.Check(CastingBody, body)]).toEqual([key, false])
    }
  })

  test('product §10: every value in a body or a query has a limit', () => {
    const found = ROUTES.flatMap(({ id, query, body }) =>
      [query, body && !isFile(body) ? body : undefined].flatMap((schema) =>
        schema ? unlimited(schema as Schema, id) : [],
      ),
    )
    expect(found).toEqual([])
  })
})

import { API_ROUTES, INTERNAL_ROUTES } from '@andscene/contracts/api'
import { isFile } from '@andscene/contracts/define-route'
import { Type, type TSchema } from '@andscene/contracts/schema/schema'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createApp, type App } from '../create-app.ts'

const Voice = Type.Union([Type.String({ maxLength: 4 }), Type.Null()], { title: 'The voice of a character' })
const Body = Type.Object({
  title: Type.String({ title: 'The title', minLength: 1, maxLength: 5 }),
  id: Type.Optional(Type.String({ title: 'The id of the line', pattern: '^[a-z]+$' })),
  line: Type.Optional(Type.Integer({ title: 'The number of the line', minimum: 0, maximum: 9 })),
  kind: Type.Optional(Type.Union([Type.Literal('a'), Type.Literal('b')], { title: 'The kind' })),
  tags: Type.Optional(Type.Array(Type.String(), { title: 'The list of tags', maxItems: 1 })),
  cast: Type.Optional(
    Type.Union([Type.Record(Type.String(), Voice, { maxProperties: 2 }), Type.Array(Type.Object({}))], {
      title: 'The cast',
    }),
  ),
})

let app: App
beforeAll(async () => {
  app = await createApp({ name: 'test', logLevel: 'silent' })
  app.post(
    '/notes',
    {
      schema: {
        body: Body,
        querystring: Type.Object({ page: Type.Optional(Type.Integer({ title: 'The page' })) }),
      },
    },
    () => ({}),
  )
})
afterAll(() => app.close())
const sentenceFor = async (payload: unknown, query = '') => {
  const response = await app.inject({
    method: 'POST',
    url: `/notes${query}`,
    headers: { 'content-type': 'application/json' },
    payload: JSON.stringify(payload),
  })
  expect(response.statusCode).toBe(400)
  expect(response.json()).toMatchObject({ success: false, code: 'VALIDATION' })
  return response.json<{ error: string }>().error
}

describe('product §8: an invalid request gets a sentence in product terms', () => {
  test.each([
    [{}, 'The title is missing'],
    [{ title: '' }, 'The title must not be empty'],
    [{ title: 'longer' }, 'The title must have at most 5 characters'],
    [{ title: 7 }, 'The title must be a text'],
    [{ title: 'a', id: '1/2' }, 'The id of the line is not valid'],
    [{ title: 'a', line: 1.5 }, 'The number of the line must be a whole number'],
    [{ title: 'a', line: -1 }, 'The number of the line must be at least 0'],
    [{ title: 'a', line: 10 }, 'The number of the line must be at most 9'],
    [{ title: 'a', kind: 'c' }, 'The kind is not valid'],
    [{ title: 'a', tags: ['a', 'b'] }, 'The list of tags must have at most 1 entry'],
    [{ title: 'a', tags: [7] }, 'The list of tags is not valid'],
    [{ title: 'a', cast: 'everybody' }, 'The cast is not valid'],
    [{ title: 'a', cast: [7] }, 'The cast is not valid'],
    [{ title: 'a', cast: { 'A/B': 'too-long' } }, 'The voice of a character must have at most 4 characters'],
    [{ title: 'a', cast: { A: 7 } }, 'The voice of a character is not valid'],
    [null, 'The request is empty'],
    [[], 'The request must be a group of fields'],
  ])('%j: %s', async (payload, sentence) => {
    expect(await sentenceFor(payload)).toBe(sentence)
  })

  test.each([
    ['{', 400, 'The request is not valid JSON'],
    ['', 400, 'The request is empty'],
    ['<a/>', 415, 'The content type of the request is not supported', 'text/xml'],
  ])('%j, which cannot be parsed: %s', async (payload, status, sentence, type = 'application/json') => {
    const headers = { 'content-type': type }
    const response = await app.inject({ method: 'POST', url: '/notes', headers, payload })
    expect([response.statusCode, response.json<{ error: string }>().error]).toEqual([status, sentence])
  })

  test('in the query too', async () => {
    expect(await sentenceFor({ title: 'a' }, '?page=one')).toBe('The page must be a whole number')
  })
})

/** Every field that a caller provides, by its path in the schema. */
function fieldsOf(schema: TSchema | undefined, path = ''): [string, string | undefined][] {
  const {
    properties = {},
    items,
    anyOf = [],
  } = (schema ?? {}) as Record<string, never> & {
    properties?: Record<string, TSchema & { title?: string }>
    items?: TSchema
    anyOf?: TSchema[]
  }
  return [
    ...Object.entries(properties).flatMap(([name, field]): [string, string | undefined][] => [
      [`${path}.${name}`, field.title],
      ...fieldsOf(field, `${path}.${name}`),
    ]),
    ...(items ? fieldsOf(items, `${path}[]`) : []),
    ...anyOf.flatMap((one) => fieldsOf(one, path)),
  ]
}

test('product §8: every field of the contract that a caller provides has a title', () => {
  const untitled = [...API_ROUTES, ...INTERNAL_ROUTES].flatMap(({ id, params, query, headers, body }) =>
    [params, query, headers, body && !isFile(body) ? body : undefined]
      .flatMap((schema) => fieldsOf(schema as TSchema | undefined))
      .filter(([, title]) => !/^(The|Your|Whether) [^.]+$/.test(title ?? ''))
      .map(([field]) => `${id}${field}`),
  )
  expect(untitled).toEqual([])
})

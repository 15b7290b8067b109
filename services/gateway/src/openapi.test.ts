import { API_ROUTES } from '@andscene/contracts/api'
import { errorsOf } from '@andscene/contracts/define-route'
import { ERROR_STATUS } from '@andscene/contracts/schema/envelope'
import { Validator } from '@seriousme/openapi-schema-validator'
import { describe, expect, test } from 'vitest'
import { openApiDocument } from './openapi.ts'

type Operation = {
  operationId: string
  security: object[]
  parameters: { name: string }[]
  responses: Record<
    string,
    { links?: Record<string, { operationId: string; parameters: Record<string, string> }> }
  >
}
const document = openApiDocument('1.0.0') as { paths: Record<string, Record<string, Operation>> }
const operations = new Map(
  Object.values(document.paths)
    .flatMap((path) => Object.values(path))
    .map((operation) => [operation.operationId, operation]),
)
const operation = (id: string) => operations.get(id)!

describe('architecture §5: the OpenAPI document', () => {
  test('is valid OpenAPI 3.1', async () => {
    const result = await new Validator().validate(structuredClone(document))
    expect(result.errors ?? []).toEqual([])
    expect(result.valid).toBe(true)
  })

  test('has every route of the contract by its id, and no other', () => {
    expect([...operations.keys()].sort()).toEqual(API_ROUTES.map(({ id }) => id).sort())
  })

  test('lists every failure of every route', () => {
    const unnamed = API_ROUTES.flatMap((route) =>
      errorsOf(route)
        .filter((code) => !(ERROR_STATUS[code] in operation(route.id).responses))
        .map((code) => `${route.id} ${code}`),
    )
    expect(unnamed).toEqual([])
  })

  test('declares who may call a route: users, users and guests of a link, or all', () => {
    const tokens = { visitor: [], user: ['idToken'], guest: ['idToken', 'guestToken'], service: [] }
    for (const { id, access } of API_ROUTES) {
      const named = operation(id).security.flatMap((scheme) => Object.keys(scheme))
      expect([id, ...named]).toEqual([id, ...tokens[access]])
    }
  })

  test('links responses to further operations, with existing parameters', () => {
    const links = [...operations.values()].flatMap(({ operationId, responses }) =>
      Object.values(responses['200']?.links ?? {}).map((link) => ({ from: operationId, ...link })),
    )
    for (const { operationId, parameters } of links) {
      const names = operations.get(operationId)?.parameters.map(({ name }) => name)
      expect(names).toEqual(expect.arrayContaining(Object.keys(parameters)))
    }
    expect(links.map(({ from }) => from)).toEqual(
      expect.arrayContaining(['uploadScript', 'listScripts', 'readScript', 'generateClip']),
    )
  })
})

import { defineRoute } from '@andscene/contracts/define-route'
import { Success } from '@andscene/contracts/schema/envelope'
import { listening } from '@andscene/testing/listening'
import { createServer, type RequestListener } from 'node:http'
import { Type } from '@andscene/contracts/schema/schema'
import { describe, expect, onTestFinished, test } from 'vitest'
import { createServiceClient } from './service-client.ts'

const readNote = defineRoute({
  id: 'readNote',
  endpoint: 'GET /internal/notes/:id',
  service: 'scripts',
  access: 'service',
  summary: 'A note',
  params: Type.Object({ id: Type.String() }),
  response: Success(Type.Object({ text: Type.String() })),
  errors: ['NOT_FOUND'],
})
const readAtOnce = { ...readNote, limits: { ...readNote.limits, timeoutMs: 50 } }
const NOTE = JSON.stringify({ success: true, data: { text: 'Rain.' } })
const input = { params: { id: 'n1' } }
const signer = { signInternal: (audience: string) => `${audience}.token` }
const AWAY = {
  code: 'AWAY',
  statusCode: 503,
  retryAfter: 2,
  message: 'This part of And Scene is unavailable right now. Please try again in a moment.',
}

async function clientOf(listener: RequestListener) {
  const server = await listening(createServer(listener))
  onTestFinished(server.close)
  return createServiceClient(signer, 'scripts', server.url)
}

describe('architecture §5: a service calls another', () => {
  test('with its own token, and the id of the request it serves', async () => {
    const seen: unknown[] = []
    const client = await clientOf(({ url, headers }, response) => {
      seen.push([url, headers.authorization, headers['x-request-id']])
      response.end(NOTE)
    })
    expect(await client.call(readNote, input, { requestId: 'request-1' })).toEqual(JSON.parse(NOTE))
    expect(seen).toEqual([['/internal/notes/n1', 'Bearer scripts.token', 'request-1']])
  })

  test('and 404 stays 404 without internal details, or becomes 503 if the route does not declare it', async () => {
    const client = await clientOf((_request, response) => void response.writeHead(404).end('{}'))
    await expect(client.call({ ...readNote, errors: [] }, input)).rejects.toMatchObject(AWAY)
    const refused = client.call(readNote, input)
    await expect(refused).rejects.toMatchObject({
      code: 'NOT_FOUND',
      message: expect.not.stringMatching(/\//),
    })
  })

  test.each([
    ['WRONG_PASSPHRASE', 404, {}],
    ['TOO_MANY_REQUESTS', 429, { retryAfter: 7 }],
  ] as const)('and an error that the route declares is passed on: %s', async (code, status, more) => {
    const client = await clientOf((_request, response) => {
      response.writeHead(status, { 'retry-after': '7' }).end(JSON.stringify({ code, error: 'A sentence' }))
    })
    const route = { ...readNote, errors: [code] }
    await expect(client.call(route, input)).rejects.toMatchObject({ code, message: 'A sentence', ...more })
    const undeclared = { code: status === 404 ? 'NOT_FOUND' : 'AWAY' }
    await expect(client.call(readNote, input)).rejects.toMatchObject(undeclared)
  })

  test.each<[string, RequestListener]>([
    ['a fault of the other', (_request, response) => void response.writeHead(500).end('at /srv/x.ts')],
    ['a refusal that is our fault', (_request, response) => void response.writeHead(401).end('{}')],
    [
      'a refusal that breaks off',
      (_request, response) => {
        response.writeHead(500, { 'content-length': 1_000 }).write('{')
        setImmediate(() => response.destroy())
      },
    ],
    ['304', (_request, response) => void response.writeHead(304).end()],
  ])('and %s becomes an internal error, without internal details', async (_name, listener) => {
    const client = await clientOf(listener)
    const refused = client.call(readNote, input)
    await expect(refused).rejects.toMatchObject({
      code: 'INTERNAL',
      statusCode: 500,
      message: expect.not.stringMatching(/\/|scripts/),
    })
  })

  test.each<[string, RequestListener]>([
    ...[429, 502, 503, 504].map((status): [string, RequestListener] => [
      `${status} of the other`,
      (_request, response) => void response.writeHead(status).end('at /srv/x.ts'),
    ]),
    ['a redirect', (_request, response) => void response.writeHead(302, { location: '/' }).end()],
    ['what is no JSON', (_request, response) => void response.end('<html>')],
    ['a connection that breaks', ({ socket }) => void socket.destroy()],
  ])('and %s becomes 503, without a retry or internal details', async (_name, listener) => {
    let asked = 0
    const client = await clientOf((request, response) => {
      asked += 1
      listener(request, response)
    })
    await expect(client.call(readNote, input)).rejects.toMatchObject(AWAY)
    expect(asked).toBe(1)
  })

  test('and waits as long as the route declares', async () => {
    const client = await clientOf(() => undefined)
    await expect(client.call(readAtOnce, input)).rejects.toMatchObject(AWAY)
  })
})

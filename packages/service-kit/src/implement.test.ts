import { defineRoute } from '@andscene/contracts/define-route'
import { Success } from '@andscene/contracts/schema/envelope'
import { createInternalKeys } from '@andscene/testing/internal-keys'
import { Type } from '@andscene/contracts/schema/schema'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { createApp, type App } from './create-app.ts'
import { HttpError } from './http-error.ts'
import { implement } from './implement.ts'
import { internalTokens } from './tokens/internal-tokens.ts'

const keys = createInternalKeys(['gateway', 'scripts', 'tts'])
const Note = Type.Object({ text: Type.String(), line: Type.Optional(Type.Integer()) })
const base = { service: 'scripts', summary: 'A note' } as const
const saveNote = defineRoute({
  ...base,
  id: 'saveNote',
  endpoint: 'POST /api/notes/:id',
  access: 'user',
  params: Type.Object({ id: Type.String({ maxLength: 4 }) }),
  query: Type.Object({ line: Type.Integer({ default: 7 }) }),
  body: Type.Object({ text: Type.String() }),
  response: Success(Note),
  limits: { bodyBytes: 64 },
})
const countNotes = defineRoute({
  ...base,
  id: 'countNotes',
  endpoint: 'POST /api/notes',
  access: 'user',
  response: Success(Note),
})
const changeNote = defineRoute({
  ...base,
  id: 'changeNote',
  endpoint: 'POST /api/notes/:id/change',
  access: 'user',
  params: Type.Object({ id: Type.String() }),
  response: Success(Note),
  errors: ['CONFLICT'],
  present: Note,
})
const readText = defineRoute({
  ...base,
  id: 'readText',
  endpoint: 'POST /internal/text',
  access: 'service',
  callers: ['tts'],
  response: { kind: 'rendered', schema: Success(Note) },
})

async function open(self: 'gateway' | 'scripts' | 'tts'): Promise<App> {
  const one = await createApp({ name: self, logLevel: 'silent' })
  const privateKey = keys.privateKeys[self]
  await one.register(internalTokens, { self, privateKey, publicKeys: keys.publicKeys })
  return one
}

let app: App
let gateway: App
let tts: App
beforeEach(async () => {
  ;[app, gateway, tts] = await Promise.all([open('scripts'), open('gateway'), open('tts')])
  implement(app, saveNote, async ({ params, query, body, uid }) => {
    const inside = { secret: 'internal' }
    return { data: { text: `${uid} ${params.id} ${body.text}`, line: query.line, ...inside } }
  })
  implement(app, countNotes, (_request, reply) => {
    const inside = { secret: 'internal' }
    return reply.code(202).send({ success: true, data: { text: 'many', ...inside } })
  })
  implement(app, changeNote, ({ params }) => {
    const present = { text: 'Snow.', secret: 'internal' }
    throw new HttpError('CONFLICT', 'It was changed', params.id === 'n1' ? { present } : {})
  })
  const { callers: _tts, ...forNoCaller } = readText
  implement(app, { ...forNoCaller, path: '/internal/for-no-caller' }, () => '{}')
  implement(app, readText, () => '{"success":true,"data":{"text":"as it is","more":1}}')
  await Promise.all([app.ready(), gateway.ready(), tts.ready()])
})
afterEach(() => Promise.all([app.close(), gateway.close(), tts.close()]))

const ada = () => gateway.signInternal('scripts', { uid: 'ada' })
const service = () => tts.signInternal('scripts')
const call = async (url: string, token: string, payload: object = { text: 'Rain.' }) => {
  const headers = { authorization: `Bearer ${token}` }
  const response = await app.inject({ method: 'POST', url, payload, headers })
  return { status: response.statusCode, body: response.json<Record<string, unknown>>() }
}

describe('architecture §5: a route of the contract', () => {
  test('applies its defaults, and responds only with fields that the schema declares', async () => {
    expect(await call('/api/notes/n1', ada())).toEqual({
      status: 200,
      body: { success: true, data: { text: 'ada n1 Rain.', line: 7 } },
    })
  })

  test.each([
    ['path', '/api/notes/too-long', { text: 'Rain.' }, 400],
    ['query', '/api/notes/n1?line=x', { text: 'Rain.' }, 400],
    ['body', '/api/notes/n1', {}, 400],
    ['size', '/api/notes/n1', { text: 'x'.repeat(64) }, 413],
  ])('rejects invalid requests: %s', async (_part, url, payload, status) => {
    expect(await call(url, ada(), payload)).toMatchObject({ status, body: { success: false } })
  })

  test('accepts only its callers: users by the gateway, or another service', async () => {
    expect(await call('/api/notes/n1', service())).toMatchObject({ status: 403 })
    expect(await call('/internal/text', ada())).toMatchObject({ status: 403 })
    expect(await call('/internal/text', 'nonsense')).toMatchObject({ status: 401 })
    expect(await call('/internal/for-no-caller', service())).toMatchObject({ status: 403 })
  })

  test.each(['GET', 'PUT', 'DELETE', 'HEAD', 'TRACE', 'PROPFIND', 'QUERY'])(
    'responds to %s, which it does not declare, with 405 and the declared methods',
    async (method) => {
      const response = await app.inject({ method: method as 'GET', url: '/api/notes/n1' })
      expect([response.statusCode, response.headers['allow']]).toEqual([405, 'POST'])
      if (method === 'HEAD') return
      expect(response.json()).toMatchObject({ success: false, code: 'METHOD_NOT_ALLOWED' })
    },
  )

  test('sends only declared fields when the handler itself sends a response with another status', async () => {
    expect(await call('/api/notes', ada())).toEqual({
      status: 202,
      body: { success: true, data: { text: 'many' } },
    })
  })

  test('sends the present state with a conflict, but only declared fields', async () => {
    const requestId = expect.any(String)
    const failure = { success: false, code: 'CONFLICT', error: 'It was changed', requestId }
    expect(await call('/api/notes/n1/change', ada())).toEqual({
      status: 409,
      body: { ...failure, present: { text: 'Snow.' } },
    })
    expect(await call('/api/notes/n2/change', ada())).toEqual({ status: 409, body: failure })
  })

  test('product §10: is never public: an app that does not check tokens does not start', async () => {
    const bare = await createApp({ name: 'bare', logLevel: 'silent' })
    expect(() => implement(bare, readText, () => '{}')).toThrow('internalTokens')
    await bare.close()
  })

  test('sends rendered JSON unchanged', async () => {
    expect(await call('/internal/text', service())).toEqual({
      status: 200,
      body: { success: true, data: { text: 'as it is', more: 1 } },
    })
  })
})

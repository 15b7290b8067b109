import { createInternalKeys, ISSUERS } from '@andscene/service-kit/tokens/internal-keys'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { ownParts } from '../parts.ts'
import { freePort } from '@andscene/service-kit/free-port'
import { identityProcess, PROJECT, PUBLIC_ORIGIN } from '../testing/identity-process.ts'

type Tokens = { localId: string; idToken: string; refreshToken: string }
const PERSON = { email: 'writer@example.com', password: 'Act-Three-3', returnSecureToken: true }
/** Passed the guard: the service behind the gateway is unavailable in this test. */
const LET_IN = 503

let folder: string
let identity: Awaited<ReturnType<typeof identityProcess>>
let gateway: Awaited<ReturnType<typeof gatewayProcess>>

/** The gateway as the launcher starts it, before `identity`. */
async function gatewayProcess() {
  const nowhere = await freePort()
  const port = await freePort()
  const part = ownParts({
    env: { ...process.env, FIREBASE_PROJECT_ID: PROJECT, LOG_LEVEL: 'silent' },
    host: '127.0.0.1',
    dataDir: folder,
    ports: {
      edge: nowhere,
      identity: identity.port,
      gateway: port,
      scripts: nowhere,
      tts: nowhere,
      subscriptions: nowhere,
      workers: [],
      metrics: { edge: nowhere, identity: nowhere },
    },
    // Without Redis the gateway counts alone.
    redisUrl: '',
    publicOrigin: PUBLIC_ORIGIN,
    keys: createInternalKeys(ISSUERS),
    identity: identity.keys,
  }).find(({ name }) => name === 'gateway')
  if (!part) throw new Error('There is no gateway.')
  const child = spawn(part.file, part.args, { env: part.env, stdio: ['ignore', 'inherit', 'inherit', 'ipc'] })
  await Promise.race([
    once(child, 'message'),
    once(child, 'exit').then(([code]) => Promise.reject(new Error(`The gateway ended with ${code}.`))),
  ])
  return {
    list: async (token: string) => {
      const response = await fetch(`http://127.0.0.1:${port}/api/scripts`, {
        headers: { authorization: `Bearer ${token}` },
      })
      return { status: response.status, body: (await response.json()) as Record<string, unknown> }
    },
    end: async () => {
      const ended = once(child, 'exit')
      child.kill('SIGTERM')
      await ended
    },
  }
}

beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'and-scene-gateway-'))
  identity = await identityProcess(folder)
  gateway = await gatewayProcess()
})
afterAll(async () => {
  await gateway.end()
  await identity.kill()
  await rm(folder, { recursive: true, force: true })
})

const signUp = async (email: string) =>
  (await identity.call('accounts:signUp', { ...PERSON, email })).body as Tokens
const unsigned = ({ idToken }: Tokens) =>
  `${Buffer.from('{"alg":"none","typ":"JWT"}').toString('base64url')}.${idToken.split('.')[1]}.`

describe('product §10: the gateway beside the embedded identity', () => {
  test('accepts tokens of the identity part, and no forged token with the same claims', async () => {
    const person = await signUp('a@example.com')
    expect((await gateway.list(person.idToken)).status).toBe(LET_IN)
    expect(await gateway.list(unsigned(person))).toMatchObject({
      status: 401,
      body: { success: false, code: 'UNAUTHENTICATED' },
    })
    expect((await gateway.list(person.refreshToken)).status).toBe(401)
  })

  test('lets in by a refreshed token', async () => {
    const person = await signUp('b@example.com')
    const { body } = await identity.refresh(person.refreshToken)
    expect((await gateway.list(String(body['id_token']))).status).toBe(LET_IN)
  })

  test.each([
    ['deleted', 'accounts:delete', {}],
    ['disabled', 'accounts:update', { disableUser: true }],
    ['revoked', 'accounts:update', { validSince: '9999999999' }],
  ])('keeps out who was %s', async (how, call, more) => {
    const { localId, idToken } = await signUp(`${how}@example.com`)
    await identity.admin(call, { localId, ...more })
    expect((await gateway.list(idToken)).status).toBe(401)
  })
})

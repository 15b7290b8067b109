import { part } from '@andscene/testing/google-identity'
import { listening } from '@andscene/testing/listening'
import { createSigner } from 'fast-jwt'
import { createHmac, generateKeyPairSync } from 'node:crypto'
import { createServer } from 'node:http'
import { afterAll, beforeEach, describe, expect, test } from 'vitest'
import type { EmbeddedConnection } from '@andscene/service-kit/identity/embedded-accounts'
import { verifyEmbedded } from './embedded-identity.ts'
import type { VerifierOptions } from './identity.ts'

const PROJECT = 'demo-test'
const MINUTE = 60_000
const pair = () => {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  return {
    privateKey: privateKey.export({ type: 'pkcs8', format: 'pem' }).toString(),
    publicKey: publicKey.export({ type: 'spki', format: 'pem' }).toString(),
  }
}
const ours = pair()
const seconds = (ms = Date.now()) => Math.floor(ms / 1_000)

/** A fake identity service: its accounts and the requests it received. */
let users: Record<string, object> = {}
let asked: { url?: string | undefined; secret?: unknown }[] = []
let respondsWith = 200
const server = createServer((request, response) => {
  let body = ''
  request.on('data', (chunk) => (body += String(chunk)))
  request.on('end', () => {
    asked.push({ url: request.url, secret: request.headers['x-identity-secret'] })
    const { localId = [] } = JSON.parse(body) as { localId?: string[] }
    const found = localId.flatMap((uid) => (users[uid] ? [{ localId: uid, ...users[uid] }] : []))
    response.writeHead(respondsWith, respondsWith === 302 ? { location: '/elsewhere' } : {})
    response.end(JSON.stringify(found.length > 0 ? { users: found } : {}))
  })
})
const { url, close } = await listening(server)
afterAll(close)
const identity: EmbeddedConnection = { projectId: PROJECT, url, secret: 's3' }
beforeEach(() => {
  users = { ada: {} }
  asked = []
  respondsWith = 200
})

const verifierOf = (connection: EmbeddedConnection, options?: VerifierOptions) =>
  verifyEmbedded(connection, Buffer.from(ours.publicKey).toString('base64'), options)

const claims = (more: object = {}) => ({
  sub: 'ada',
  user_id: 'ada',
  aud: PROJECT,
  iss: `https://securetoken.google.com/${PROJECT}`,
  iat: seconds(),
  exp: seconds() + 3_600,
  ...more,
})
const signed = (more: object = {}, key = ours.privateKey) =>
  createSigner({ key, algorithm: 'ES256' })(claims(more))

describe('product §10: tokens of the embedded identity', () => {
  test('accepts a token that it issued, and looks up the account with the secret', async () => {
    expect(await verifierOf(identity)(signed())).toEqual({ uid: 'ada' })
    expect(asked).toEqual([
      { url: `/identitytoolkit.googleapis.com/v1/projects/${PROJECT}/accounts:lookup`, secret: 's3' },
    ])
  })

  test('passes on the declared claims of the user only', async () => {
    const token = signed({ name: 'Ada', email: 'ada@andscene.example', email_verified: true, role: 'owner' })
    expect(await verifierOf(identity)(token)).toEqual({
      uid: 'ada',
      name: 'Ada',
      email: 'ada@andscene.example',
      emailVerified: true,
    })
    // Only the subject identifies the user.
    expect(await verifierOf(identity)(signed({ uid: 'eve', user_id: 'eve' }))).toEqual({ uid: 'ada' })
  })

  const FORGERIES: [string, () => string][] = [
    ['alg: none', () => `${part({ alg: 'none', typ: 'JWT' })}.${part(claims())}.`],
    ['a tampered payload', () => signed().replace(/\..+\./, `.${part(claims({ sub: 'eve' }))}.`)],
    ["another platform's key", () => signed({}, pair().privateKey)],
    [
      'the public key as a shared secret',
      () => {
        const input = `${part({ alg: 'HS256', typ: 'JWT' })}.${part(claims())}`
        return `${input}.${createHmac('sha256', ours.publicKey).update(input).digest('base64url')}`
      },
    ],
    ["another project's audience", () => signed({ aud: 'demo-else' })],
    ['a refresh token', () => signed({ aud: `${PROJECT}/refresh` })],
    ['another issuer', () => signed({ iss: 'https://securetoken.google.com/demo-else' })],
    ['a past expiry', () => signed({ exp: seconds() - 1 })],
    ['no expiry', () => signed({ exp: undefined })],
    ['no subject', () => signed({ sub: undefined })],
    ['a list as subject', () => signed({ sub: ['ada'] })],
  ]
  test.each(FORGERIES)('rejects without a lookup: %s', async (_, token) => {
    await expect(verifierOf(identity)(token())).rejects.toMatchObject({
      code: 'UNAUTHENTICATED',
      statusCode: 401,
    })
    expect(asked).toEqual([])
  })

  test.each([
    ['deleted', 'ACCOUNT_DELETED', () => (users = {})],
    ['disabled', 'ACCOUNT_DISABLED', () => (users = { ada: { disabled: true } })],
    ['revoked', 'SESSION_REVOKED', () => (users = { ada: { validSince: String(seconds() + 60) } })],
  ])(
    'rejects a user %s within 5 minutes, and immediately with a new token, with %s',
    async (_, code, leave) => {
      let time = Date.now()
      const verify = verifierOf(identity, { now: () => time })
      const token = signed()
      expect(await verify(token)).toEqual({ uid: 'ada' })
      leave()
      time += 5 * MINUTE
      await expect(verify(token)).rejects.toMatchObject({ code, statusCode: 401 })
      await expect(verify(token), 'cached').rejects.toMatchObject({ code })
      await expect(verify(signed({ jti: 'new' }))).rejects.toMatchObject({ code, statusCode: 401 })
    },
  )

  test.each([503, 403, 302])(
    'treats a response of %i from the identity service as an outage, not as an invalid token',
    async (status) => {
      respondsWith = status
      await expect(verifierOf(identity)(signed())).rejects.toMatchObject({ statusCode: 503 })
      expect(asked).toHaveLength(1)
    },
  )

  test('treats an unavailable identity service as an outage', async () => {
    const verify = verifierOf({ ...identity, url: 'http://127.0.0.1:1' })
    await expect(verify(signed())).rejects.toMatchObject({ statusCode: 503 })
  })
})

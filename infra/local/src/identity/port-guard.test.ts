import { rawRequest, requestBytes } from '@andscene/testing/raw-http'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { DEMO_ACCOUNT, identityProcess, PROJECT, PUBLIC_ORIGIN } from '../testing/identity-process.ts'

let folder: string
let identity: Awaited<ReturnType<typeof identityProcess>>

beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'and-scene-door-'))
  identity = await identityProcess(folder)
})
afterAll(async () => {
  await identity.kill()
  await rm(folder, { recursive: true, force: true })
})

const ask = (method: string, target: string, headers: Record<string, string>, body = '') => {
  const host = `127.0.0.1:${identity.port}`
  const type = body && { 'content-type': 'application/json' }
  return rawRequest(
    `http://${host}`,
    requestBytes(method, target, { host, connection: 'close', ...type, ...headers }, body),
  )
}
const secret = () => ({ 'x-identity-secret': identity.keys.secret })
const OWNER = { authorization: 'Bearer owner' }
const CODES = `/emulator/v1/projects/${PROJECT}/oobCodes`
const LOOKUP = `/identitytoolkit.googleapis.com/v1/projects/${PROJECT}/accounts:lookup`

describe("product §10: the emulator's own port", () => {
  test.each([
    ['an administrator', { ...OWNER }],
    ['an administrator with a wrong secret', { ...OWNER, 'x-identity-secret': 'f'.repeat(64) }],
    ['a page, also one that knows the secret', { origin: 'http://localhost:4200' }],
    ['a page, by what the browser adds', { 'sec-fetch-site': 'cross-site' }],
  ])('refuses %s', async (who, headers) => {
    const known = who.startsWith('a page') ? secret() : {}
    for (const response of [
      await ask('GET', CODES, { ...headers, ...known }),
      await ask('POST', LOOKUP, { ...headers, ...known }, JSON.stringify({ email: [DEMO_ACCOUNT.email] })),
      await ask('OPTIONS', LOOKUP, { ...headers, ...known, 'access-control-request-method': 'POST' }),
      await ask('GET', '/', { ...headers, ...known }),
    ]) {
      expect(response.status).toBe(403)
      expect(JSON.stringify(response)).not.toMatch(/access-control|"users"|oobCodes/i)
    }
  })

  test('responds to requests with the secret, and to all requests for its health', async () => {
    expect((await ask('GET', CODES, { ...OWNER, ...secret() })).status).toBe(200)
    expect((await ask('GET', '/readyz', {})).status).toBe(200)
  })
})

describe('product §6: the links of e-mails', () => {
  test.each([
    ['Host', { host: 'evil.example' }],
    ['X-Forwarded-Host', { 'x-forwarded-host': 'evil.example', 'x-forwarded-proto': 'https' }],
    ['a Host that is none', { host: 'a b' }],
  ])('lead to the public origin whatever %s says', async (_, headers) => {
    const { status } = await ask(
      'POST',
      '/identitytoolkit.googleapis.com/v1/accounts:sendOobCode?key=k',
      { ...secret(), ...headers },
      JSON.stringify({
        requestType: 'PASSWORD_RESET',
        email: DEMO_ACCOUNT.email,
        continueUrl: 'https://evil.example/',
      }),
    )
    expect(status).toBe(200)
    const link = /set a new password: (\S+)"/.exec(identity.said().split('\n').at(-2) ?? '')?.[1] ?? ''
    expect(link).toMatch(
      /^http:\/\/stage\.example:4200\/emulator\/action\?mode=resetPassword&oobCode=[\w-]+$/,
    )
    expect(new URL(link).origin).toBe(PUBLIC_ORIGIN)
  })
})

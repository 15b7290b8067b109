import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import path from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { FastifyInstance } from 'fastify'
import { tmpdir } from 'node:os'
import { DEMO_ACCOUNT, PROJECT, identityProcess, post } from '../testing/identity-process.ts'
import { buildEdge } from './build-app.ts'
import { compressAll } from './precompress.ts'

const TOOLKIT = '/identitytoolkit.googleapis.com/v1'
const ADMIN = { authorization: 'Bearer owner' }

let folder: string
let edge: FastifyInstance
let gateway: Server
let identity: Awaited<ReturnType<typeof identityProcess>>
let origin: string
/** What the gateway saw last. */
let seen: { method?: string; url?: string; headers: Record<string, unknown>; body: string }

async function build(remote: string, version: string, chunk: string) {
  const dist = path.join(folder, 'remotes', remote, 'dist')
  await rm(dist, { recursive: true, force: true })
  await mkdir(path.join(dist, 'assets'), { recursive: true })
  await writeFile(path.join(dist, 'assets', chunk), `// ${version}\n${'x'.repeat(2_000)}`)
  await writeFile(path.join(dist, 'mf-manifest.json'), JSON.stringify({ id: remote, chunk }))
  await writeFile(
    path.join(dist, 'remote.json'),
    JSON.stringify({ name: remote, version, routes: [{ path: '/', access: 'any', errorText: 'Sorry.' }] }),
  )
}

beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'and-scene-edge-'))
  const host = path.join(folder, 'shells/host/dist')
  await mkdir(path.join(host, 'assets'), { recursive: true })
  await writeFile(path.join(host, 'index.html'), '<!doctype html><title>And Scene</title>')
  await writeFile(path.join(host, 'assets/main.0123456789.js'), 'main()')
  await build('landing', 'aaaaaaaaaaaa', 'page.aaaaaaaaaa.js')
  gateway = createServer((request, response) => {
    let body = ''
    request.on('data', (chunk) => (body += String(chunk)))
    request.on('end', () => {
      seen = { method: request.method ?? '', url: request.url ?? '', headers: request.headers, body }
      if (request.url === '/api/busy') response.statusCode = 503
      response.end(JSON.stringify({ success: true }))
    })
  })
  await new Promise<void>((resolve) => gateway.listen(0, '127.0.0.1', resolve))
  identity = await identityProcess(path.join(folder, 'identity'))
  edge = await buildEdge(
    {
      port: 0,
      host: '127.0.0.1',
      root: folder,
      webDir: path.join(folder, 'web'),
      gatewayUrl: `http://127.0.0.1:${(gateway.address() as AddressInfo).port}`,
      identityUrl: identity.url,
      firebase: { apiKey: 'k', authDomain: 'd', projectId: PROJECT },
      remotesFile: undefined,
    },
    'silent',
  )
  origin = await edge.listen({ port: 0, host: '127.0.0.1' })
})

afterAll(async () => {
  await edge.close()
  gateway.closeAllConnections()
  gateway.close()
  await identity.kill()
  await rm(folder, { recursive: true, force: true })
})

describe('web files', () => {
  it.each(['/', '/secret-login', '/scripts/abc', '/no/such/place', '/remotes'])(
    'answers %s with the page of the host',
    async (address) => {
      const answer = await fetch(origin + address)
      expect(answer.status).toBe(200)
      expect(answer.headers.get('cache-control')).toBe('no-cache')
      expect(await answer.text()).toContain('<title>And Scene</title>')
    },
  )

  it('answers a missing chunk with 404, never with a page', async () => {
    for (const address of [
      '/assets/gone.0123456789.js',
      '/remotes/landing/aaaaaaaaaaaa/assets/gone.js',
      '/remotes/none/aaaaaaaaaaaa/a.js',
    ])
      expect([address, (await fetch(origin + address)).status]).toEqual([address, 404])
  })

  it.each([
    '/..%2fpackage.json',
    '/remotes/landing/%2e%2e/%2e%2e/host/x.js',
    '/assets/..%2f..%2f..%2fidentity/accounts.json',
  ])('serves nothing outside of the builds: %s', async (address) => {
    const answer = await edge.inject(address)
    expect(answer.statusCode).not.toBe(200)
  })

  it('lets hashed files be kept for ever and asks again for the rest', async () => {
    const hashed = await fetch(`${origin}/assets/main.0123456789.js`)
    expect(hashed.headers.get('cache-control')).toBe('public, max-age=31536000, immutable')
    const page = await fetch(`${origin}/`)
    const headers = { 'if-none-match': page.headers.get('etag') ?? '' }
    expect((await edge.inject({ url: '/', headers })).statusCode).toBe(304)
  })

  it('RULINGS, Safety: scripts come from our origin only, none inline; styles may be inline', async () => {
    const csp = (await fetch(`${origin}/`)).headers.get('content-security-policy') ?? ''
    const directives = Object.fromEntries(
      csp.split('; ').map((directive) => [directive.split(' ')[0], directive.split(' ').slice(1)]),
    )
    expect(directives['script-src']).toEqual(["'self'"])
    expect(directives['style-src']).toEqual(["'self'", "'unsafe-inline'"])
    expect(directives['object-src']).toEqual(["'none'"])
    expect(directives['connect-src']).toContain("'self'")
  })

  it('tells the browser where it is', async () => {
    expect(await (await fetch(`${origin}/config.json`)).json()).toEqual({
      apiBaseUrl: `${origin}/api`,
      firebase: { apiKey: 'k', authDomain: 'd', projectId: PROJECT },
      identityEmulator: origin,
    })
  })

  it('serves compressed what was compressed', async () => {
    await fetch(`${origin}/remotes.json`)
    await compressAll(path.join(folder, 'web'))
    const answer = await fetch(`${origin}/remotes/landing/aaaaaaaaaaaa/assets/page.aaaaaaaaaa.js`, {
      headers: { 'accept-encoding': 'br' },
    })
    expect(answer.headers.get('content-encoding')).toBe('br')
    expect(await answer.text()).toContain('// aaaaaaaaaaaa')
  })
})

describe('remotes', () => {
  type Registry = { remotes: { name: string; version: string; entry: string }[] }
  const registry = async () => (await (await fetch(`${origin}/remotes.json`)).json()) as Registry

  it('picks up a remote that was rebuilt while running, and keeps the chunks of the build before', async () => {
    await build('rebuilt', 'aaaaaaaaaaaa', 'page.aaaaaaaaaa.js')
    const before = (await registry()).remotes.find(({ name }) => name === 'rebuilt')
    expect(before?.entry).toBe(`${origin}/remotes/rebuilt/aaaaaaaaaaaa/mf-manifest.json`)
    await build('rebuilt', 'bbbbbbbbbbbb', 'page.bbbbbbbbbb.js')
    const after = (await registry()).remotes.find(({ name }) => name === 'rebuilt')
    expect(after?.version).toBe('bbbbbbbbbbbb')
    expect(await (await fetch(after?.entry ?? '')).json()).toEqual({
      id: 'rebuilt',
      chunk: 'page.bbbbbbbbbb.js',
    })
    expect(await (await fetch(before?.entry ?? '')).json()).toEqual({
      id: 'rebuilt',
      chunk: 'page.aaaaaaaaaa.js',
    })
    const chunk = await fetch(new URL('assets/page.aaaaaaaaaa.js', before?.entry))
    expect([chunk.status, chunk.headers.get('cache-control')]).toEqual([
      200,
      'public, max-age=31536000, immutable',
    ])
  })

  it('goes on with the build before while a remote is being built', async () => {
    await build('halfway', 'cccccccccccc', 'page.cccccccccc.js')
    await registry()
    await rm(path.join(folder, 'remotes/halfway/dist/mf-manifest.json'))
    expect((await registry()).remotes).toContainEqual(
      expect.objectContaining({ name: 'halfway', version: 'cccccccccccc' }),
    )
  })

  it('leaves a broken remote out, and only that one', async () => {
    await build('broken', 'dddddddddddd', 'page.dddddddddd.js')
    await writeFile(path.join(folder, 'remotes/broken/dist/remote.json'), '{"name": 7}')
    const names = (await registry()).remotes.map(({ name }) => name)
    expect(names).toContain('landing')
    expect(names).not.toContain('broken')
  })

  it('serves manifests to shells of other origins, to be asked for anew each time', async () => {
    const { headers } = await fetch(`${origin}/remotes/landing/aaaaaaaaaaaa/mf-manifest.json`)
    expect([headers.get('access-control-allow-origin'), headers.get('cache-control')]).toEqual([
      '*',
      'no-cache',
    ])
  })
})

describe('/api', () => {
  it('goes to the gateway as it is, with the client that the edge saw', async () => {
    const answer = await fetch(`${origin}/api/scripts/upload?x=1`, {
      method: 'POST',
      headers: {
        authorization: 'Bearer t',
        'content-type': 'multipart/form-data; boundary=b',
        'x-forwarded-for': '6.6.6.6',
      },
      body: '--b--',
    })
    expect(answer.status).toBe(200)
    expect(seen).toMatchObject({ method: 'POST', url: '/api/scripts/upload?x=1', body: '--b--' })
    expect(seen.headers).toMatchObject({
      authorization: 'Bearer t',
      'content-type': 'multipart/form-data; boundary=b',
      'x-forwarded-for': '127.0.0.1',
    })
  })

  it('is asked once, also when it is busy', async () => {
    let asked = 0
    const count = () => asked++
    gateway.on('request', count)
    expect((await fetch(`${origin}/api/busy`)).status).toBe(503)
    gateway.off('request', count)
    expect(asked).toBe(1)
  })

  it('is a 502 failure with a sentence when the gateway is away', async () => {
    const lonely = await buildEdge(
      {
        port: 0,
        host: '127.0.0.1',
        root: folder,
        webDir: path.join(folder, 'web'),
        gatewayUrl: 'http://127.0.0.1:1',
        identityUrl: undefined,
        firebase: { apiKey: 'k', authDomain: 'd', projectId: 'p' },
        remotesFile: undefined,
      },
      'silent',
    )
    const answer = await lonely.inject('/api/scripts')
    await lonely.close()
    expect(answer.statusCode).toBe(502)
    expect(answer.json()).toMatchObject({
      success: false,
      code: 'UNAVAILABLE',
      error: expect.stringMatching(/\.$/) as string,
    })
  })
})

describe('RULINGS, Identity: the safe subset', () => {
  const person = { email: 'actor@example.com', password: 'Scene-Two-2', returnSecureToken: true }

  it('signs up, signs in, refreshes, looks up, sends codes, deletes the own account', async () => {
    const signedUp = await post(`${origin}${TOOLKIT}/accounts:signUp?key=k`, person)
    expect(signedUp.status).toBe(200)
    const { body } = await post(`${origin}${TOOLKIT}/accounts:signInWithPassword?key=k`, person)
    const { idToken, refreshToken } = body as { idToken: string; refreshToken: string }
    const refreshed = await fetch(`${origin}/securetoken.googleapis.com/v1/token?key=k`, {
      method: 'POST',
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      body: new URLSearchParams({ grant_type: 'refresh_token', refresh_token: refreshToken }),
    })
    expect(await refreshed.json()).toMatchObject({ user_id: signedUp.body['localId'] })
    expect((await post(`${origin}${TOOLKIT}/accounts:lookup?key=k`, { idToken })).body).toMatchObject({
      users: [{ email: person.email }],
    })
    const sent = await post(`${origin}${TOOLKIT}/accounts:sendOobCode?key=k`, {
      requestType: 'VERIFY_EMAIL',
      idToken,
    })
    expect(sent.status).toBe(200)
    expect(identity.said()).toContain(
      `E-mail to ${person.email}: verify this address: ${origin}/emulator/action?mode=verifyEmail`,
    )
    expect((await post(`${origin}${TOOLKIT}/accounts:delete?key=k`, { idToken })).status).toBe(200)
    expect((await post(`${origin}${TOOLKIT}/accounts:signInWithPassword?key=k`, person)).status).toBe(400)
  })

  it('signs in with the account picked in the local chooser, in the place of Google', async () => {
    const claims = {
      sub: 'reader@example.com',
      email: 'reader@example.com',
      email_verified: true,
      name: 'Reader',
    }
    const postBody = new URLSearchParams({
      id_token: JSON.stringify(claims),
      providerId: 'google.com',
    }).toString()
    const answer = await post(`${origin}${TOOLKIT}/accounts:signInWithIdp?key=k`, {
      postBody,
      requestUri: origin,
      returnIdpCredential: true,
      returnSecureToken: true,
    })
    expect(answer).toMatchObject({
      status: 200,
      body: { email: 'reader@example.com', providerId: 'google.com' },
    })
  })

  it.each([
    ['GET', `/identitytoolkit.googleapis.com/v1/projects/${PROJECT}/accounts:batchGet`],
    ['POST', `/identitytoolkit.googleapis.com/v1/projects/${PROJECT}/accounts`],
    ['POST', `/identitytoolkit.googleapis.com/v1/projects/${PROJECT}/accounts:lookup`],
    ['POST', `/identitytoolkit.googleapis.com/v1/projects/${PROJECT}/accounts:update`],
    ['DELETE', `/emulator/v1/projects/${PROJECT}/accounts`],
    ['GET', `/emulator/v1/projects/${PROJECT}/oobCodes`],
    ['GET', '/emulator/openapi.json'],
    ['POST', '/www.googleapis.com/identitytoolkit/v3/relyingparty/downloadAccount'],
    ['POST', `${TOOLKIT}/accounts:signInWithCustomToken`],
    ['POST', `${TOOLKIT}/accounts:lookup`],
    ['POST', `${TOOLKIT}/accounts:delete`],
    ['POST', '/securetoken.googleapis.com/v1/token'],
  ] as const)('refuses an administrator: %s %s', async (method, address) => {
    for (const headers of [ADMIN, { authorization: 'bearer OWNER' }, { authorization: 'Bearer ya29.x' }]) {
      const answer = await edge.inject({
        method,
        url: address,
        headers,
        ...(method === 'POST' ? { payload: {} } : {}),
      })
      expect(answer.statusCode).toBe(403)
    }
  })

  it.each([
    ['accounts:lookup', { localId: ['x'], email: [DEMO_ACCOUNT.email] }],
    ['accounts:update', { localId: 'x', password: 'Scene-Two-2' }],
    ['accounts:delete', { localId: 'x' }],
    ['accounts:signUp', { ...person, email: 'other@example.com', localId: 'mine' }],
    [
      'accounts:sendOobCode',
      { requestType: 'PASSWORD_RESET', email: DEMO_ACCOUNT.email, returnOobLink: true },
    ],
    [
      'accounts:sendOobCode',
      { requestType: 'PASSWORD_RESET', email: DEMO_ACCOUNT.email, return_oob_link: true },
    ],
  ])('lets nothing of an administrator through in %s %o', async (call, payload) => {
    const { body } = await post(`${origin}${TOOLKIT}/${call}?key=k`, payload)
    expect(JSON.stringify(body)).not.toMatch(/oobLink|oobCode=|passwordHash|"localId":"mine"|"users"/)
  })

  it('SPEC §5 holds passwords to the policy of the provider', async () => {
    const weak = await post(`${origin}${TOOLKIT}/accounts:signUp?key=k`, {
      email: 'weak@example.com',
      password: 'sixsix',
    })
    expect(weak.status).toBe(400)
    expect(JSON.stringify(weak.body)).toContain('PASSWORD_DOES_NOT_MEET_REQUIREMENTS')
    const policy = (await (
      await fetch(`${origin}/identitytoolkit.googleapis.com/v2/passwordPolicy?key=k`)
    ).json()) as object
    expect(policy).toMatchObject({ customStrengthOptions: { minPasswordLength: 8, maxPasswordLength: 15 } })
  })

  it.each([
    ['verifyEmail', '/verify-email?oobCode=c%26d'],
    ['resetPassword', '/reset-password?mode=resetPassword&oobCode=c%26d'],
  ])('leads the link of an e-mail (%s) to its screen', async (mode, target) => {
    const answer = await fetch(
      `${origin}/emulator/action?mode=${mode}&oobCode=c%26d&continueUrl=https://evil.example`,
      { redirect: 'manual' },
    )
    expect([answer.status, answer.headers.get('location')]).toEqual([302, target])
  })
})

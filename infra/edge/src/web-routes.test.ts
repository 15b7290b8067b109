import type { RemoteRegistry } from '@andscene/contracts/platform'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { FIREBASE, edgeFixture } from './testing/edge-fixture.ts'

let edge: Awaited<ReturnType<typeof edgeFixture>>
let origin: string

beforeAll(async () => {
  edge = await edgeFixture()
  origin = edge.origin
  await edge.build('landing', 'aaaaaaaaaaaa', 'page.aaaaaaaaaa.js')
})
afterAll(() => edge.close())

describe('web files', () => {
  test.each(['/', '/secret-login', '/scripts/abc', '/no/such/page', '/remotes'])(
    'serves the page of the host at %s',
    async (address) => {
      const response = await fetch(origin + address)
      expect(response.status).toBe(200)
      expect(response.headers.get('cache-control')).toBe('private, no-cache')
      expect(await response.text()).toContain('<title>And Scene</title>')
    },
  )

  test.each(['/listen', '/listen/', '/Listen', '/listen?from=mail'])(
    'decision 0047: the page of a link at %s is found by no search engine, and tells no other page of its address',
    async (address) => {
      const { headers, status } = await fetch(origin + address)
      expect(status).toBe(200)
      expect(headers.get('x-robots-tag')).toBe('noindex, nofollow')
      expect(headers.get('referrer-policy')).toBe('no-referrer')
      expect(headers.get('content-security-policy')).toContain("script-src 'self'")
      expect((await fetch(`${origin}/listening`)).headers.get('x-robots-tag')).toBeNull()
    },
  )

  test('decision 0047: the page of a link opens it before the application is there; no other page does', async () => {
    const page = await fetch(`${origin}/listen`)
    expect(page.headers.get('cache-control')).toBe('private, no-cache')
    expect(await page.text()).toContain(
      '<script src="/listen.js" async fetchpriority="high"></script></head>',
    )
    for (const address of ['/', '/scripts/abc', '/listening'])
      expect(await (await fetch(origin + address)).text()).not.toContain('listen.js')
  })

  test('responds to a missing chunk with 404, never with a page', async () => {
    for (const address of [
      '/assets/gone.0123456789.js',
      '/remotes/landing/aaaaaaaaaaaa/assets/gone.js',
      '/remotes/none/aaaaaaaaaaaa/a.js',
    ])
      expect([address, (await fetch(origin + address)).status]).toEqual([address, 404])
  })

  test.each([
    '/..%2fpackage.json',
    '/remotes/landing/%2e%2e/%2e%2e/host/x.js',
    '/assets/..%2f..%2f..%2fidentity/accounts.json',
  ])('serves nothing outside of the builds: %s', async (address) => {
    const response = await edge.app.inject(address)
    expect(response.statusCode).not.toBe(200)
  })

  test('lets hashed files be kept for ever and asks again for the rest', async () => {
    const hashed = await fetch(`${origin}/assets/main.0123456789.js`)
    expect(hashed.headers.get('cache-control')).toBe('public, max-age=31536000, immutable')
    const page = await fetch(`${origin}/`)
    const headers = { 'if-none-match': page.headers.get('etag') ?? '' }
    expect((await edge.app.inject({ url: '/', headers })).statusCode).toBe(304)
  })

  test('product §10: scripts come from our origin only, none inline; styles may be inline', async () => {
    const csp = (await fetch(`${origin}/`)).headers.get('content-security-policy') ?? ''
    const directives = Object.fromEntries(
      csp.split('; ').map((directive) => [directive.split(' ')[0], directive.split(' ').slice(1)]),
    )
    expect(directives['script-src']).toEqual(["'self'"])
    expect(directives['style-src']).toEqual(["'self'", "'unsafe-inline'"])
    expect(directives['object-src']).toEqual(["'none'"])
    expect(directives['connect-src']).toContain("'self'")
  })

  test('tells the browser where it is', async () => {
    expect(await (await fetch(`${origin}/config.json`)).json()).toEqual({
      apiBaseUrl: `${origin}/api`,
      firebase: FIREBASE,
      identityEmulator: origin,
      mailbox: `${origin}/identity/mailbox`,
    })
  })

  test('serves what a build packed, to browsers that unpack it', async () => {
    await fetch(`${origin}/remotes.json`)
    const address = `${origin}/remotes/landing/aaaaaaaaaaaa/assets/page.aaaaaaaaaa.js`
    const encodingFor = async (accepted: string) =>
      (await fetch(address, { headers: { 'accept-encoding': accepted } })).headers.get('content-encoding')
    expect([await encodingFor('br'), await encodingFor('gzip'), await encodingFor('identity')]).toEqual([
      'br',
      null,
      null,
    ])
    const response = await fetch(address, { headers: { 'accept-encoding': 'br' } })
    expect(await response.text()).toContain('// aaaaaaaaaaaa')
  })
})

const linksOf = async (address: string) =>
  ((await fetch(origin + address)).headers.get('link') ?? '').split(', ').filter(Boolean)

/** A remote that an operator's own registry names. */
const at = (entry: string) => ({
  name: 'elsewhere',
  version: '1',
  entry,
  routes: [
    {
      path: '/elsewhere',
      access: 'any',
      errorText: 'Sorry.',
      files: ['remoteEntry.js?v=2', 'a%20page.mjs', 'my page.css', 'text.woff2', 'picture.png'],
    },
  ],
})
async function withRegistry(entry: string) {
  const folder = await mkdtemp(path.join(tmpdir(), 'and-scene-registry-'))
  const remotesFile = path.join(folder, 'remotes.json')
  const write = (address: string, remotes: unknown[] = [at(address)]) =>
    writeFile(remotesFile, JSON.stringify({ remotes }))
  await write(entry)
  const other = await edgeFixture({ remotesFile })
  return {
    other,
    write,
    links: async () => {
      const response = await fetch(`${other.origin}/elsewhere`)
      return [response.status, ...(response.headers.get('link') ?? '').split(', ').slice(4)]
    },
    close: async () => {
      await other.close()
      await rm(folder, { recursive: true })
    },
  }
}

describe('what a page will load is named with it', () => {
  test('for a visitor: entry of the shell, remote and page, with the hash that its entry is checked against', async () => {
    const { remotes } = await registry()
    const { entry } = remotes.find(({ name }) => name === 'landing')!.integrity!
    expect(await linksOf('/')).toEqual([
      '</assets/main.0123456789.css>; rel=preload; as=style',
      '</assets/main.0123456789.js>; rel=preload; as=script',
      '</config.json>; rel=preload; as=fetch; crossorigin',
      '</remotes.json>; rel=preload; as=fetch; crossorigin',
      '</remotes/landing/aaaaaaaaaaaa/mf-manifest.json>; rel=preload; as=fetch; crossorigin; fetchpriority=low',
      `</remotes/landing/aaaaaaaaaaaa/remoteEntry.js>; rel=preload; as=script; fetchpriority=low; integrity="${entry}"`,
      '</remotes/landing/aaaaaaaaaaaa/assets/page.aaaaaaaaaa.js>; rel=preload; as=script; fetchpriority=low',
    ])
  })

  test('for a signed-in user also what the shell loads for them', async () => {
    const links = await linksOf('/landing/7')
    expect(links.join()).toContain(
      '</remotes/landing/aaaaaaaaaaaa/remoteEntry.js>; rel=preload; as=script; fetchpriority=low; integrity="sha384-',
    )
    expect(links.at(-1)).toBe('</assets/user-frame.0123456789.js>; rel=preload; as=script; fetchpriority=low')
    expect(await linksOf('/')).not.toContain(links.at(-1))
  })

  test('decision 0047: for a guest what the shell has for who reads and listens, without an account', async () => {
    const links = await linksOf('/landing/guests')
    expect(links.at(-1)).toBe('</assets/query.0123456789.js>; rel=preload; as=script; fetchpriority=low')
    expect(links.join()).not.toContain('user-frame')
  })

  test('for a path that no remote fills the entry alone', async () => {
    expect(await linksOf('/no/such/page')).toHaveLength(4)
  })

  test('follows a new release with the next page', async () => {
    await edge.build('released', 'aaaaaaaaaaaa', 'page.aaaaaaaaaa.js')
    expect(await linksOf('/released/1')).toContainEqual(expect.stringContaining('/aaaaaaaaaaaa/remoteEntry'))
    await edge.build('released', 'bbbbbbbbbbbb', 'page.bbbbbbbbbb.js')
    expect(await linksOf('/released/1')).toContainEqual(expect.stringContaining('/bbbbbbbbbbbb/remoteEntry'))
  })

  test.each(['{"entry":"main.js"}', '{', 'null'])('goes without when the shell lists %s', async (listed) => {
    const other = await edgeFixture({}, {}, '127.0.0.1', { 'preload.json': listed })
    const response = await fetch(other.origin)
    expect([response.status, response.headers.get('link')]).toEqual([
      200,
      expect.not.stringContaining('main'),
    ])
    await other.close()
  })

  describe('with a registry of the operator', () => {
    test('names what a browser can preload, as it stands, with its query', async () => {
      const { links, close } = await withRegistry('https://cdn.example/a%20b/mf-manifest.json?v=2')
      expect(await links()).toEqual([
        200,
        '<https://cdn.example/a%20b/mf-manifest.json?v=2>; rel=preload; as=fetch; crossorigin; fetchpriority=low',
        '<https://cdn.example/a%20b/remoteEntry.js?v=2>; rel=preload; as=script; fetchpriority=low',
        '<https://cdn.example/a%20b/my%20page.css>; rel=preload; as=style; fetchpriority=low',
        '<https://cdn.example/a%20b/text.woff2>; rel=preload; as=font; crossorigin; fetchpriority=low',
      ])
      await close()
    })

    test('leaves out files on another origin than its remote', async () => {
      const { write, links, close } = await withRegistry('https://cdn.example/a/mf-manifest.json')
      const files = ['//evil.example/x.js', 'https://evil.example/y.css', 'data:text/css,z.css', '../z.js']
      const remote = at('https://cdn.example/a/mf-manifest.json')
      await write(remote.entry, [{ ...remote, routes: [{ ...remote.routes[0], files }] }])
      expect(await links()).toEqual([
        200,
        expect.stringContaining('https://cdn.example/a/mf-manifest.json'),
        '<https://cdn.example/z.js>; rel=preload; as=script; fetchpriority=low',
      ])
      await close()
    })

    test('follows a rewritten registry, and needs no folder of remotes', async () => {
      const { other, write, links, close } = await withRegistry('https://one.example/mf-manifest.json')
      await rm(path.join(other.folder, 'remotes'), { recursive: true })
      expect((await links())[1]).toContain('<https://one.example/mf-manifest.json>')
      await write('https://second.example/mf-manifest.json')
      expect((await links())[1]).toContain('<https://second.example/mf-manifest.json>')
      await close()
    })
  })

  test('the registry that browsers read has no files in it', async () => {
    expect(await (await fetch(`${origin}/remotes.json`)).text()).not.toContain('page.aaaaaaaaaa.js')
  })
})

const registry = async () => (await (await fetch(`${origin}/remotes.json`)).json()) as RemoteRegistry

describe('remotes', () => {
  test('picks up a remote that was rebuilt while running, and keeps the chunks of the build before', async () => {
    await edge.build('rebuilt', 'aaaaaaaaaaaa', 'page.aaaaaaaaaa.js')
    const before = (await registry()).remotes.find(({ name }) => name === 'rebuilt')
    expect(before?.entry).toBe(`${origin}/remotes/rebuilt/aaaaaaaaaaaa/mf-manifest.json`)
    await edge.build('rebuilt', 'bbbbbbbbbbbb', 'page.bbbbbbbbbb.js')
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

  test('serves the previous build while a remote is being built', async () => {
    await edge.build('halfway', 'cccccccccccc', 'page.cccccccccc.js')
    await registry()
    await rm(path.join(edge.folder, 'remotes/halfway/dist/mf-manifest.json'))
    expect((await registry()).remotes).toContainEqual(
      expect.objectContaining({ name: 'halfway', version: 'cccccccccccc' }),
    )
  })

  test('leaves a broken remote out, and only that one', async () => {
    await edge.build('broken', 'dddddddddddd', 'page.dddddddddd.js')
    await writeFile(path.join(edge.folder, 'remotes/broken/dist/remote.json'), '{"name": 7}')
    const names = (await registry()).remotes.map(({ name }) => name)
    expect(names).toContain('landing')
    expect(names).not.toContain('broken')
  })

  test('serves manifests to shells of other origins, revalidated each time', async () => {
    const { headers } = await fetch(`${origin}/remotes/landing/aaaaaaaaaaaa/mf-manifest.json`)
    expect([headers.get('access-control-allow-origin'), headers.get('cache-control')]).toEqual([
      '*',
      'no-cache',
    ])
  })
})

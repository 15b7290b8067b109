import { rm, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { beforeAll, describe, expect, test } from 'vitest'
import { edgeFixture, edgeWithRegistry, openEdge, registryOf, type Edge } from './testing/edge-fixture.ts'

let edge: Edge
let origin: string

beforeAll(async () => {
  edge = await openEdge()
  origin = edge.origin
  await edge.build('landing', 'aaaaaaaaaaaa', 'page.aaaaaaaaaa.js')
  return edge.close
})
const registry = () => registryOf(origin)

describe('web files', () => {
  test.each(['/', '/secret-login', '/scripts/abc', '/no/such/page', '/remotes'])(
    "serves the host's page at %s",
    async (address) => {
      const response = await fetch(origin + address)
      expect(response.status).toBe(200)
      expect(response.headers.get('cache-control')).toBe('private, no-cache')
      expect(await response.text()).toContain('<title>And Scene</title>')
    },
  )

  test.each(['/listen', '/listen/', '/Listen', '/listen?from=mail'])(
    'decision 0047: the share page at %s is not indexed and sends no Referer',
    async (address) => {
      const { headers, status } = await fetch(origin + address)
      expect(status).toBe(200)
      expect(headers.get('x-robots-tag')).toBe('noindex, nofollow')
      expect(headers.get('referrer-policy')).toBe('no-referrer')
      expect(headers.get('content-security-policy')).toContain("script-src 'self'")
      expect((await fetch(`${origin}/listening`)).headers.get('x-robots-tag')).toBeNull()
    },
  )

  test('decision 0047: only the share page opens the link before the application is loaded', async () => {
    const page = await fetch(`${origin}/listen`)
    expect(page.headers.get('cache-control')).toBe('private, no-cache')
    expect(await page.text()).toContain(
      '<script src="/listen.js" async fetchpriority="high"></script></head>',
    )
    for (const address of ['/', '/scripts/abc', '/listening'])
      expect(await (await fetch(origin + address)).text()).not.toContain('listen.js')
  })

  test('caches hashed files permanently and revalidates the rest', async () => {
    const hashed = await fetch(`${origin}/assets/main.0123456789.js`)
    expect(hashed.headers.get('cache-control')).toBe('public, max-age=31536000, immutable')
    const page = await fetch(`${origin}/`)
    const headers = { 'if-none-match': page.headers.get('etag') ?? '' }
    expect((await edge.app.inject({ url: '/', headers })).statusCode).toBe(304)
  })

  test('serves precompressed files to browsers that accept them', async () => {
    await fetch(`${origin}/remotes.json`)
    const address = `${origin}/remotes/landing/aaaaaaaaaaaa/assets/page.aaaaaaaaaa.js`
    const encodingFor = async (accepted: string) =>
      (await fetch(address, { headers: { 'accept-encoding': accepted } })).headers.get('content-encoding')
    expect(await Promise.all(['br', 'gzip', 'identity'].map(encodingFor))).toEqual(['br', null, null])
    const response = await fetch(address, { headers: { 'accept-encoding': 'br' } })
    expect(await response.text()).toContain('// aaaaaaaaaaaa')
  })
})

const linksOf = async (address: string) =>
  ((await fetch(origin + address)).headers.get('link') ?? '').split(', ').filter(Boolean)

/** An edge whose registry has a remote at `entry` with a route that lists these files. */
async function withRegistry(entry: string, files = ['remoteEntry.js']) {
  const routes = [{ path: '/elsewhere', access: 'any', errorText: 'Sorry.', files }]
  const remote = { name: 'elsewhere', version: '1', entry, routes }
  const other = await edgeWithRegistry([remote])
  const links = async () => {
    const response = await fetch(`${other.origin}/elsewhere`)
    return [response.status, ...(response.headers.get('link') ?? '').split(', ').slice(4)]
  }
  return { ...other, links, move: (address: string) => other.write([{ ...remote, entry: address }]) }
}

describe('preloads in the Link header of a page', () => {
  test('list the entries of shell, remote and page for a visitor, with the hash of its entry', async () => {
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

  test.each([
    ['a signed-in user', '/landing/7', '/assets/user-frame.0123456789.js'],
    ['a guest, without an account (decision 0047)', '/landing/guests', '/assets/query.0123456789.js'],
  ])("for %s at %s end with the shell's files for them", async (_whom, address, file) => {
    const links = await linksOf(address)
    expect(links).toHaveLength(8)
    expect(links.at(-1)).toBe(`<${file}>; rel=preload; as=script; fetchpriority=low`)
  })

  test.each(['{"entry":"main.js"}', '{', 'null'])('are omitted when the shell lists %s', async (listed) => {
    const other = await edgeFixture({}, {}, { 'preload.json': listed })
    const response = await fetch(other.origin)
    expect(response.status).toBe(200)
    expect(response.headers.get('link')).not.toContain('main')
  })

  describe("with an operator's registry", () => {
    test('list what a browser can preload, unchanged, including the query', async () => {
      const files = ['remoteEntry.js?v=2', 'a%20page.mjs', 'my page.css', 'text.woff2', 'picture.png']
      const { links } = await withRegistry('https://cdn.example/a%20b/mf-manifest.json?v=2', files)
      expect(await links()).toEqual([
        200,
        '<https://cdn.example/a%20b/mf-manifest.json?v=2>; rel=preload; as=fetch; crossorigin; fetchpriority=low',
        '<https://cdn.example/a%20b/remoteEntry.js?v=2>; rel=preload; as=script; fetchpriority=low',
        '<https://cdn.example/a%20b/my%20page.css>; rel=preload; as=style; fetchpriority=low',
        '<https://cdn.example/a%20b/text.woff2>; rel=preload; as=font; crossorigin; fetchpriority=low',
      ])
    })

    test('omit files on another origin than their remote', async () => {
      const files = ['//evil.example/x.js', 'https://evil.example/y.css', 'data:text/css,z.css', '../z.js']
      const { links } = await withRegistry('https://cdn.example/a/mf-manifest.json', files)
      expect(await links()).toEqual([
        200,
        expect.stringContaining('https://cdn.example/a/mf-manifest.json'),
        '<https://cdn.example/z.js>; rel=preload; as=script; fetchpriority=low',
      ])
    })

    test('follow a rewritten registry, without a folder of remotes', async () => {
      const { folder, move, links } = await withRegistry('https://one.example/mf-manifest.json')
      await rm(path.join(folder, 'remotes'), { recursive: true })
      expect((await links())[1]).toContain('<https://one.example/mf-manifest.json>')
      await move('https://second.example/mf-manifest.json')
      expect((await links())[1]).toContain('<https://second.example/mf-manifest.json>')
    })
  })
})

describe('remotes', () => {
  test('serves the previous build while a remote is being built', async () => {
    await edge.build('halfway', 'cccccccccccc', 'page.cccccccccc.js')
    await registry()
    await rm(path.join(edge.folder, 'remotes/halfway/dist/mf-manifest.json'))
    expect((await registry()).remotes).toContainEqual(
      expect.objectContaining({ name: 'halfway', version: 'cccccccccccc' }),
    )
  })

  test('omits a broken remote, and only that one', async () => {
    await edge.build('broken', 'dddddddddddd', 'page.dddddddddd.js')
    await writeFile(path.join(edge.folder, 'remotes/broken/dist/remote.json'), '{"name": 7}')
    const names = (await registry()).remotes.map(({ name }) => name)
    expect(names).toContain('landing')
    expect(names).not.toContain('broken')
  })

  test('serves manifests to shells of other origins, revalidated each time', async () => {
    const { headers } = await fetch(`${origin}/remotes/landing/aaaaaaaaaaaa/mf-manifest.json`)
    expect(headers.get('access-control-allow-origin')).toBe('*')
    expect(headers.get('cache-control')).toBe('no-cache')
  })
})

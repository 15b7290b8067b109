import { BUILD_FOLDER } from '@andscene/contracts/platform'
import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { beforeAll, expect, test } from 'vitest'
import { edgeFixture, edgeWithRegistry, openEdge, type Edge } from './testing/edge-fixture.ts'

const SHELL =
  '<!doctype html><html><head><title>And Scene</title></head><body><main class="host-main">Loading...</main></body></html>'
const A = 'aaaaaaaaaaaa'
const B = 'bbbbbbbbbbbb'
const rendered = (heading: string) => ({
  prerender: true,
  prerendered: {
    html: `<h1>${heading} $&amp;</h1><img src="${BUILD_FOLDER}assets/hero.0123456789.png">`,
    styles: [{ file: 'assets/page.0123456789.css', loadedAs: 'andscene-x:chunk-"7' }],
  },
})

let edge: Edge
beforeAll(async () => {
  edge = await openEdge({}, {}, { 'index.html': SHELL })
  await edge.build('landing', A, 'page.aaaaaaaaaa.js', rendered('Hear'))
  await edge.build('plain', A, 'page.aaaaaaaaaa.js')
  return edge.close
})

const open = (address: string, headers: Record<string, string> = {}) =>
  edge.app.inject({ url: address, headers })

test('inserts the HTML of a page into the shell, inert, with its style sheets marked for the chunk loader', async () => {
  const { body, headers } = await open('/')
  expect(body).toBe(
    '<!doctype html><html><head><title>And Scene</title>' +
      `<link rel="stylesheet" href="/remotes/landing/${A}/assets/page.0123456789.css" data-rspack="andscene-x:chunk-&quot;7">` +
      '<link rel="expect" href="#host-prerendered-end" blocking="render"></head><body><main class="host-main">' +
      '<output class="as-visually-hidden">Loading...</output><div class="host-prerendered" inert>' +
      `<h1>Hear $&amp;</h1><img src="/remotes/landing/${A}/assets/hero.0123456789.png">` +
      '<span id="host-prerendered-end" hidden></span></div></main></body></html>',
  )
  expect(headers).toMatchObject({
    'content-type': 'text/html; charset=utf-8',
    'cache-control': 'private, no-cache',
    'content-security-policy': expect.stringContaining("script-src 'self';") as string,
  })
})

test('prefers a fixed path to matching patterns, whatever the order of the remotes', async () => {
  await edge.build('any', A, 'page.aaaaaaaaaa.js', { path: '/shared/*', ...rendered('Any') })
  await edge.build('some', A, 'page.aaaaaaaaaa.js', { path: '/shared/:id', ...rendered('Some') })
  await edge.build('team', A, 'page.aaaaaaaaaa.js', { path: '/shared/one', ...rendered('One') })
  for (const [address, heading] of [
    ['/shared/one', 'One'],
    ['/shared/two', 'Some'],
    ['/shared/two/three', 'Any'],
  ])
    expect((await open(address!)).body).toContain(`<h1>${heading} `)
})

test('preloads what the first paint needs before any code', async () => {
  const links = String((await open('/')).headers.link).split(', ')
  expect(links.slice(0, 3)).toEqual([
    '</assets/main.0123456789.css>; rel=preload; as=style',
    `</remotes/landing/${A}/assets/page.0123456789.css>; rel=preload; as=style`,
    '</assets/main.0123456789.js>; rel=preload; as=script; fetchpriority=low',
  ])
  expect(links.filter((link) => link.includes('page.0123456789.css'))).toHaveLength(1)
})

test('contains no data of the request', async () => {
  const { body } = await open('/')
  const claims = {
    host: 'localhost:9',
    'x-forwarded-host': 'evil.example',
    cookie: 'a=b',
    referer: 'http://evil',
  }
  expect(await open('/?evil=%3Cscript%3E', claims)).toMatchObject({ statusCode: 200, body })
})

test('is compressed if the browser accepts it, and responds 304 if unchanged', async () => {
  const { rawPayload: plain, headers } = await open('/')
  expect(headers['content-encoding']).toBeUndefined()
  for (const [accepted, encoding, unpack] of [
    ['gzip, deflate, br', 'br', brotliDecompressSync],
    ['gzip', 'gzip', gunzipSync],
  ] as const) {
    const packed = await open('/', { 'accept-encoding': accepted })
    expect(packed.headers).toMatchObject({ 'content-encoding': encoding, etag: headers.etag })
    expect(packed.headers.vary).toMatch(/accept-encoding/i)
    expect(unpack(packed.rawPayload)).toEqual(plain)
  }
  const known = await open('/', { 'if-none-match': `W/"other", ${headers.etag}` })
  expect(known).toMatchObject({
    statusCode: 304,
    body: '',
    headers: { 'cache-control': 'private, no-cache' },
  })
  const head = await edge.app.inject({ method: 'HEAD', url: '/' })
  expect(head).toMatchObject({ statusCode: 200, body: '' })
  expect(head.headers['content-length']).toBe(String(plain.length))
})

test('uses a new release for the next page, and leaves pages of other routes unchanged', async () => {
  await edge.build('released', A, 'page.aaaaaaaaaa.js', rendered('One'))
  const before = await open('/released')
  await edge.build('released', B, 'page.bbbbbbbbbb.js', rendered('Two'))
  const after = await open('/released')
  expect(before.body).toContain('<h1>One')
  expect(after.body).toContain('<h1>Two')
  expect(after.body).toContain(`/remotes/released/${B}/assets/hero`)
  expect(after.headers.etag).not.toBe(before.headers.etag)
  for (const address of ['/plain', '/released/7', '/no/such/page'])
    expect((await open(address)).body).toBe(SHELL)
})

test('leaves out a remote with invalid HTML and serves the plain shell', async () => {
  await edge.build('broken', A, 'page.aaaaaaaaaa.js', {
    prerendered: { html: 7 } as unknown as NonNullable<ReturnType<typeof rendered>['prerendered']>,
  })
  expect((await open('/broken')).body).toBe(SHELL)
})

test('the registry for browsers contains neither HTML, its flag, nor files', async () => {
  expect((await open('/remotes.json')).body).not.toMatch(/prerender|page\.aaaaaaaaaa\.js/)
})

test('serves a shell without a placeholder unchanged', async () => {
  const other = await edgeFixture({}, {}, { 'index.html': '<!doctype html><main></main>' })
  await other.build('landing', A, 'page.aaaaaaaaaa.js', rendered('Hear'))
  const response = await other.app.inject('/')
  expect(response.body).toBe('<!doctype html><main></main>')
  expect(String(response.headers.link)).toContain('</assets/main.0123456789.js>; rel=preload; as=script,')
})

test('does not insert HTML of a build on another origin', async () => {
  const route = { path: '/', access: 'any', errorText: 'Sorry.', ...rendered('Elsewhere') }
  const entry = 'https://cdn.example/mf-manifest.json'
  const remote = { name: 'landing', version: '1', entry, routes: [route] }
  const other = await edgeWithRegistry([remote], { 'index.html': SHELL })
  await other.build('landing', A, 'page.aaaaaaaaaa.js', rendered('Hear'))
  expect((await other.app.inject('/')).body).toBe(SHELL)
})

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

test('puts the HTML of a page into the shell, inert, with its style sheets as the chunk loader knows them', async () => {
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

test('a path of its own comes before patterns that it fits too, whatever the order of the remotes', async () => {
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

test('asks for what the first paint needs before any code', async () => {
  const links = String((await open('/')).headers.link).split(', ')
  expect(links.slice(0, 3)).toEqual([
    '</assets/main.0123456789.css>; rel=preload; as=style',
    `</remotes/landing/${A}/assets/page.0123456789.css>; rel=preload; as=style`,
    '</assets/main.0123456789.js>; rel=preload; as=script; fetchpriority=low',
  ])
  expect(links.filter((link) => link.includes('page.0123456789.css'))).toHaveLength(1)
})

test('contains nothing of the request', async () => {
  const { body } = await open('/')
  const claims = {
    host: 'localhost:9',
    'x-forwarded-host': 'evil.example',
    cookie: 'a=b',
    referer: 'http://evil',
  }
  expect(await open('/?evil=%3Cscript%3E', claims)).toMatchObject({ statusCode: 200, body })
})

test('is compressed as the browser can unpack it, and not sent again to one that has it', async () => {
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

test('follows a release with the next page, and keeps pages of other routes as they are', async () => {
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

test('a remote whose HTML is not as it should be is left out, and the page is that of the shell', async () => {
  await edge.build('broken', A, 'page.aaaaaaaaaa.js', {
    prerendered: { html: 7 } as unknown as NonNullable<ReturnType<typeof rendered>['prerendered']>,
  })
  expect((await open('/broken')).body).toBe(SHELL)
})

test('the registry that browsers read has neither the HTML nor its mark nor files', async () => {
  expect((await open('/remotes.json')).body).not.toMatch(/prerender|page\.aaaaaaaaaa\.js/)
})

test('a shell without the place for it is served as it is', async () => {
  const other = await edgeFixture({}, {}, { 'index.html': '<!doctype html><main></main>' })
  await other.build('landing', A, 'page.aaaaaaaaaa.js', rendered('Hear'))
  const response = await other.app.inject('/')
  expect(response.body).toBe('<!doctype html><main></main>')
  expect(String(response.headers.link)).toContain('</assets/main.0123456789.js>; rel=preload; as=script,')
})

test('no HTML of a build elsewhere comes into our page', async () => {
  const route = { path: '/', access: 'any', errorText: 'Sorry.', ...rendered('Elsewhere') }
  const entry = 'https://cdn.example/mf-manifest.json'
  const remote = { name: 'landing', version: '1', entry, routes: [route] }
  const other = await edgeWithRegistry([remote], { 'index.html': SHELL })
  await other.build('landing', A, 'page.aaaaaaaaaa.js', rendered('Hear'))
  expect((await other.app.inject('/')).body).toBe(SHELL)
})

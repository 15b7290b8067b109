import type { PrerenderedPage } from '@andscene/contracts/platform'
import { existsSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs'
import path from 'node:path'
import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { beforeEach, expect, test } from 'vitest'
import { defineRemote } from './remote-config.ts'
import { compile, folder, write } from './testing/compile.ts'

const dist = (file = '') => path.join(folder.path, 'dist', file)
/** All built files with this ending, concatenated. */
const textOf = (ending: string) =>
  readdirSync(dist('assets'))
    .filter((name) => name.endsWith(ending))
    .map((name) => readFileSync(dist(`assets/${name}`), 'utf8'))
    .join('\n')
const json = (file: string) => JSON.parse(readFileSync(dist(file), 'utf8')) as Record<string, unknown>

beforeEach(() => {
  write('package.json', '{ "name": "sample", "version": "1.0.0", "type": "module" }')
  write('rspack.config.ts', '')
  write('remote.json', JSON.stringify({ name: 'sample', routes: [] }))
  write('src/page.module.css', '.page { color: red }')
  write(
    'src/page.tsx',
    `import { Button } from 'antd'
     import { PlusOutlined } from '@ant-design/icons'
     import styles from './page.module.css'
     import { useSession } from '@andscene/web-kit/session'
     export function Page() {
       return <div className={styles.page}>{useSession().status}<Button>{String(PlusOutlined)}</Button></div>
     }`,
  )
  write(
    'src/routes.tsx',
    `import type { RouteObject } from 'react-router-dom'
     export const routes: RouteObject[] = [
       { path: '/sample', lazy: async () => ({ Component: (await import('./page.tsx')).Page }) },
     ]`,
  )
  write('node_modules/@ant-design/icons/package.json', '{ "name": "@ant-design/icons", "version": "1.0.0" }')
  write('node_modules/@ant-design/icons/es/icons/PlusOutlined.js', 'export default 1')
})
const run = () => compile(defineRemote({ dir: folder.path }))
const build = async () => expect(await run()).toEqual([])

test('a build contains the manifest, the entry, hashed files, and the description with a version', async () => {
  await build()
  expect(
    readdirSync(dist())
      .filter((name) => !/\.(map|br|gz)$/.test(name))
      .sort(),
  ).toEqual(['assets', 'mf-manifest.json', 'mf-stats.json', 'remote.json', 'remoteEntry.js'])
  for (const name of readdirSync(dist('assets'))) expect(name).toMatch(/\.[0-9a-f]{10}\./)
  expect(json('remote.json')).toEqual({
    name: 'sample',
    routes: [],
    uses: {
      '@andscene/web-kit/session': { range: false, exports: ['useSession'] },
      'antd/es/button': { range: expect.stringMatching(/^\^6\./) as string, exports: ['default'] },
      react: expect.any(Object) as object,
      'react/jsx-runtime': expect.any(Object) as object,
    },
    version: expect.stringMatching(/^[0-9a-f]{12}$/) as string,
  })
  expect((json('mf-manifest.json').exposes as { path: string }[]).map((exposed) => exposed.path)).toEqual([
    './routes',
  ])
})

const describe = (page?: string) =>
  write(
    'remote.json',
    JSON.stringify({ name: 'sample', routes: [{ path: '/sample', access: 'any', errorText: '', page }] }),
  )
const routesOf = () => json('remote.json').routes as { files: string[] }[]

test('lists the first files of a route, including its page if the route names one', async () => {
  describe('./page.tsx')
  await build()
  const [route] = routesOf()
  expect(route!.files.slice(0, 2)).toEqual([
    'remoteEntry.js',
    expect.stringMatching(/^assets\/__federation_expose_routes\.\w+\.js$/),
  ])
  expect(
    route!.files
      .slice(2)
      .map((file) => path.extname(file))
      .sort(),
  ).toEqual(['.css', '.js'])
  for (const file of route!.files) expect(statSync(dist(file)).isFile()).toBe(true)
  describe()
  await build()
  expect(routesOf()[0]!.files).toHaveLength(2)
})

test('a page that the routes do not import fails the build', async () => {
  describe('./pages.tsx')
  expect((await run()).map(({ message }) => message)).toEqual([expect.stringContaining('./pages.tsx')])
})

/** A remote that shares only React; its sources are in the workspace. */
function describePrerendered(body: string, route: object = {}) {
  write(
    'remote.json',
    JSON.stringify({
      name: 'sample',
      routes: [
        { path: '/sample', page: './page.tsx', prerender: true, access: 'visitor', errorText: '', ...route },
        { path: '/other', page: './other.tsx', access: 'user', errorText: '' },
      ],
    }),
  )
  write('src/hero.svg', '<svg xmlns="http://www.w3.org/2000/svg"/>')
  write('src/other.tsx', `throw new Error('not asked for')\nexport const Other = () => null`)
  write(
    'src/page.tsx',
    `import { useEffect } from 'react'
     import { Link, useLocation } from 'react-router-dom'
     import hero from './hero.svg'
     import styles from './page.module.css'
     export function Page() {
       const { pathname } = useLocation()
       useEffect(() => { throw new Error('no effect runs') })
       return <>
         <title>Sample</title>
         <main className={styles.page}>{pathname} <Link to="/other">on</Link><img src={hero} />${body}</main>
       </>
     }`,
  )
  write(
    'src/routes.tsx',
    `export const routes = [
       { path: '/sample', lazy: async () => ({ Component: (await import('./page.tsx')).Page }) },
       { path: '/other', lazy: async () => ({ Component: (await import('./other.tsx')).Other }) },
     ]`,
  )
}
type Described = { files: string[]; prerendered?: PrerenderedPage }

test('the description contains the HTML of a prerendered page, with the same class names, files and text', async () => {
  describePrerendered('Words')
  await build()
  const [route, other] = json('remote.json').routes as [Described, Described]
  const { html, styles } = route.prerendered!
  const [, css, name] =
    /<main class="([\w.-]+)">\/sample <a href="\/other"[^>]*>on<\/a>.*build-folder:\/(\S+)"/.exec(html) ?? []
  expect(html).toMatch(/^<main .*Words<\/main>$/)
  expect(statSync(dist(name!)).isFile()).toBe(true)
  expect(styles).toHaveLength(1)
  const [style] = styles
  expect(readFileSync(dist(style!.file), 'utf8')).toContain(`.${css!.replaceAll('.', '\\.')}`)
  // The mark that the chunk loader puts on its own links.
  const [, chunk] = /^andscene-sample:chunk-(\d+)$/.exec(style!.loadedAs) ?? []
  expect(readFileSync(dist('remoteEntry.js'), 'utf8')).toContain('"andscene-sample:"')
  expect(path.basename(style!.file)).toMatch(new RegExp(`^${chunk}\\.`))
  expect(other.prerendered).toBeUndefined()
})

test('a changed text of a prerendered page changes the version', async () => {
  describePrerendered('Words')
  await build()
  const { version } = json('remote.json')
  describePrerendered('Others')
  await build()
  expect(json('remote.json').version).not.toBe(version)
  expect(JSON.stringify(json('remote.json'))).toContain('Others')
})

test.each([
  ['{(() => { throw new Error("no window") })()}', 'no window'],
  ['<p style={{ color: "red" }}/>', 'inline'],
  ['<style>{"p { color: red }"}</style>', 'inline'],
])(
  'a page that cannot be rendered, or has inline code or styles, fails the build: %s',
  async (body, said) => {
    describePrerendered(body)
    expect((await run()).map(({ message }) => message)).toEqual([expect.stringContaining(said)])
  },
)

test.each([{ path: '/sample/:id' }, { access: 'user' }, { page: undefined }])(
  'rejects prerendering a route with parameters, for users only, or without a page: %j',
  (route) => {
    describePrerendered('', route)
    expect(() => defineRemote({ dir: folder.path })).toThrow('rendered beforehand')
  },
)

test('large files are also compressed, and decompress to the original', async () => {
  await build()
  const file = dist('remoteEntry.js')
  expect(gunzipSync(readFileSync(`${file}.gz`))).toEqual(readFileSync(file))
  expect(brotliDecompressSync(readFileSync(`${file}.br`))).toEqual(readFileSync(file))
  expect(existsSync(dist('remote.json.br'))).toBe(false)
})

test('shared modules are referenced and not bundled: the whole remote is small', async () => {
  await build()
  const shared = (json('mf-manifest.json').shared as { name: string }[]).map(({ name }) => name)
  // Includes fallback copies for a shell of the previous release, and React, which they import.
  expect(shared.sort()).toEqual([
    '@andscene/web-kit/emitter',
    '@andscene/web-kit/ended-session',
    '@andscene/web-kit/safe-moment',
    '@andscene/web-kit/session',
    '@andscene/web-kit/wanted-page',
    'antd/es/button',
    'react',
    'react/jsx-runtime',
  ])
  const sizes = readdirSync(dist(), { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.js'))
    .map((name) => statSync(dist(name)).size)
  expect(sizes.reduce((sum, size) => sum + size, 0)).toBeLessThan(60_000)
})

test('a route of the contract is bundled without its schemas', async () => {
  write(
    'src/contracts/src/routes/sample.ts',
    `const schema = { type: 'string', description: 'the schema' }
     const file = { kind: 'file', field: 'script' }
     const limits = { bodyBytes: 7654321, timeoutMs: 1234567 }
     export const say = { method: 'POST', path: '/api/say', body: schema, response: { kind: 'clip' }, limits }
     export const send = { method: 'POST', path: '/api/send', body: file, response: schema, limits }`,
  )
  write(
    'src/page.tsx',
    `import { say, send } from './contracts/src/routes/sample.ts'
     export const Page = () => JSON.stringify([say, send])`,
  )
  await build()
  const built = textOf('.js')
  for (const kept of ['/api/say', '/api/send', '"clip"', '"script"']) expect(built).toContain(kept)
  expect(built).toMatch(/1234567/)
  expect(built).not.toContain('the schema')
  expect(built).not.toMatch(/7654321/)
})

test('the first style sheet of a page contains the custom properties of the look', async () => {
  write(
    'src/web-kit/src/theme/look.ts',
    `export const customProperties = () => ':root { --as-primary: teal }'`,
  )
  write('src/web-kit/src/theme/tokens.css', 'body { color: var(--as-primary) }')
  write('src/page.tsx', `import './web-kit/src/theme/tokens.css'\nexport const Page = () => null`)
  await build()
  expect(textOf('.css')).toMatch(/--as-primary:\s*teal[^]*body/)
})

test('the same sources give the same version, changed sources another', async () => {
  await build()
  const { version } = json('remote.json')
  rmSync(dist(), { recursive: true })
  await build()
  expect(json('remote.json').version).toBe(version)
  write('src/page.module.css', '.page { color: blue }')
  await build()
  expect(json('remote.json').version).not.toBe(version)
})

test('requires `navigation` in the description if and only if src/navigation.tsx exists', () => {
  write('remote.json', JSON.stringify({ name: 'sample', routes: [], navigation: true }))
  expect(() => defineRemote({ dir: folder.path })).toThrow('src/navigation.tsx')
  write('remote.json', JSON.stringify({ name: 'sample', routes: [] }))
  write('src/navigation.tsx', '')
  expect(() => defineRemote({ dir: folder.path })).toThrow('src/navigation.tsx')
})

test('style sheets are compiled for the supported browsers: logical properties are written once', async () => {
  write('src/page.module.css', '.page { padding-inline: 4px 8px; inset-inline-start: 0 }')
  await build()
  const css = textOf('.css')
  expect(css).toContain('padding-inline:4px 8px')
  expect(css).not.toContain(':lang(')
})

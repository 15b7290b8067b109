import type { RemoteRegistry } from '@andscene/contracts/platform'
import { HOSTILE_ADDRESSES } from '@andscene/testing/hostile-addresses'
import { temporaryFolder } from '@andscene/testing/temporary-folder'
import { writeFile } from 'node:fs/promises'
import path from 'node:path'
import { PassThrough } from 'node:stream'
import { describe, expect, onTestFinished, test } from 'vitest'
import { readEdgeConfig } from './config.ts'
import { edgeFixture } from './testing/edge-fixture.ts'

const GOOD = ['https://cdn.example:8443/a/mf-manifest.json', 'http://localhost:4301/mf-manifest.json']
const rowOf = (name: string, entry: string, more: object = {}) => ({
  name,
  version: '1',
  entry,
  routes: [{ path: `/${name}`, access: 'any', errorText: 'Sorry.', files: ['remoteEntry.js'] }],
  ...more,
})

/** An edge with a registry of the operator, which may be written again. */
async function edgeWith(remotes: unknown[]) {
  const folder = await temporaryFolder('and-scene-remotes-file')
  const remotesFile = path.join(folder.path, 'remotes.json')
  const logStream = new PassThrough()
  let log = ''
  logStream.on('data', (chunk: Buffer) => (log += chunk.toString()))
  const write = (rows: unknown[]) => writeFile(remotesFile, JSON.stringify({ remotes: rows }))
  await write(remotes)
  const edge = await edgeFixture({ remotesFile }, { logStream })
  onTestFinished(async () => {
    await edge.close()
    await folder.remove()
  })
  const get = (address: string) => fetch(edge.origin + address)
  return {
    write,
    get,
    entries: async () => {
      const registry = (await (await get('/remotes.json')).json()) as RemoteRegistry
      return registry.remotes.map(({ entry }) => entry)
    },
    policy: async () => (await get('/')).headers.get('content-security-policy') ?? '',
    warnings: () => log.match(/Row \d+ of REMOTES_FILE is left out: [^"]+/g) ?? [],
  }
}

describe('product §10: REMOTES_FILE names plain addresses alone', () => {
  const good = GOOD.map((entry, n) => rowOf(`good-${n}`, entry))

  test('a row with another address is left out with a line in the log; the others stay', async () => {
    const bad = Object.values(HOSTILE_ADDRESSES).map((entry, n) => rowOf(`bad-${n}`, entry))
    const { entries, policy, warnings, get } = await edgeWith([good[0], ...bad, good[1]])
    expect(await entries()).toEqual(GOOD)
    expect(await policy()).toContain(
      "script-src 'self' https://cdn.example:8443 http://localhost:4301; style-src",
    )
    expect(await policy()).not.toMatch(/sandbox|evil|unsafe-eval|\*/)
    const pages = await Promise.all(bad.map(({ name }) => get(`/${name}`)))
    for (const page of pages) {
      expect(page.status).toBe(200)
      expect(page.headers.get('link')).not.toMatch(/evil|undefined|bad-/)
      expect(page.headers.get('set-cookie')).toBeNull()
    }
    expect(warnings()).toEqual(
      bad.map(
        ({ name }, n) =>
          `Row ${n + 2} of REMOTES_FILE is left out: the address of ${name} is not like https://host.example/mf-manifest.json`,
      ),
    )
  })

  test('the version before is held to the same', async () => {
    const previous = { version: '0', entry: 'https://a;sandbox' }
    const { entries, warnings } = await edgeWith([rowOf('bad', GOOD[0]!, { previous }), good[1]])
    expect(await entries()).toEqual([GOOD[1]])
    expect(warnings()).toHaveLength(1)
  })

  test.each([
    null,
    7,
    'https://cdn.example/',
    [],
    {},
    { ...good[0], routes: 'all' },
    { ...good[0], name: '../x' },
  ])('a row that is no remote costs only itself: %j', async (row) => {
    const { entries, warnings } = await edgeWith([row, good[1]])
    expect(await entries()).toEqual([GOOD[1]])
    expect(warnings()).toEqual(['Row 1 of REMOTES_FILE is left out: it does not describe a remote'])
  })

  test('a row that is corrected is served with the next request', async () => {
    const { entries, write } = await edgeWith([rowOf('late', 'https://a;sandbox')])
    expect(await entries()).toEqual([])
    await write([rowOf('late', GOOD[0]!)])
    expect(await entries()).toEqual([GOOD[0]])
  })
})

test.each([
  'a;sandbox',
  "a 'unsafe-inline'",
  'a.example,evil.example',
  '*',
  'a.example/x',
  'ada@a.example',
  'a.example?x',
  'a\r\nb',
])('product §10: FIREBASE_AUTH_DOMAIN, which is in the same header, may not be %j', (domain) => {
  const env = { WEB_DIR: '/w', GATEWAY_URL: 'http://g', FIREBASE_PROJECT_ID: 'p' }
  expect(() => readEdgeConfig({ ...env, FIREBASE_AUTH_DOMAIN: domain })).toThrow(
    /^FIREBASE_AUTH_DOMAIN must be/,
  )
  expect(readEdgeConfig(env).firebase.authDomain).toBe('p.firebaseapp.com')
})

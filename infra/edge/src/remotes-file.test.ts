import { HOSTILE_ADDRESSES } from '@andscene/testing/hostile-addresses'
import { describe, expect, test } from 'vitest'
import { configOf, edgeWithRegistry, registryOf } from './testing/edge-fixture.ts'

const GOOD = ['https://cdn.example:8443/a/mf-manifest.json', 'http://localhost:4301/mf-manifest.json']
const rowOf = (name: string, entry: string, more: object = {}) => ({
  name,
  version: '1',
  entry,
  routes: [{ path: `/${name}`, access: 'any', errorText: 'Sorry.', files: ['remoteEntry.js'] }],
  ...more,
})

/** An edge with an operator's registry, and its served rows and warnings. */
async function edgeWith(remotes: unknown[]) {
  const { origin, write, log } = await edgeWithRegistry(remotes)
  const get = (address: string) => fetch(origin + address)
  return {
    write,
    get,
    entries: async () => (await registryOf(origin)).remotes.map(({ entry }) => entry),
    policy: async () => (await get('/')).headers.get('content-security-policy') ?? '',
    warnings: () => log().match(/Row \d+ of REMOTES_FILE is omitted: [^"]+/g) ?? [],
  }
}

describe('product §10: REMOTES_FILE accepts only plain addresses', () => {
  const good = GOOD.map((entry, n) => rowOf(`good-${n}`, entry))

  test('leaves out a row with any other address and logs it; serves the others', async () => {
    const bad = Object.values(HOSTILE_ADDRESSES).map((entry, n) => rowOf(`bad-${n}`, entry))
    const { entries, policy, warnings, get } = await edgeWith([good[0], ...bad, good[1]])
    expect(await entries()).toEqual(GOOD)
    expect(await policy()).toContain(
      "script-src 'self' https://cdn.example:8443 http://localhost:4301; style-src",
    )
    expect(await policy()).not.toMatch(/sandbox|evil|unsafe-eval|\*/)
    for (const page of await Promise.all(bad.map(({ name }) => get(`/${name}`)))) {
      expect(page.status).toBe(200)
      expect(page.headers.get('link')).not.toMatch(/evil|undefined|bad-/)
      expect(page.headers.get('set-cookie')).toBeNull()
    }
    expect(warnings()).toEqual(
      bad.map(
        ({ name }, n) =>
          `Row ${n + 2} of REMOTES_FILE is omitted: the address of ${name} is not like https://host.example/mf-manifest.json`,
      ),
    )
  })

  test('applies the same rule to the previous version', async () => {
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
  ])('leaves out only the row that does not describe a remote: %j', async (row) => {
    const { entries, warnings } = await edgeWith([row, good[1]])
    expect(await entries()).toEqual([GOOD[1]])
    expect(warnings()).toEqual(['Row 1 of REMOTES_FILE is omitted: it does not describe a remote'])
  })

  test('serves a corrected row with the next request', async () => {
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
])('product §10: FIREBASE_AUTH_DOMAIN, which is in the same header, rejects %j', (domain) => {
  expect(() => configOf({ FIREBASE_AUTH_DOMAIN: domain })).toThrow(/^FIREBASE_AUTH_DOMAIN must be/)
})

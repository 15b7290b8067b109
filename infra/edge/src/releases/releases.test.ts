import type { RegisteredRemote } from '@andscene/contracts/platform'
import { previewed, rolledBack, switched, type RemoteState } from '@andscene/releases/remote-state'
import { FileReleaseStore } from '@andscene/releases/store/file-release-store'
import { readFile, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { beforeAll, describe, expect, test } from 'vitest'
import { edgeFixture, openEdge, registryOf, type Edge } from '../testing/edge-fixture.ts'
import { placeOf } from './visitor.ts'

const [A, B] = ['aaaaaaaaaaaa', 'bbbbbbbbbbbb'] as const
const KEY = 'an-unguessable-key'

let edge: Edge
let store: FileReleaseStore
beforeAll(async () => {
  edge = await openEdge()
  store = new FileReleaseStore(path.join(edge.folder, 'web/remotes'))
  return edge.close
})

const get = (address: string, cookie = '') =>
  fetch(edge.origin + address, { headers: { cookie }, redirect: 'manual' })
async function rowOf(name: string, cookie = '') {
  const { remotes } = (await (await get('/remotes.json', cookie)).json()) as { remotes: RegisteredRemote[] }
  return remotes.find((remote) => remote.name === name)
}
const versionOf = async (name: string, cookie = '') => (await rowOf(name, cookie))?.version
/** Builds A, then B, so that B is the current version. */
async function buildTwice(name: string): Promise<void> {
  await edge.build(name, A, `page.${A}.js`)
  await rowOf(name)
  await edge.build(name, B, `page.${B}.js`)
  await rowOf(name)
}
const change = (name: string, by: (state: RemoteState) => RemoteState) => store.change(name, by)
const cookiesOf = (response: Response) =>
  response.headers.getSetCookie().map((cookie) => cookie.split(';', 1)[0]!)

describe('the registry', () => {
  test('architecture §8 contains schema version, shell version, hashes and the previous version', async () => {
    await buildTwice('said')
    expect(await registryOf(edge.origin)).toMatchObject({
      schemaVersion: 1,
      shell: expect.stringMatching(/^[0-9a-f]{12}$/),
    })
    const row = await rowOf('said')
    expect(row).toMatchObject({
      version: B,
      entry: `${edge.origin}/remotes/said/${B}/mf-manifest.json`,
      previous: { version: A, entry: `${edge.origin}/remotes/said/${A}/mf-manifest.json` },
    })
    const { integrity } = (await store.release('said', B))!
    expect(row?.integrity).toEqual(integrity)
    expect(row).not.toHaveProperty('preview')
  })

  test('architecture §8 a switch and a rollback apply to the next page and survive a restart', async () => {
    await buildTwice('switched')
    await change('switched', rolledBack)
    expect(await versionOf('switched')).toBe(A)
    expect((await get('/switched')).headers.get('link')).toContain(`/${A}/remoteEntry.js`)
    await change('switched', (state) => switched(state, B))
    expect(await versionOf('switched')).toBe(B)
    await change('switched', rolledBack)

    const again = await edgeFixture({ root: edge.folder, webDir: path.join(edge.folder, 'web') })
    const { remotes } = await registryOf(again.origin)
    expect(remotes.find(({ name }) => name === 'switched')?.version).toBe(A)
  })

  test('architecture §8 keeps the files of a version for pages that started with it', async () => {
    await buildTwice('finishing')
    await change('finishing', rolledBack)
    for (const version of [A, B]) {
      const chunk = await get(`/remotes/finishing/${version}/assets/page.${version}.js`)
      expect([chunk.status, (await chunk.text()).startsWith(`// ${version}`)]).toEqual([200, true])
      expect(chunk.headers.get('cache-control')).toBe('public, max-age=31536000, immutable')
      const manifest = await get(`/remotes/finishing/${version}/mf-manifest.json`)
      expect(await manifest.json()).toEqual({ id: 'finishing', chunk: `page.${version}.js` })
    }
  })

  test('architecture §8 an incomplete registry changes nothing and is logged once', async () => {
    const other = await edgeFixture()
    const ask = () => registryOf(other.origin)
    for (const version of [A, B]) {
      await other.build('spoiled', version, `page.${version}.js`)
      await ask()
    }
    const file = path.join(other.folder, 'web/remotes/spoiled/state.json')
    await new FileReleaseStore(path.join(other.folder, 'web/remotes')).change('spoiled', rolledBack)
    expect((await ask()).remotes[0]?.version).toBe(A)
    const whole = await readFile(file, 'utf8')
    await writeFile(file, whole.slice(0, whole.length / 2))
    expect((await ask()).remotes[0]?.version).toBe(A)
    expect((await ask()).remotes[0]?.version).toBe(A)
    expect(
      other
        .log()
        .split('\n')
        .filter((line) => line.includes('spoiled')),
    ).toHaveLength(1)
  })
})

describe('a preview', () => {
  test('architecture §8 opens a version with its link, in this browser only, until the user leaves it', async () => {
    await buildTwice('shown')
    await change('shown', (state) => previewed(switched(state, B), A, KEY, new Date()))
    const opened = await get(`/preview/shown/${KEY}`)
    expect([opened.status, opened.headers.get('location')]).toEqual([303, '/shown'])
    expect(opened.headers.getSetCookie()[0]).toMatch(
      /^andscene_preview=[^;]+; Max-Age=604800; Path=\/; HttpOnly; SameSite=Lax$/,
    )
    const cookie = cookiesOf(opened).join('; ')
    expect(await rowOf('shown', cookie)).toMatchObject({
      version: A,
      preview: true,
      previous: { version: B },
    })
    expect((await get('/shown', cookie)).headers.get('link')).toContain(`/${A}/remoteEntry.js`)
    expect(await versionOf('shown')).toBe(B)

    const left = await fetch(`${edge.origin}/preview`, { method: 'DELETE', headers: { cookie } })
    expect(left.status).toBe(204)
    expect(left.headers.getSetCookie()[0]).toContain('andscene_preview=;')
  })

  test.each([
    ['a version without a link', `/preview/shown/${A}`],
    ['a key of another remote', `/preview/other/${KEY}`],
    ['a path in the key', '/preview/shown/..%2f..%2fstate'],
    ['no key', '/preview/shown'],
  ])('architecture §8 is not opened by %s', async (_what, address) => {
    const response = await get(address)
    expect(response.headers.getSetCookie()).toEqual([])
    expect(response.headers.get('location') ?? '/preview-is-over').toBe('/preview-is-over')
  })

  test('architecture §8 is not opened by an expired or unknown link, whatever the cookie', async () => {
    await buildTwice('over')
    const weeksAgo = new Date(Date.now() - 8 * 24 * 3_600_000)
    await change('over', (state) => previewed(switched(state, B), A, KEY, weeksAgo))
    const values = [`over.${KEY}`, `over.${A}`, 'over.', '.', '~~~', `over.${KEY}~`.repeat(50), '%', '"']
    for (const value of values) expect(await versionOf('over', `andscene_preview=${value}`)).toBe(B)
    expect((await get(`/preview/over/${KEY}`)).headers.get('location')).toBe('/preview-is-over')
  })
})

describe('a rollout to a share of browsers', () => {
  test('architecture §8 selects the same browsers each time, and more of them as the share grows', async () => {
    await buildTwice('canary')
    await change('canary', (state) => switched(rolledBack(state), B, 10))
    const seats = Array.from({ length: 200 }, (_, n) => n.toString(16).padStart(16, '0'))
    const chosen = async () => {
      const versions = await Promise.all(seats.map((seat) => versionOf('canary', `andscene_seat=${seat}`)))
      return seats.filter((_seat, n) => versions[n] === B)
    }
    const ten = await chosen()
    expect(ten).toEqual(seats.filter((seat) => placeOf('canary', B, seat) < 10))
    expect(ten.length).toBeGreaterThan(5)
    expect(ten.length).toBeLessThan(40)
    expect(await chosen()).toEqual(ten)
    await change('canary', (state) => switched(state, B, 60))
    const sixty = await chosen()
    expect(sixty).toEqual(expect.arrayContaining(ten))
    expect(sixty.length).toBeGreaterThan(80)
  })

  test('architecture §8 assigns each browser a persistent group when it loads a page', async () => {
    const page = await get('/')
    const [seat] = cookiesOf(page)
    expect(seat).toMatch(/^andscene_seat=[0-9a-f]{16}$/)
    // A shared cache would assign this browser's group to others.
    expect(page.headers.get('cache-control')).toMatch(/^private\b/)
    expect(page.headers.getSetCookie()[0]).toMatch(/; HttpOnly; SameSite=Lax$/)
    expect(cookiesOf(await get('/', seat))).toEqual([])
    // Without a valid cookie browsers get the version for all.
    for (const cookie of ['', 'andscene_seat=0', 'andscene_seat=../../..'])
      expect(await versionOf('canary', cookie)).toBe(A)
    await change('canary', rolledBack)
    expect(cookiesOf(await get('/'))).toEqual([])
  })
})

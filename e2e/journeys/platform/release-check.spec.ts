import { publish } from '@andscene/releases/command/publish'
import { builtFolder } from '@andscene/releases/command/build'
import { FileReleaseStore } from '@andscene/releases/store/file-release-store'
import { temporaryFolder } from '@andscene/testing/temporary-folder'
import { cp, readFile, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, test } from '../../fixtures/test.ts'

/* The check of a version before it is published, in the live shell. */
const DASHBOARD = fileURLToPath(new URL('../../../remotes/dashboard/dist/', import.meta.url))

type Description = { routes: { path: string; files?: string[] }[] }
type Spoil = (edit: {
  text(file: string, change: (text: string) => string): Promise<void>
  description(change: (description: Description) => void): Promise<void>
}) => Promise<void>

/** Publishes a broken copy of the dashboard's build to a separate store. Resolves with the error, or `published`. */
async function publishSpoiled(origin: string, spoil: Spoil): Promise<string> {
  const folder = await temporaryFolder('andscene-e2e-check')
  const dist = path.join(folder.path, 'dist')
  const text = async (file: string, change: (text: string) => string) => {
    const whole = path.join(dist, file)
    await writeFile(whole, change(await readFile(whole, 'utf8')))
  }
  try {
    await cp(DASHBOARD, dist, { recursive: true })
    await spoil({
      text,
      description: (change) =>
        text('remote.json', (before) => {
          const value = JSON.parse(before) as Description
          change(value)
          return JSON.stringify(value)
        }),
    })
    const store = new FileReleaseStore(path.join(folder.path, 'store'))
    const { version } = await publish({ store, name: 'dashboard', dist, origin, say: () => undefined })
    const state = await store.state('dashboard')
    return state.releases[0]?.version === version && state.present === undefined ? 'published' : 'lost'
  } catch (error) {
    return error instanceof Error ? error.message : String(error)
  } finally {
    await folder.remove()
  }
}

/** The chunk of a page: the last script that its route preloads. */
async function chunkOf(page: string): Promise<string> {
  const { routes } = JSON.parse(await readFile(path.join(DASHBOARD, 'remote.json'), 'utf8')) as Description
  return routes.find((route) => route.path === page)!.files!.findLast((file) => file.endsWith('.js'))!
}

test('architecture §8 the build of the project is published, but not served yet', async ({ platform }) => {
  expect(await publishSpoiled(platform.origin, async () => undefined)).toBe('published')
})

const CASES: [string, Spoil, RegExp][] = [
  [
    'a page that throws when it is loaded',
    async ({ text }) => text(await chunkOf('/settings'), () => 'throw new Error("spoiled on purpose")'),
    /The page of \/settings cannot be loaded|spoiled on purpose/,
  ],
  [
    'an entry that is no entry',
    ({ text }) => text('remoteEntry.js', () => 'globalThis.nothing = 1'),
    /\.\/routes cannot be loaded/,
  ],
  [
    'a route that its code does not have',
    ({ description }) =>
      description(({ routes }) => void routes.push({ ...routes[0]!, path: '/gone', files: [] })),
    /\.\/routes has none for \/gone/,
  ],
]
for (const [what, spoil, said] of CASES)
  test(`architecture §8 a build with ${what} is not published`, async ({ platform }) => {
    expect(await publishSpoiled(platform.origin, spoil)).toMatch(said)
  })

test('architecture §8 without a running platform for the check nothing is published', async () => {
  expect(await publishSpoiled('http://127.0.0.1:1', async () => undefined)).toContain('start the platform')
  expect(builtFolder('/project', 'reader')).not.toContain('dist')
})

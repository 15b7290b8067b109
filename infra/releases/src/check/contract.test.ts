import type { SharedOffers } from '@andscene/contracts/remote-build'
import { temporaryFolder } from '@andscene/testing/temporary-folder'
import { writeFile } from 'node:fs/promises'
import path from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Release } from '../release.ts'
import { writeBuild } from '../testing/build-folder.ts'
import { affordable, exposed, satisfiable } from './contract.ts'

let folder: Awaited<ReturnType<typeof temporaryFolder>>
let release: Release
beforeAll(async () => {
  folder = await temporaryFolder('andscene-contract')
  release = await writeBuild(folder.path, 'aaaaaaaaaaaa')
})
afterAll(() => folder.remove())

const described = (more: Partial<Release['description']>): Release => ({
  ...release,
  description: { ...release.description, ...more },
})

const manifest = (value: object) =>
  writeFile(path.join(folder.path, 'mf-manifest.json'), JSON.stringify(value))
const route = (at: string, files: string[]) => ({
  path: at,
  files,
  access: 'user' as const,
  errorText: 'Sorry.',
})

const sized = (budgetBytes?: number): Release => ({
  ...described({
    ...(budgetBytes !== undefined && { budgetBytes }),
    routes: [route('/small', ['a.js']), route('/large', ['a.js', 'b.css'])],
  }),
  files: Object.fromEntries(
    Object.entries({ 'a.js': 900, 'a.js.br': 300, 'b.css': 200 }).map(([file, bytes]) => [
      file,
      { bytes, sha256: '0'.repeat(64) },
    ]),
  ),
})

describe('modules that a version exposes', () => {
  test('architecture §8 must match its description and its name', async () => {
    await manifest({ name: 'dashboard', exposes: [{ path: './routes' }] })
    expect(await exposed(folder.path, release)).toEqual([])
    expect(await exposed(folder.path, described({ navigation: true }))).toEqual([
      'It does not expose ./navigation.',
    ])
    const missing = described({ routes: [route('/dashboard', ['assets/gone.js'])] })
    expect(await exposed(folder.path, missing)).toEqual([
      'Its description names assets/gone.js, which it does not have.',
    ])
    await manifest({ name: 'reader' })
    expect(await exposed(folder.path, described({ routes: [] }))).toEqual([
      'The build calls itself "reader", its description "dashboard".',
      'It describes no route.',
      'It does not expose ./routes.',
    ])
  })
})

describe('modules that a version shares with the live shell', () => {
  const offers: SharedOffers = {
    react: { version: '19.3.1' },
    'antd/es/button': { version: '6.6.8', exports: ['default'] },
    '@andscene/web-kit/session': { version: '0.1.0', exports: ['signIn', 'useSession'] },
  }

  test.each([
    [{ react: { range: '^19.3.0', exports: ['anything'] } }, []],
    [{ 'antd/es/button': { range: '^6.6.8', exports: ['default'] } }, []],
    [{ '@andscene/web-kit/session': { range: false as const, exports: ['useSession'] } }, []],
    [
      { react: { range: '^20.0.0', exports: [] } },
      ['It needs react ^20.0.0, and the live shell has 19.3.1.'],
    ],
    [{ 'antd/es/tour': { range: '^6.6.8', exports: [] } }, ['The live shell has no antd/es/tour.']],
    [{ '@andscene/web-kit/new': { range: false as const, exports: ['hold'], own: true } }, []],
    [
      { '@andscene/web-kit/session': { range: false as const, exports: ['signOut', 'useSession', 'x'] } },
      ["The live shell's @andscene/web-kit/session has no signOut, x."],
    ],
  ])('architecture §8 %j gives the problems %j', (uses, problems) => {
    expect(satisfiable(described({ uses }), offers)).toEqual(problems)
  })

  test('architecture §8 an older build without a list of used modules has no problems', () => {
    expect(satisfiable(release, {})).toEqual([])
  })
})

describe('the budget of a remote', () => {
  test("architecture §8 limits the compressed size of a route's initial files", () => {
    expect(affordable(sized(500))).toEqual([])
    expect(affordable(sized(499))).toEqual(['The first sight of /large is 500 bytes; its budget is 499.'])
    expect(affordable(sized())).toEqual([])
  })
})

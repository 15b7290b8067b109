import { temporaryFolder } from '@andscene/testing/temporary-folder'
import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { OperatorError } from '@andscene/service-kit/operator-error'
import { published } from '../remote-state.ts'
import { FileReleaseStore } from '../store/file-release-store.ts'
import { writeBuild } from '../testing/build-folder.ts'
import { readOptions } from './options.ts'
import { run } from './run.ts'

const [A, B] = ['aaaaaaaaaaaa', 'aabbbbbbbbbb'] as const
const ORIGIN = 'https://stage.example'

let folder: Awaited<ReturnType<typeof temporaryFolder>>
let store: FileReleaseStore
beforeAll(async () => {
  folder = await temporaryFolder('andscene-release-command')
  store = new FileReleaseStore(path.join(folder.path, 'remotes'))
  for (const version of [A, B]) {
    const dist = path.join(folder.path, version)
    const release = await writeBuild(dist, version)
    await store.put('dashboard', release, (file) => readFile(path.join(dist, file)))
    await store.change('dashboard', (state) => published(state, version, new Date()))
  }
})
afterAll(() => folder.remove())

async function command(text: string): Promise<string> {
  const said: string[] = []
  await run(readOptions(text.split(' ')), {
    root: folder.path,
    store,
    origin: () => ORIGIN,
    say: (line) => said.push(line),
  })
  return said.join('\n')
}

describe('npm run release', () => {
  test('architecture §8 switches, shares, previews and rolls back, and lists who gets which version', async () => {
    expect(await command('switch dashboard aaaa')).toBe(`Everybody gets dashboard ${A} with the next page.`)
    expect(await command('switch dashboard --share 10')).toBe(
      `10 of 100 browsers get dashboard ${B} with the next page.`,
    )
    const link = await command(`preview dashboard ${B}`)
    expect(link).toMatch(
      new RegExp(`^${ORIGIN}/preview/dashboard/[\\w-]{24}\nopens dashboard ${B} in one browser`),
    )
    expect(await command('preview dashboard')).toContain(link.split('\n', 1)[0]!)
    const listed = (await command('list')).split('\n')
    expect(listed[0]).toBe('dashboard')
    expect(listed[1]).toMatch(new RegExp(`^  ${B}  .+Z  10 of 100, preview$`))
    expect(listed[2]).toMatch(new RegExp(`^  ${A}  .+Z  everybody$`))
    await command('rollback dashboard')
    expect(await command('list dashboard')).not.toContain('of 100')
    await command('switch dashboard')
    expect(await command('rollback dashboard')).toBe(`Everybody gets dashboard ${A} with the next page.`)
  })

  test.each([
    ['deploy dashboard', 'See npm run release -- --help.'],
    ['switch', 'Which remote?'],
    ['switch ../dashboard', 'is no name of a remote'],
    ['switch dashboard ffff', 'There is no version ffff here'],
    ['switch dashboard aa', `aa is the beginning of several versions: ${B}, ${A}.`],
    ['switch dashboard --share 100', '--share must be a whole number of percent from 1 to 99, not "100".'],
    ['rollback dashboard --share 5', '--share is for switch alone'],
    ['switch dashboard a b', 'See npm run release -- --help.'],
    ['list --all', "Unknown option '--all'"],
    ['switch reader', 'Nothing of reader was published yet.'],
    ['build reader', 'There is no remote reader in this project'],
    [
      'publish reader',
      'holds no build that can be published (there is none): npm run release -- build reader',
    ],
  ])('architecture §8 rejects "%s" with a sentence', async (text, sentence) => {
    const failing = command(text)
    await expect(failing).rejects.toThrow(OperatorError)
    await expect(failing).rejects.toThrow(sentence)
  })
})

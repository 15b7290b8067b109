import { temporaryFolder } from '@andscene/testing/temporary-folder'
import { execFileSync } from 'node:child_process'
import { mkdir, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { buildRevision } from './build-revision.ts'

describe('architecture §9: the revision in the metrics', () => {
  let folder: Awaited<ReturnType<typeof temporaryFolder>>
  const git = (...args: string[]) =>
    execFileSync('git', ['-c', 'user.name=n', '-c', 'user.email=e@x.example', ...args], {
      cwd: folder.path,
      encoding: 'utf8',
    }).trim()
  beforeEach(async () => {
    folder = await temporaryFolder('andscene-revision')
  })
  afterEach(() => folder.remove())

  test('is the value of BUILD_REVISION', async () => {
    expect(await buildRevision({ BUILD_REVISION: 'r7' }, folder.path)).toBe('r7')
  })

  test('is the commit of the checkout, with a plus if a file differs from it', async () => {
    git('init', '--quiet')
    const file = path.join(folder.path, 'a')
    await writeFile(file, 'one')
    git('add', 'a')
    git('commit', '--quiet', '-m', 'one')
    git('tag', 'v9')
    const commit = git('rev-parse', '--short=12', 'HEAD')
    expect(await buildRevision({}, folder.path)).toBe(commit)
    await writeFile(file, 'two')
    expect(await buildRevision({}, folder.path)).toBe(`${commit}+`)
  })

  test('is undefined in a folder without history, also inside another checkout', async () => {
    git('init', '--quiet')
    git('commit', '--quiet', '--allow-empty', '-m', 'of another repository')
    const inner = path.join(folder.path, 'unpacked')
    await mkdir(inner)
    expect(await buildRevision({}, inner)).toBeUndefined()
  })
})

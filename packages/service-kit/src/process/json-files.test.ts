import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { JsonFiles } from './json-files.ts'

let folder: string
beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'and-scene-json-'))
})
afterAll(() => rm(folder, { recursive: true }))

test('keeps what was read, but not of every release for ever', async () => {
  const parsed: unknown[] = []
  const files = new JsonFiles((value) => parsed.push(value))
  const read = async (release: number) => {
    const file = path.join(folder, `${release}.json`)
    await writeFile(file, String(release), { flag: 'wx' }).catch(() => undefined)
    await files.read(file)
  }
  await read(0)
  await read(0)
  expect(parsed).toEqual([0])
  for (let release = 1; release <= 30; release += 1) await read(release)
  await read(30)
  expect(parsed).toHaveLength(31)
  await read(0)
  expect(parsed).toHaveLength(32)
})

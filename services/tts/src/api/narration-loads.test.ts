import { unavailable } from '@andscene/service-kit/http-error'
import { createServiceClient } from '@andscene/service-kit/calls/service-client'
import { request } from 'node:http'
import { beforeEach, describe, expect, test } from 'vitest'
import { ScriptClipsReader } from '../clips/script-clips.ts'
import { SpeechProviders } from '../speech/providers.ts'
import { apiHarness, guestOf } from '../testing/api-harness.ts'
import { scriptOf } from '../testing/scripts-stub.ts'
import { VoiceCatalogue } from '../voices/voice-catalogue.ts'

const on = apiHarness()

/** Reads of lines in order, with functions that settle them. */
let reads: { id: string; end: () => void; fail: () => void }[]
let running: number
let mostRunning: number
beforeEach(() => {
  reads = []
  running = 0
  mostRunning = 0
  on.harness.scripts.onRead(async (id) => {
    const { promise, resolve, reject } = Promise.withResolvers<void>()
    reads.push({ id, end: resolve, fail: () => reject(unavailable('Not now')) })
    running += 1
    mostRunning = Math.max(mostRunning, running)
    await promise.finally(() => (running -= 1))
  })
})
const addScripts = (ownerId: string, ...ids: string[]) => {
  for (const id of ids) on.script(id, scriptOf(2, 'test:one', ownerId))
}
const list = async (ids: string[], uid = 'owner') => {
  const response = await on.get(`/api/narration?scripts=${ids.join()}`, {}, uid)
  const found = response.json<{ data?: { narrations: { scriptId: string }[] } }>().data?.narrations
  return [response.statusCode, found?.map(({ scriptId }) => scriptId).toSorted()]
}
/** Requests the narration as a guest of the script's link, from its own address. */
const requestAsGuest = (id: string, n: number) => {
  on.harness.scripts.share(id, `link-${id}`, 'listener')
  const headers = on.harness.person(guestOf(id, `link-${id}`, `guest-${n}`), `203.0.113.${n}`)
  return on.app.inject({ url: `/api/scripts/${id}/narration`, headers })
}
const readIds = () => reads.map(({ id }) => id)
/** Ends every read that starts, until `work` settles. */
async function endAllUntil<T>(work: Promise<T>): Promise<T> {
  let done = false
  const result = work.finally(() => (done = true))
  await expect
    .poll(() => {
      for (const { end } of reads) end()
      return done
    })
    .toBe(true)
  return result
}

describe('product §10: counting narrations', () => {
  test('stops when the client has left', async () => {
    addScripts('owner', 's1', 's2', 's3')
    await on.listen()
    const left = new Promise((resolve) =>
      on.app.server.once('connection', (socket) => socket.once('close', resolve)),
    )
    const headers = on.harness.person()
    const asked = request(`${on.app.listeningOrigin}/api/narration?scripts=s1,s2,s3`, {
      agent: false,
      headers,
    })
    asked.on('error', () => {})
    asked.end()
    await expect.poll(async () => readIds()).toEqual(['s1'])
    asked.destroy()
    await left
    expect(await endAllUntil(list(['s3']))).toEqual([200, ['s3']])
    expect(await endAllUntil(list(['s1']))).toEqual([200, ['s1']])
    expect(readIds()).not.toContain('s2')
  })

  test('reads two scripts per user and four in total at a time, and users take turns', async () => {
    const theirs = ['o1', 'o2', 'o3', 'o4', 'o5', 'o6']
    addScripts('owner', ...theirs)
    const all = theirs.map((id) => list([id]))
    await expect.poll(async () => reads.length).toBe(2)
    for (const uid of ['a', 'b', 'c']) {
      addScripts(uid, `${uid}1`)
      all.push(list([`${uid}1`], uid))
    }
    await expect.poll(async () => reads.length).toBe(4)
    for (const { end } of reads.splice(0)) end()
    await expect.poll(async () => readIds().includes('c1')).toBe(true)
    expect(readIds().filter((id) => id.startsWith('o')).length).toBeLessThanOrEqual(2)
    const results = await endAllUntil(Promise.all(all))
    expect(results.every(([status]) => status === 200)).toBe(true)
    expect(mostRunning).toBe(4)
  })

  test('decision 0063 reads one script at a time for the guests of an owner, without delaying the owner', async () => {
    addScripts('owner', 's1', 's2', 's3')
    const guests = ['s1', 's2', 's3'].map(requestAsGuest)
    await expect.poll(async () => reads.length).toBe(1)
    const owner = list(['s2'])
    await expect.poll(async () => readIds().includes('s2') && reads.length).toBe(2)
    expect(await endAllUntil(owner)).toEqual([200, ['s2']])
    const responses = await endAllUntil(Promise.all(guests))
    expect(responses.map(({ statusCode }) => statusCode)).toEqual([200, 200, 200])
    expect(mostRunning).toBe(2)
  })

  test('omits a script that cannot be read, and responds with 503 when none can', async () => {
    addScripts('owner', 's1', 's2')
    const both = list(['s1', 's2'])
    await expect.poll(async () => readIds()).toEqual(['s1'])
    reads[0]!.fail()
    await expect.poll(async () => readIds()).toEqual(['s1', 's2'])
    reads[1]!.end()
    expect(await both).toEqual([200, ['s2']])
    const none = list(['s1'])
    await expect.poll(async () => readIds()).toEqual(['s1', 's2', 's1'])
    reads[2]!.fail()
    expect(await none).toEqual([503, undefined])
  })

  test('stops after two consecutive outages and responds with the scripts that were read', async () => {
    addScripts('owner', 's1', 's2', 's3', 's4')
    const away = new Set(['s2', 's3', 's4'])
    on.harness.scripts.onRead(async (id) => {
      reads.push({ id, end: () => {}, fail: () => {} })
      if (away.has(id)) throw unavailable('Not now')
    })
    expect(await list(['s1', 's2', 's3', 's4'])).toEqual([200, ['s1']])
    expect(readIds()).toEqual(['s1', 's2', 's3'])
    expect(await list(['s2', 's3', 's4'])).toEqual([503, undefined])
    expect(readIds()).toEqual(['s1', 's2', 's3', 's2', 's3'])
    away.delete('s3')
    expect(await list(['s2', 's3', 's4'])).toEqual([200, ['s3']])
  })

  test('does not evict played scripts from the cache', async () => {
    on.harness.scripts.onRead(async (id) => void reads.push({ id, end: () => {}, fail: () => {} }))
    const many = Array.from({ length: 20 }, (_, n) => `s${n}`)
    addScripts('owner', 'played', ...many)
    const client = createServiceClient(on.harness.signer, 'scripts', on.harness.scripts.url)
    const catalogue = new VoiceCatalogue(new SpeechProviders([on.provider]), on.harness.objects)
    const reader = new ScriptClipsReader(client, catalogue, { kept: 5_000, listed: 5_000 })
    const read = async (id: string, listed: boolean) => reader.of((await reader.head(id))!, { listed })
    const played = await read('played', false)
    for (const id of many) await read(id, true)
    expect(await read('played', false)).toBe(played)
    expect(await read('s19', true)).toBe(await read('s19', false))
    expect(readIds()).toEqual(['played', ...many])
    // Counted first, as for a dashboard, and then played.
    for (const id of many.toReversed().slice(1)) await read(id, true)
    expect(await read('s19', false), 'cached by a list first').toBe(await read('s19', true))
    expect(readIds().filter((id) => id === 's19')).toEqual(['s19'])
  })
})

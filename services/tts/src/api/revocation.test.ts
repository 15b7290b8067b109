import { openRaw, requestBytes } from '@andscene/testing/raw-http'
import { once } from 'node:events'
import type { Socket } from 'node:net'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { apiHarness, guestOf, lineOf } from '../testing/api-harness.ts'
import { storedClip } from '../testing/stored-clip.ts'
import { AccessWatch } from './access-watch.ts'

const on = apiHarness()
const GUEST = guestOf('s1')
beforeEach(() => {
  on.script()
  on.harness.scripts.share('s1', 'link', 'listener')
})
afterEach(() => {
  vi.useRealTimers()
  vi.restoreAllMocks()
})

const inQueue = () => on.jobs('prioritized', 'active', 'delayed', 'failed', 'waiting')
const questions = () => on.harness.scripts.accessAsked()
async function expectOneQuestion(work: () => Promise<unknown>) {
  const before = questions()
  await work()
  expect(questions() - before).toBe(1)
}

describe('product §1: a request that waits for a clip when access is revoked', () => {
  test('gets 404 and leaves the queue as if the client had left', async () => {
    const waiting = on.generate(lineOf(1), GUEST)
    await expect.poll(inQueue).toBe(1)
    await expectOneQuestion(async () => {
      on.harness.scripts.share('s1', 'link')
      const response = await waiting
      expect(response.statusCode).toBe(404)
      expect(response.json()).toMatchObject({ code: 'NOT_FOUND', error: 'Script not found' })
    })
    await expect.poll(inQueue).toBe(0)
    await expect.poll(() => on.inRedis((redis) => redis.keys('*:tts:wait*'))).toEqual([])
  })

  test('continues for users who keep access', async () => {
    const release = on.provider.hold()
    on.harness.scripts.share('s1', 'ada', 'editor')
    await on.withWorker()
    const ask = (who: typeof GUEST | string) => on.generate(lineOf(1), who)
    const [guests, adas, owners] = [ask(GUEST), ask('ada'), ask('owner')]
    const others = on.generate(lineOf(2, { voiceId: 'test:two' }), 'ada')
    await expect.poll(() => on.provider.asked.length).toBeGreaterThan(1)
    on.harness.scripts.share('s1', 'link')
    on.harness.scripts.share('s1', 'ada', 'commenter')
    expect((await guests).statusCode).toBe(404)
    expect((await others).statusCode).toBe(404)
    release()
    expect((await adas).statusCode).toBe(200)
    expect((await owners).statusCode).toBe(200)
  })

  test('is checked again before the response is sent', async () => {
    // As if the periodic check were late.
    vi.spyOn(AccessWatch.prototype, 'whileHearing').mockReturnValue(new AbortController().signal)
    const release = on.provider.hold()
    await on.withWorker()
    const waiting = on.generate(lineOf(1), GUEST)
    await expect.poll(() => on.provider.asked).toContain('Text number 1.')
    on.harness.scripts.share('s1', 'link')
    vi.useFakeTimers({ toFake: ['performance'] }).advanceTimersByTime(1_000_000)
    release()
    expect((await waiting).statusCode).toBe(404)
    expect(await on.stored()).toBeGreaterThan(0)
  })
})

describe('product §1: audio that is being sent to a slow client', () => {
  const BYTES = 32 * 1024 ** 2
  const path = `scripts/s1/test=3aone/${'a'.repeat(64)}.mp3`
  beforeEach(async () => {
    await on.harness.objects.write(path, Buffer.alloc(BYTES, 'a'))
    await on.harness.index.put(storedClip({ path, scriptId: 's1', bytes: BYTES }))
    await on.listen()
  })

  /** A client that reads the beginning and then pauses. */
  async function slowClient(who?: typeof GUEST) {
    const connected = once(on.app.server, 'connection') as Promise<[Socket]>
    const client = await openRaw(on.app.listeningOrigin)
    const [served] = await connected
    const begun = once(client.socket, 'data')
    void begun.then(() => client.socket.pause())
    client.write(requestBytes('GET', `/api/audio/${path}`, { host: 'tts', ...on.harness.person(who) }))
    await begun
    return { client, cut: once(served, 'close') }
  }

  test('is cut off when access is revoked', async () => {
    const { client, cut } = await slowClient(GUEST)
    await expectOneQuestion(async () => {
      on.harness.scripts.share('s1', 'link')
      await cut
    })
    client.socket.resume()
    await client.closed
    expect(client.received()).toMatch(/^HTTP\/1\.1 200 /)
    expect(client.received().length).toBeLessThan(BYTES)
  })

  test('is sent completely to users who keep access, however long it takes', async () => {
    const { client } = await slowClient(GUEST)
    const before = questions()
    await expect.poll(() => questions() - before).toBeGreaterThan(2)
    expect(client.received().length).toBeLessThan(BYTES)
    client.socket.resume()
    await expect.poll(() => client.received().length).toBeGreaterThan(BYTES)
    client.destroy()
    await client.closed
  })

  test('requires one role check for the owner', async () => {
    const { client } = await slowClient()
    client.socket.resume()
    await expect.poll(() => client.received().length).toBeGreaterThan(BYTES)
    client.destroy()
    await client.closed
    expect(questions()).toBe(1)
  })
})

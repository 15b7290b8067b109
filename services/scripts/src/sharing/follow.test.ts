import { narratedChannel } from '@andscene/contracts/queues'
import { REVOKED_WITHIN_MS } from '@andscene/contracts/sharing/roles'
import { randomUUID } from 'node:crypto'
import { beforeEach, describe, expect, onTestFinished, test } from 'vitest'
import { REWORDED } from '../testing/draft-files.ts'
import { SOON, testHarness, type Harness } from '../testing/harness.ts'
import { manualClock } from '../testing/manual-clock.ts'
import type { Person } from '../testing/person.ts'
import { guestOf, invitedPerson, linked, newOwner } from '../testing/sharing.ts'
import { HEARTBEAT_MS, STREAM_MS } from './follow-route.ts'
import { FEED_BEAT_MS } from './script-feeds.ts'

let clock: ReturnType<typeof manualClock>
let harness: Harness
let ada: Person
let script: string
beforeEach(async () => {
  clock = manualClock()
  harness = await testHarness({ clock })
  ;({ ada, script } = await newOwner(harness))
})

/** Opens the event stream of a script; events are undefined when the stream has ended. */
async function followed(person: Person) {
  const leaving = new AbortController()
  onTestFinished(() => leaving.abort())
  const response = await person.request('GET', `/api/scripts/${script}/events`, { signal: leaving.signal })
  const reader = response.body!.pipeThrough(new TextDecoderStream()).getReader()
  let rest = ''
  const block = async (): Promise<string | undefined> => {
    for (;;) {
      const end = rest.indexOf('\n\n')
      if (end >= 0) {
        const text = rest.slice(0, end)
        rest = rest.slice(end + 2)
        return text
      }
      const { value, done } = await reader.read().catch(() => ({ value: undefined, done: true }))
      if (done) return undefined
      rest += value
    }
  }
  const event = async () => {
    let text = await block()
    while (text === ':') text = await block()
    return text?.replace('event: ', '').replace('\ndata: ', ' ')
  }
  return {
    status: response.status,
    headers: response.headers,
    block,
    leave: () => leaving.abort(),
    /** Skips heartbeats. */
    event,
    /** Also skips title, draft and casting. */
    async next(): Promise<string | undefined> {
      let text = await event()
      while (/^(title|draft|casting) /.test(text ?? '')) text = await event()
      return text
    },
  }
}
const note = (person: Person) =>
  person.post(`/api/scripts/${script}/notes`, { _id: randomUUID(), lineId: 'l1', text: 'Slower' })

describe('product §12: the event stream of a script', () => {
  test('sends the role first, then the version of the notes, and every change of them', async () => {
    const feed = await followed(ada)
    expect(feed.status).toBe(200)
    expect(feed.headers.get('content-type')).toBe('text/event-stream')
    expect(feed.headers.get('cache-control')).toBe('no-store')
    expect(await feed.next()).toBe('role {"role":"owner"}')
    expect(await feed.next()).toBe('notes {"version":0}')
    await note(ada)
    expect(await feed.next()).toBe('notes {"version":1}')
  })

  test('sends the title and the version of the casting, and every change of them', async () => {
    const { token } = await linked(ada, script, { role: 'listener' })
    const feed = await followed(await guestOf(harness, token))
    expect(await feed.event()).toBe('role {"role":"listener"}')
    expect(await feed.event()).toMatch(/^title \{"title":"/)
    expect(await feed.event()).toBe('draft {"number":1}')
    expect(await feed.event()).toBe('casting {"version":0}')
    const { version } = (await ada.post(`/api/scripts/${script}/assign-voices`, { narrationVoiceId: 'n' }))
      .body
    expect(await feed.event()).toBe(`casting {"version":${String(version)}}`)
    await ada.patch(`/api/scripts/${script}`, { title: 'The Bridge' })
    expect(await feed.event()).toBe('title {"title":"The Bridge"}')
  })

  test('product §16 sends the number of the present draft, and every change of it before the casting', async () => {
    const { token } = await linked(ada, script, { role: 'listener' })
    const feed = await followed(await guestOf(harness, token))
    while (!(await feed.event())?.startsWith('casting '));
    await ada.uploadDraft(script, REWORDED)
    expect(await feed.event()).toBe('draft {"number":2}')
    expect(await feed.event()).toMatch(/^casting /)
    await ada.post(`/api/scripts/${script}/drafts/1/present`, {})
    expect(await feed.event()).toBe('draft {"number":1}')
  })

  test('sends the version of the casting after a change of pronunciations and of a directed line', async () => {
    const feed = await followed(ada)
    while ((await feed.event()) !== 'notes {"version":0}');
    const word = { word: 'Mara', said: { says: 'MAH-ra', as: 'respelling' }, seen: null }
    const spoken = await ada.patch(`/api/scripts/${script}/pronunciations`, { changes: [word] })
    expect(await feed.event()).toBe(`casting {"version":${String(spoken.body.data.version)}}`)
    const take = { id: 'take-one', delivery: { name: 'sad' } }
    const direction = { version: 0, takes: [take], chosen: take.id }
    const { version } = (await ada.put(`/api/scripts/${script}/directions/l4`, direction)).body.data.direction
    expect(await feed.event()).toBe(`casting {"version":${String(version)}}`)
  })

  test('sends the progress of the narration when a worker announces a change, without counts when they are unavailable', async () => {
    const feed = await followed(ada)
    expect(await feed.next()).toBe('role {"role":"owner"}')
    expect(await feed.next()).toBe('notes {"version":0}')
    const { QUEUE_PREFIX } = harness.environment
    const announce = () =>
      harness.queues.narration.ask((_queue, redis) => redis.publish(narratedChannel(QUEUE_PREFIX), script))
    await expect.poll(announce, SOON).toBe(1)
    expect(await feed.next()).toBe('narration {}')
    harness.clips.set(script, [])
    await announce()
    expect(await feed.next()).toBe('narration {"total":0,"ready":0,"waiting":0,"failed":0}')
  })

  test('sends a lowered role immediately, and ends when the role is revoked', async () => {
    const { token, linkId } = await linked(ada, script)
    const feed = await followed(await guestOf(harness, token))
    expect(await feed.next()).toBe('role {"role":"commenter"}')
    expect(await feed.next()).toBe('notes {"version":0}')
    await ada.patch(`/api/scripts/${script}/links/${linkId}`, { role: 'listener' })
    expect(await feed.next()).toBe('role {"role":"listener"}')
    await note(ada)
    await ada.delete(`/api/scripts/${script}/links/${linkId}`)
    expect(await feed.next()).toBe('gone {}')
    expect(await feed.next()).toBeUndefined()
  })

  test('is not blocked for others by a listener whose account is closed and invited again', async () => {
    const email = 'bob@andscene.example'
    const bob = await invitedPerson(harness, ada, { scriptId: script, uid: 'bob', email, role: 'listener' })
    const { token, linkId } = await linked(ada, script)
    const closed = await followed(bob)
    expect(await closed.next()).toBe('role {"role":"listener"}')
    const feed = await followed(await guestOf(harness, token))
    expect(await feed.next()).toBe('role {"role":"commenter"}')
    const other = await ada.newScript()
    await bob.delete('/api/account')
    await ada.post(`/api/scripts/${other}/collaborators`, { email, role: 'listener' })
    await ada.patch(`/api/scripts/${script}/links/${linkId}`, { role: 'listener' })
    expect(await feed.next()).toBe('notes {"version":0}')
    expect(await feed.next()).toBe('role {"role":"listener"}')
    expect(await closed.next()).toBe('gone {}')
  })

  test('ends within one poll when its link expires', async () => {
    const { token } = await linked(ada, script, { days: 1, role: 'listener' })
    const leo = await guestOf(harness, token)
    clock.advance(24 * 3_600_000 - FEED_BEAT_MS)
    const feed = await followed(leo)
    expect(await feed.next()).toBe('role {"role":"listener"}')
    // The next poll must be scheduled before the clock advances.
    await expect.poll(() => clock.next(), { timeout: 45_000 }).toBeLessThanOrEqual(FEED_BEAT_MS)
    clock.advance(FEED_BEAT_MS)
    expect(await feed.next()).toBe('gone {}')
    expect(FEED_BEAT_MS).toBeLessThan(REVOKED_WITHIN_MS)
  })

  test('sends heartbeats and ends after a while, so that the token is verified again', async () => {
    const feed = await followed(ada)
    expect(await feed.block()).toBe(':')
    expect(await feed.next()).toBe('role {"role":"owner"}')
    expect(await feed.next()).toBe('notes {"version":0}')
    clock.advance(HEARTBEAT_MS)
    expect(await feed.block()).toBe(':')
    clock.advance(STREAM_MS)
    expect(await feed.next()).toBeUndefined()
  })

  test('does not stay open for a HEAD request', async () => {
    const { status, headers } = await ada.request('HEAD', `/api/scripts/${script}/events`)
    expect([status, headers.get('content-type')]).toEqual([200, 'text/event-stream'])
    await expect.poll(() => clock.next(), { timeout: 45_000 }).toBeGreaterThan(HEARTBEAT_MS)
  })
})

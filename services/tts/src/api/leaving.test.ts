import { request } from 'node:http'
import type { AddressInfo } from 'node:net'
import { sharesOf } from '@andscene/service-kit/shares'
import { beforeEach, describe, expect, test } from 'vitest'
import { Waiters } from '../pipeline/waiters.ts'
import { apiHarness, lineOf } from '../testing/api-harness.ts'
import { eventually } from '../testing/eventually.ts'
import { scriptOf } from '../testing/scripts-stub.ts'
import { until } from '../testing/scripted-provider.ts'

const on = apiHarness()
let url: string
beforeEach(async () => {
  on.harness.scripts.scripts.set('s1', scriptOf(3, 'test:one'))
  await on.app.listen({ host: '127.0.0.1', port: 0 })
  url = `http://127.0.0.1:${(on.app.server.address() as AddressInfo).port}`
})

/** A request of a client that can hang up, on a connection of its own. */
function call(address: string, body: object, uid?: string) {
  const { promise: status, resolve, reject } = Promise.withResolvers<number | undefined>()
  const sent = request(`${url}${address}`, {
    method: 'POST',
    agent: false,
    headers: { ...on.harness.person(uid), 'content-type': 'application/json' },
  })
  sent.on('error', reject).on('response', (response) => {
    response.resume().on('end', () => resolve(response.statusCode))
  })
  sent.end(JSON.stringify(body))
  status.catch(() => {})
  return { status, hangUp: () => sent.destroy() }
}
const preview = (text: string, uid?: string) =>
  call('/api/voices/preview', { voiceId: 'test:one', text }, uid)
const generate = (body: object) => call('/api/voices/generate', body)

const waiting = () => on.harness.lineAudio.queue.getPrioritized(0, -1)
const inQueue = () =>
  on.harness.lineAudio.queue.getJobCountByTypes('prioritized', 'active', 'delayed', 'failed', 'waiting')
/** A text that is spoken until it is aborted. */
function speakForEver() {
  const never = Promise.withResolvers<void>()
  const aborted: string[] = []
  on.provider.speak = async ({ text, signal }) => {
    signal!.addEventListener('abort', () => aborted.push(text))
    await until(never.promise, signal)
  }
  return { aborted, release: () => never.resolve() }
}

describe('architecture §7: a client that goes away', () => {
  test('takes the preview that waits for it along', async () => {
    const asked = preview('Nobody hears this.')
    await eventually(inQueue).toBe(1)
    asked.hangUp()
    await eventually(inQueue).toBe(0)
    // Its slot among the awaited ones is free again at once.
    const six = Array.from({ length: 6 }, (_, n) => preview(`Number ${n}.`))
    await eventually(inQueue).toBe(6)
    for (const each of six) each.hangUp()
    await eventually(inQueue).toBe(0)
    await expect(asked.status).rejects.toThrow('socket hang up')
  })

  test('makes its other clips come sooner when they are asked for again', async () => {
    on.provider.msPerCharacter = 500
    const [first, second, third] = ['One.', 'Two.', 'Three.'].map((text) => preview(text))
    await eventually(inQueue).toBe(3)
    expect((await waiting()).at(-1)!.priority).toBe(4)
    first!.hangUp()
    second!.hangUp()
    await eventually(inQueue).toBe(1)
    const again = preview('Three.')
    await eventually(async () => (await waiting())[0]!.priority).toBe(3)
    third!.hangUp()
    again.hangUp()
    await eventually(inQueue).toBe(0)
    expect(on.provider.asked).toEqual([])
  })

  test('ends the preview that is being spoken, in whichever process', async () => {
    const { aborted } = speakForEver()
    await on.withWorker()
    await on.withWorker()
    const asked = preview('Nobody hears this.')
    await eventually(() => on.provider.asked.length).toBe(1)
    asked.hangUp()
    await eventually(() => aborted).toEqual(['Nobody hears this.'])
    await eventually(inQueue).toBe(0)
    expect(on.provider.asked).toHaveLength(1)
  })

  test('leaves the clip to others who wait for it', async () => {
    const { aborted, release } = speakForEver()
    await on.withWorker()
    const first = preview('Heard by one.')
    await eventually(() => on.provider.asked.length).toBe(1)
    const second = preview('Heard by one.')
    const waiters = new Waiters(on.harness.lineAudio, on.harness.environment.QUEUE_PREFIX)
    const [job] = await on.harness.lineAudio.queue.getActive()
    const keys = await on.harness.lineAudio.ask((_queue, redis) => redis.keys(`*:tts:waiters:${job!.id}`))
    await eventually(() => on.harness.lineAudio.ask((_queue, redis) => redis.zcard(keys[0]!))).toBe(2)
    first.hangUp()
    await eventually(() => on.harness.lineAudio.ask((_queue, redis) => redis.zcard(keys[0]!))).toBe(1)
    expect(await waiters.any(job!.id!)).toBe(true)
    release()
    expect(await second.status).toBe(200)
    expect(aborted).toEqual([])
    expect(on.provider.asked).toHaveLength(1)
  })

  test('ends the clip whose head it has heard and whose whole it waited for', async () => {
    const never = Promise.withResolvers<void>()
    const aborted: string[] = []
    on.provider.speak = async ({ text, signal, onHead }) => {
      signal!.addEventListener('abort', () => aborted.push(text))
      onHead?.({ mp3: Buffer.from('the beginning'), durationMs: 400, wholeMs: 1_000 })
      await until(never.promise, signal)
    }
    await on.withWorker()
    const line = lineOf(1, { text: 'Nobody casts this.' })
    expect(await generate({ ...line, head: true }).status).toBe(200)
    const { queue } = on.harness.lineAudio
    const [job] = await queue.getActive()
    const prefix = on.harness.environment.QUEUE_PREFIX
    const awaits = () =>
      on.harness.lineAudio.ask((_queue, redis) => redis.zrange(`${prefix}:tts:awaits:owner`, '0', '-1'))
    // Noted until it comes again, and then for as long as it is there.
    const note = `${job!.id}|again:owner`
    await eventually(awaits).toEqual([note])
    const whole = generate(line)
    await eventually(awaits).toEqual([expect.not.stringContaining('again')])
    whole.hangUp()
    await eventually(() => aborted).toContain('Nobody casts this.')
    await eventually(awaits).toEqual([])
    // The lines of the script may be planned by now, since somebody listens.
    await eventually(async () => (await queue.getJob(job!.id!)) === undefined).toBe(true)
  })

  test("gives a line's clip back to the plan, which puts it where it belongs", async () => {
    const asked = generate(lineOf(1))
    await eventually(inQueue).toBe(1)
    asked.hangUp()
    await eventually(inQueue).toBe(0)
    await eventually(async () =>
      (await on.harness.narration.queue.getJobs(['waiting'])).map(({ data }) => data.reason),
    ).toContain('reconcile')
    await on.withWorker()
    await eventually(async () => (await on.harness.index.ofScript('s1')).length).toBe(3)
    expect(on.provider.asked.toSorted()).toEqual(['Text number 0.', 'Text number 1.', 'Text number 2.'])
  })

  test('a clip that was planned keeps its rank in the plan', async () => {
    const job = {
      scriptId: 's1',
      voiceId: 'test:two',
      text: 'Text number 1.',
      textHash: 'f'.repeat(64),
    }
    const probe = generate(lineOf(1, { voiceId: 'test:two' }))
    await eventually(inQueue).toBe(1)
    const [queued] = await waiting()
    probe.hangUp()
    await eventually(inQueue).toBe(0)
    await on.harness.lineAudio.add(
      { ...job, path: queued!.data.path },
      { jobId: queued!.id!, priority: 4_711 },
    )
    const asked = generate(lineOf(1, { voiceId: 'test:two' }))
    await eventually(async () => (await waiting())[0]?.priority).toBe(1)
    asked.hangUp()
    await eventually(async () => (await waiting())[0]?.priority).toBe(4_711)
    expect((await waiting()).map(({ id }) => id)).toEqual([queued!.id])
  })

  test('lets a clip that the script wants be finished, and ends one that it does not want', async () => {
    const { aborted, release } = speakForEver()
    await on.withWorker()
    const wanted = generate(lineOf(1))
    await eventually(() => on.provider.asked).toContain('Text number 1.')
    const uncast = generate({ scriptId: 's1', voiceId: 'test:one', text: 'Something else.' })
    await eventually(() => on.provider.asked).toContain('Something else.')
    wanted.hangUp()
    uncast.hangUp()
    await eventually(() => aborted).toEqual(['Something else.'])
    release()
    await eventually(async () =>
      (await on.harness.index.ofScript('s1')).map(({ voiceId }) => voiceId),
    ).toContain('test:one')
    expect(aborted).toEqual(['Something else.'])
  })

  test('with the process that spoke for it: nobody makes its clip any more', async () => {
    const prefix = on.harness.environment.QUEUE_PREFIX
    // What a process leaves that was killed: its note, which nobody renews, and its job.
    const dead = new Waiters(on.harness.lineAudio, prefix, { leaseMs: 200 })
    await dead.join({ jobId: '.dead', uid: 'owner', requestId: 'r1', shares: sharesOf({ uid: 'owner' }) })
    const job = {
      ownerId: 'owner',
      voiceId: 'test:one',
      text: 'Nobody hears this.',
      textHash: 'f'.repeat(64),
      path: `previews/${'0'.repeat(32)}/test=3aone/${'0'.repeat(64)}.mp3`,
    }
    await on.harness.lineAudio.add(job, { jobId: '.dead', priority: 1 })
    expect(await dead.any('.dead')).toBe(true)
    await eventually(() => dead.any('.dead')).toBe(false)
    await on.withWorker()
    await eventually(inQueue).toBe(0)
    expect(on.provider.asked).toEqual([])
    expect(await on.harness.lineAudio.ask((_queue, redis) => redis.keys(`${prefix}:tts:wait*`))).toEqual([])
  })
})

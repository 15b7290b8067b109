import { sharesOf } from '@andscene/service-kit/shares'
import { beforeEach, describe, expect, test } from 'vitest'
import { Waiters } from '../pipeline/waiters.ts'
import type { ClipHead } from '../speech/provider.ts'
import { apiHarness, lineOf } from '../testing/api-harness.ts'
import { JOB } from '../testing/line-audio-job.ts'
import { HEAD, until } from '../testing/scripted-provider.ts'

const on = apiHarness()
beforeEach(async () => {
  on.script()
  await on.listen()
})

const preview = (text: string) => on.send('/api/voices/preview', { voiceId: 'test:one', text })
const generate = (body: object) => on.send('/api/voices/generate', body)

const waiting = () => on.harness.lineAudio.queue.getPrioritized(0, -1)
const inQueue = () => on.jobs('prioritized', 'active', 'delayed', 'failed', 'waiting')
/** Speaks until it is aborted; `head` first. */
function speakForever(head?: ClipHead) {
  const aborted: string[] = []
  on.provider.speak = async ({ text, signal, onHead }) => {
    signal!.addEventListener('abort', () => aborted.push(text))
    if (head) onHead?.(head)
    await until(new Promise(() => {}), signal)
  }
  return aborted
}

describe('architecture §7: a client that leaves', () => {
  test('cancels its queued preview', async () => {
    const asked = preview('Never heard.')
    await expect.poll(inQueue).toBe(1)
    asked.hangUp()
    await expect.poll(inQueue).toBe(0)
    // Its slot is free immediately.
    const six = Array.from({ length: 6 }, (_, n) => preview(`Number ${n}.`))
    await expect.poll(inQueue).toBe(6)
    for (const each of six) each.hangUp()
    await expect.poll(inQueue).toBe(0)
    await expect(asked.response).rejects.toThrow('aborted')
  })

  test('frees engine time for its other clips', async () => {
    on.provider.msPerCharacter = 500
    const [first, second, third] = ['One.', 'Two.', 'Three.'].map((text) => preview(text))
    await expect.poll(inQueue).toBe(3)
    expect((await waiting()).at(-1)!.priority).toBe(4)
    first!.hangUp()
    second!.hangUp()
    await expect.poll(inQueue).toBe(1)
    const again = preview('Three.')
    await expect.poll(async () => (await waiting())[0]!.priority).toBe(3)
    third!.hangUp()
    again.hangUp()
    await expect.poll(inQueue).toBe(0)
    expect(on.provider.asked).toEqual([])
  })

  test('cancels its running preview in any worker process', async () => {
    const aborted = speakForever()
    await on.withWorker()
    await on.withWorker()
    const asked = preview('Never heard.')
    await expect.poll(() => on.provider.asked.length).toBe(1)
    asked.hangUp()
    await expect.poll(() => aborted).toEqual(['Never heard.'])
    await expect.poll(inQueue).toBe(0)
    expect(on.provider.asked).toHaveLength(1)
  })

  test('cancels a clip of which it has received a head', async () => {
    const aborted = speakForever(HEAD)
    await on.withWorker()
    const line = lineOf(1, { text: 'Not the line.' })
    expect((await generate({ ...line, head: true }).response).status).toBe(200)
    const { queue } = on.harness.lineAudio
    const [job] = await queue.getActive()
    const awaits = () => on.inRedis((redis) => redis.zrange(on.key('awaits:owner'), '0', '-1'))
    // The client counts as waiting until it returns, and again while it waits.
    const note = `${job!.id}|again:owner`
    await expect.poll(awaits).toEqual([note])
    const whole = generate(line)
    await expect.poll(awaits).toEqual([expect.not.stringContaining('again')])
    whole.hangUp()
    await expect.poll(() => aborted).toContain('Not the line.')
    await expect.poll(awaits).toEqual([])
    // Other lines of the script may be queued.
    await expect.poll(async () => (await queue.getJob(job!.id!)) === undefined).toBe(true)
  })

  test('returns the clip of a line to the plan', async () => {
    const asked = generate(lineOf(1))
    await expect.poll(inQueue).toBe(1)
    asked.hangUp()
    await expect.poll(inQueue).toBe(0)
    await expect
      .poll(async () =>
        (await on.harness.narration.queue.getJobs(['waiting'])).map(({ data }) => data.reason),
      )
      .toContain('reconcile')
    await on.withWorker()
    await expect.poll(() => on.stored()).toBe(3)
    expect(on.provider.asked.toSorted()).toEqual(['Text number 0.', 'Text number 1.', 'Text number 2.'])
  })

  test('restores the rank of a planned clip', async () => {
    const probe = generate(lineOf(1, { voiceId: 'test:two' }))
    await expect.poll(inQueue).toBe(1)
    const [queued] = await waiting()
    probe.hangUp()
    await expect.poll(inQueue).toBe(0)
    const job = { ...JOB, voiceId: 'test:two', path: queued!.data.path }
    await on.harness.lineAudio.add(job, { jobId: queued!.id!, priority: 4_711 })
    const asked = generate(lineOf(1, { voiceId: 'test:two' }))
    await expect.poll(async () => (await waiting())[0]?.priority).toBe(1)
    asked.hangUp()
    await expect.poll(async () => (await waiting())[0]?.priority).toBe(4_711)
    expect((await waiting()).map(({ id }) => id)).toEqual([queued!.id])
  })

  test('loses its clip when its API process is killed', async () => {
    const prefix = on.harness.environment.QUEUE_PREFIX
    // A killed process leaves a job, and a lease that expires.
    const dead = new Waiters(on.harness.lineAudio, prefix, { leaseMs: 200 })
    await dead.join({ jobId: '.dead', uid: 'owner', requestId: 'r1', shares: sharesOf({ uid: 'owner' }) })
    const path = `previews/${'0'.repeat(32)}/test=3aone/${'0'.repeat(64)}.mp3`
    const { scriptId: _none, ...job } = JOB
    await on.harness.lineAudio.add({ ...job, path }, { jobId: '.dead', priority: 1 })
    expect(await dead.any('.dead')).toBe(true)
    await expect.poll(() => dead.any('.dead')).toBe(false)
    await on.withWorker()
    await expect.poll(inQueue).toBe(0)
    expect(on.provider.asked).toEqual([])
    expect(await on.inRedis((redis) => redis.keys(`${prefix}:tts:wait*`))).toEqual([])
  })
})

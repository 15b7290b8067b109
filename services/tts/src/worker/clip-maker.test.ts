import { CANCELLED, DRAINING, PermanentFailure, Postponed } from '@andscene/service-kit/queue/job-run'
import type { FastifyBaseLogger } from 'fastify'
import { Registry } from 'prom-client'
import { beforeEach, describe, expect, test, vi } from 'vitest'
import { previewFolder, wordsPath } from '../clips/clip-path.ts'
import { AWAITED } from '../pipeline/priorities.ts'
import type { ClipHead } from '../speech/provider.ts'
import { Urgency } from '../speech/urgency.ts'
import { embeddedStorage } from '../testing/embedded-storage.ts'
import { JOB as CLIP_JOB } from '../testing/line-audio-job.ts'
import { createClipMaker, type ClipMakerParts } from './clip-maker.ts'
import type { SpeakRequest } from './speaker.ts'
import { StorageWatch } from './storage-watch.ts'

const JOB = { ...CLIP_JOB, ownerId: 'owner', refill: true }
const NOW = { dueAt: 0, rate: 1 }
const spoken = async () => ({ mp3: Buffer.from('mp3'), durationMs: 1_000 })
const WORDS = [{ at: 0, length: 2, startMs: 0, endMs: 200 }]

type OnHead = ((head: ClipHead) => void) | undefined
type Speak = (signal: AbortSignal, onHead: OnHead) => ReturnType<typeof spoken>
type Tell = (jobId: string, head: ClipHead) => Promise<void>

const on = embeddedStorage()
let refilled: string[]
let asked: SpeakRequest[]
let metrics: Registry
beforeEach(() => {
  refilled = []
  asked = []
  metrics = new Registry()
})

/** Makes the clip; with `tell` a client waits for the clip and its heads. */
function maker(speak: Speak, tell?: Tell, { job = JOB, isWanted = true } = {}) {
  const log = { info() {}, error() {} } as unknown as FastifyBaseLogger
  const make = createClipMaker({
    index: on.index,
    objects: on.objects,
    speaker: {
      speak: (request: SpeakRequest) => {
        asked.push(request)
        return speak(request.signal, request.onHead)
      },
    },
    wanted: { has: async () => isWanted },
    waiters: { any: async () => tell !== undefined },
    heads: { wanted: async () => (tell ? NOW : undefined), publish: tell },
    allowance: { isUsedUp: async () => false, today: '2026-01-01' },
    storage: new StorageWatch({
      check: async () => {},
      pause: async () => {},
      resume: async () => {},
      log,
    }),
    notes: { queued: { ended: async () => false } },
    changed: () => {},
    replan: async (scriptId: string) => void refilled.push(scriptId),
    metrics,
  } as unknown as ClipMakerParts)
  const priority = tell ? AWAITED : 200
  const urgency = new Urgency({ priority, isAwaited: tell !== undefined })
  return (signal = new AbortController().signal) =>
    make(job, { jobId: 's1.x', attempt: 1, priority, urgency, signal, log })
}

const counted = async () =>
  (await metrics.getSingleMetric('clips_total')!.get()).values.map(({ labels, value }) => [
    labels['outcome'],
    value,
  ])

test('architecture §7: a postponed clip counts, and its script is planned, only when the clip is made', async () => {
  let crowded = 3
  const make = maker(async () => {
    if (crowded-- > 0) throw new Postponed(500, 'crowded')
    return spoken()
  })
  for (let n = 0; n < 3; n += 1) await expect(make()).rejects.toThrow('crowded')
  expect(refilled).toEqual([])
  expect(await counted()).toEqual([])
  expect(await make()).toEqual({ outcome: 'made' })
  expect(refilled).toEqual(['s1'])
  expect(await counted()).toEqual([['made', 1]])
})

test('architecture §7: after a failed clip the next ones are planned', async () => {
  const make = maker(() => Promise.reject(new PermanentFailure('cannot be spoken')))
  await expect(make()).rejects.toThrow('cannot be spoken')
  expect(refilled).toEqual(['s1'])
  expect(await counted()).toEqual([['failed', 1]])
})

test('architecture §7: a clip that returns to the queue does not count as finished; a cancelled one is dropped', async () => {
  const make = maker((signal) => Promise.reject(signal.reason as Error))
  await expect(make(AbortSignal.abort(DRAINING))).rejects.toBe(DRAINING)
  expect(refilled).toEqual([])
  expect(await counted()).toEqual([])
  await expect(make(AbortSignal.abort(CANCELLED))).rejects.toBe(CANCELLED)
  expect(refilled).toEqual(['s1'])
  expect(await counted()).toEqual([['dropped', 1]])
})

test('heads are sent one at a time, and skipped when a longer one is ready', async () => {
  const told: number[] = []
  const first = Promise.withResolvers<void>()
  const last = Promise.withResolvers<void>()
  const tell = async (_jobId: string, { durationMs }: ClipHead) => {
    if (durationMs === 1) await first.promise
    told.push(durationMs)
    if (durationMs === 3) last.resolve()
  }
  const speak = async (_signal: AbortSignal, onHead: OnHead) => {
    for (const durationMs of [1, 2, 3]) onHead!({ ...(await spoken()), durationMs, wholeMs: 9 })
    first.resolve()
    await last.promise
    return spoken()
  }
  await maker(speak, tell)()
  expect(told).toEqual([1, 3])
})

test('a clip is made even if its heads cannot be sent', async () => {
  const make = maker(
    async (_signal, onHead) => {
      onHead!({ ...(await spoken()), wholeMs: 2_000 })
      return spoken()
    },
    () => Promise.reject(new Error('Redis is down')),
  )
  expect(await make()).toEqual({ outcome: 'made' })
})

test('product §2: stores the times of words with the clip, and the clip also when that fails', async () => {
  const make = maker(async () => ({ ...(await spoken()), words: WORDS }))
  const wordsFile = wordsPath(JOB.path)
  await make()
  expect(JSON.parse(Buffer.from((await on.objects.read(wordsFile))!).toString())).toEqual({
    text: JOB.text,
    words: WORDS,
  })
  await on.index.remove([JOB.path])
  await on.objects.remove([JOB.path, wordsFile])
  const { write } = on.objects
  vi.spyOn(on.objects, 'write').mockImplementation((path, bytes) =>
    path === wordsFile ? Promise.reject(new Error('no space')) : write(path, bytes),
  )
  expect(await make()).toEqual({ outcome: 'made' })
  expect(await on.index.find(JOB.path)).toBeDefined()
})

test('product §4, §5: the voice receives the delivery and the pronunciations of the clip', async () => {
  const how = {
    delivery: { name: 'sad' as const },
    sounds: [{ at: 0, length: 4, ipa: 'tˈɛkst' }],
  }
  await maker(spoken, undefined, { job: { ...JOB, ...how } })()
  expect(asked).toMatchObject([{ voiceId: JOB.voiceId, text: JOB.text, ...how }])
})

const { scriptId: _script, ...PREVIEW } = JOB
const OF_PERSON = { ...PREVIEW, path: `${previewFolder('owner')}test=3aone/${'0'.repeat(64)}.mp3` }
const erased = () => on.index.raiseEpoch('s1', { erased: true })
const closed = () => on.index.closePerson('owner', Date.now())
const left = async ({ path }: { path: string }) =>
  (await Promise.all([path, wordsPath(path)].map((one) => on.objects.read(one)))).filter(Boolean)

describe('product §10: a clip that may not be stored leaves no object and no timing file', () => {
  test.each([
    { what: 'of a deleted script', job: JOB, refuse: erased },
    { what: 'of a deleted account', job: OF_PERSON as typeof JOB, refuse: closed },
  ])('$what, before and while it is spoken', async ({ job, refuse }) => {
    const speak = async () => {
      await refuse()
      return { ...(await spoken()), words: WORDS }
    }
    const make = maker(speak, async () => {}, { job })
    expect(await make()).toEqual({ outcome: 'dropped' })
    expect(await left(job)).toEqual([])
    // A process died after it stored them.
    for (const path of [job.path, wordsPath(job.path)]) await on.objects.write(path, Buffer.from('x'))
    expect(await make()).toEqual({ outcome: 'dropped' })
    expect(await left(job)).toEqual([])
  })

  test('that the casting no longer needs', async () => {
    const make = maker(spoken, undefined, { isWanted: false })
    for (const path of [JOB.path, wordsPath(JOB.path)]) await on.objects.write(path, Buffer.from('x'))
    expect(await make()).toEqual({ outcome: 'dropped' })
    expect(await left(JOB)).toEqual([])
  })
})

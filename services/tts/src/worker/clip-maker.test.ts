import { CANCELLED, DRAINING, PermanentFailure, Postponed } from '@andscene/service-kit/queue/job-run'
import { temporaryFolder } from '@andscene/testing/temporary-folder'
import type { FastifyBaseLogger } from 'fastify'
import { join } from 'node:path'
import { Registry } from 'prom-client'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { AWAITED, isAwaited } from '../pipeline/priorities.ts'
import type { ClipHead, Hearing } from '../speech/provider.ts'
import { Urgency } from '../speech/urgency.ts'
import { openFileAudioObjects } from '../storage/file-audio-objects.ts'
import { openSqliteAudioIndex } from '../storage/sqlite-audio-index.ts'
import { createClipMaker, type ClipMakerParts } from './clip-maker.ts'
import { StorageWatch } from './storage-watch.ts'

const JOB = {
  scriptId: 's1',
  ownerId: 'owner',
  voiceId: 'test:one',
  text: 'Hello.',
  textHash: 'f'.repeat(64),
  path: 'scripts/s1/test=3aone/x.mp3',
  refill: true,
}
const NOW = { dueAt: 0, rate: 1 }
const spoken = async () => ({ mp3: Buffer.from('mp3'), durationMs: 1_000 })

let folder: Awaited<ReturnType<typeof temporaryFolder>>
let close: () => Promise<void>
type OnHead = ((head: ClipHead) => void) | undefined
let maker: (
  speak: (signal: AbortSignal, onHead: OnHead) => Promise<{ mp3: Buffer; durationMs: number }>,
  heads?: {
    wanted?: () => Promise<Hearing | undefined>
    tell?: (jobId: string, head: ClipHead) => Promise<void>
  },
  priority?: number,
) => (signal?: AbortSignal) => Promise<unknown>
let refilled: string[]
let metrics: Registry
beforeEach(async () => {
  folder = await temporaryFolder()
  const index = openSqliteAudioIndex(join(folder.path, 'tts.sqlite'))
  const objects = await openFileAudioObjects(folder.path)
  const log = { info() {}, error() {} } as unknown as FastifyBaseLogger
  close = () => index.close()
  refilled = []
  metrics = new Registry()
  maker = (speak, heads, priority = 200) => {
    const make = createClipMaker({
      index,
      objects,
      speaker: {
        speak: ({ signal, onHead }: { signal: AbortSignal; onHead: OnHead }) => speak(signal, onHead),
      } as unknown as ClipMakerParts['speaker'],
      wanted: { has: async () => true } as unknown as ClipMakerParts['wanted'],
      waiters: { any: async () => heads !== undefined } as unknown as ClipMakerParts['waiters'],
      heads: { wanted: async () => undefined, ...heads } as unknown as ClipMakerParts['heads'],
      allowance: {
        isUsedUp: async () => false,
        today: '2026-01-01',
      } as unknown as ClipMakerParts['allowance'],
      storage: new StorageWatch({
        check: async () => {},
        pause: async () => {},
        resume: async () => {},
        log,
      }),
      notes: { queued: { ended: async () => false } } as unknown as ClipMakerParts['notes'],
      changed: () => {},
      refill: async (scriptId) => void refilled.push(scriptId),
      metrics,
    })
    const urgency = new Urgency({ priority, isAwaited: isAwaited(priority) })
    return (signal = new AbortController().signal) =>
      make(JOB, { jobId: 's1.x', attempt: 1, priority, urgency, signal, log })
  }
})
afterEach(async () => {
  await close()
  await folder.remove()
})

const counted = async () =>
  (await metrics.getSingleMetric('clips_total')!.get()).values.map(({ labels, value }) => [
    labels['outcome'],
    value,
  ])

test('architecture §7: a clip that is put off has not ended: nothing is planned or counted until it is made', async () => {
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

test('architecture §7: a clip that fails is no reason for those behind it to wait', async () => {
  await expect(
    maker(async () => {
      throw new PermanentFailure('cannot be spoken')
    })(),
  ).rejects.toThrow('cannot be spoken')
  expect(refilled).toEqual(['s1'])
  expect(await counted()).toEqual([['failed', 1]])
})

test('architecture §7: a clip that is given back when the process ends has not ended; one that nobody waits for is dropped', async () => {
  const make = maker((signal) => Promise.reject(signal.reason as Error))
  await expect(make(AbortSignal.abort(DRAINING))).rejects.toBe(DRAINING)
  expect(refilled).toEqual([])
  expect(await counted()).toEqual([])
  await expect(make(AbortSignal.abort(CANCELLED))).rejects.toBe(CANCELLED)
  expect(refilled).toEqual(['s1'])
  expect(await counted()).toEqual([['dropped', 1]])
})

test('heads are told one after the other, however slow Redis is; one that a longer one has overtaken is left out', async () => {
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
  await maker(speak, { wanted: async () => NOW, tell }, AWAITED)()
  expect(told).toEqual([1, 3])
})

test('heads that cannot be told are no reason for a clip to fail', async () => {
  const heads = { wanted: async () => NOW, tell: () => Promise.reject(new Error('Redis is away')) }
  const make = maker(
    async (_signal, onHead) => {
      onHead!({ ...(await spoken()), wholeMs: 2_000 })
      return spoken()
    },
    heads,
    AWAITED,
  )
  expect(await make()).toEqual({ outcome: 'made' })
})

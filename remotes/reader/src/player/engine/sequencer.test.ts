import { expect, test } from 'vitest'
import { AUDIO_CONCURRENCY } from '@andscene/web-kit/api-client'
import { createRequestQueue } from '../clips/request-queue.ts'
import { createSounds } from '../clips/sounds.ts'
import { createFakeClips } from '../testing/fake-clips.ts'
import { createFakeClock } from '../testing/fake-clock.ts'
import { createFakeOutput } from '../testing/fake-output.ts'
import { numbered, readingOf } from '../testing/player-harness.ts'
import type { RunEvent } from './events.ts'
import { createSequencer } from './sequencer.ts'

test('product §4: the next line is requested with the time left of the one that sounds, and the speed', async () => {
  const clock = createFakeClock()
  const output = createFakeOutput(clock, () => 3_000)
  const clips = createFakeClips(clock)
  const dues: (readonly [string, number, number])[] = []
  const { fetch } = clips
  clips.fetch = (request, signal, options) => {
    const { dueAt, rate } = options!.hearing!
    dues.push([request.lineId, dueAt, rate])
    return fetch(request, signal, options)
  }
  const sounds = createSounds({ clips, output, clock, queue: createRequestQueue(AUDIO_CONCURRENCY) })
  const reading = readingOf(numbered(3))
  const told: RunEvent[] = []
  const sequencer = createSequencer({
    clock,
    output,
    sounds,
    reading: () => reading,
    tell: (event) => void told.push(event),
  })
  const load = async (line: number) => {
    sequencer.run({ type: 'load', run: 1, line, rate: 1.5 })
    await clock.advance(100)
    expect(told).toContainEqual(expect.objectContaining({ type: 'loaded', line }))
  }
  const schedule = (line: number) =>
    sequencer.run({ type: 'schedule', run: 1, line, offsetMs: 0, gapMs: 300, rate: 1.5 })

  await clock.advance(1_000)
  const playedAt = clock.now()
  await load(0)
  schedule(0)
  const [first] = output.started
  await clock.advance(500)
  await load(1)
  // A line that has come to its end leaves nothing to hear.
  await clock.advance(10_000)
  const silentAt = clock.now()
  await load(2)
  sequencer.stop()

  expect(first!.endsAt - first!.startsAt).toBe(2_000)
  expect(dues).toEqual([
    ['line-0', playedAt, 1.5],
    ['line-1', first!.endsAt, 1.5],
    ['line-2', silentAt, 1.5],
  ])
})

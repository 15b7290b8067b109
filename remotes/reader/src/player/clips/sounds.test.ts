import { ApiError } from '@andscene/web-kit/api-client'
import { expect, test } from 'vitest'
import { createRequestQueue } from './request-queue.ts'
import { createSounds } from './sounds.ts'
import { createFakeClips } from '../testing/fake-clips.ts'
import { createFakeClock } from '../testing/fake-clock.ts'
import { createFakeOutput } from '../testing/fake-output.ts'

const REQUEST = { scriptId: 's', lineId: 'line-0', voiceId: 'v', text: 'Hello.' }

/** The circuit breaker is open: what only prepares is refused with the failure of another request. */
function createHarness() {
  const clock = createFakeClock()
  const clips = createFakeClips(clock)
  const loss = new ApiError('Network error.', { status: 0, code: 'NETWORK' })
  clips.fail = (_request, options) => (options?.isUrgent ? undefined : loss)
  const output = createFakeOutput(clock, () => 1_000)
  return { clock, clips, sounds: createSounds({ clips, output, clock, queue: createRequestQueue(5) }) }
}

test('product §4 a clip that is refused during an outage reports the outage: its line is not at fault', async () => {
  const { clock, sounds } = createHarness()
  const asked = sounds.get(REQUEST, { dueAt: 0, rate: 1 })
  asked.catch(() => undefined)
  await clock.advance(10)
  await expect(asked).rejects.toMatchObject({ name: 'ClipError', away: 'unreachable' })
})

test('the line that is due asks for itself, though it waited for a request that only prepared', async () => {
  const { clock, clips, sounds } = createHarness()
  const prepared = sounds.get(REQUEST, { dueAt: 0, rate: 1 })
  prepared.catch(() => undefined)
  const due = sounds.get(REQUEST, { dueAt: 0, rate: 1 }, true)
  due.catch(() => undefined)
  await clock.advance(10)
  await clock.advance(10)
  await expect(due).resolves.toMatchObject({ durationMs: 1_000 })
  expect(clips.asked).toHaveLength(2)
})

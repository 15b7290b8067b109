import { ApiError } from '@andscene/web-kit/api-client'
import { expect, test } from 'vitest'
import { createHarness } from '../testing/player-harness.ts'

test('product §4 a background request reports an outage; the line that is due sends its own request', async () => {
  const { clock, clips, sounds } = createHarness([])
  // The circuit breaker is open: background requests fail with the error of another request.
  const loss = new ApiError('Network error.', { status: 0, code: 'NETWORK' })
  clips.fail = (_request, options) => (options?.isUrgent ? undefined : loss)
  const request = { scriptId: 's', lineId: 'line-0', voiceId: 'v', text: 'Hello.' }
  const prepared = sounds.get(request, { dueAt: 0, rate: 1 })
  const due = sounds.get(request, { dueAt: 0, rate: 1 }, true)
  for (const sound of [prepared, due]) sound.catch(() => undefined)
  await clock.advance(20)
  await expect(prepared).rejects.toMatchObject({ name: 'ClipError', away: 'unreachable' })
  await expect(due).resolves.toMatchObject({ text: 'Hello.' })
  expect(clips.asked).toHaveLength(2)
})

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

const DUE = { dueAt: 0, rate: 1 }
const lineOf = (lineId: string) => ({ scriptId: 's', lineId, voiceId: 'v', text: 'Hello.' })

test('product §5 a line that is spoken otherwise is requested again; other lines, and what is loading, are not', async () => {
  const { clock, sounds } = createHarness([])
  const ready = ['line-1', 'line-10'].map((lineId) => sounds.get(lineOf(lineId), DUE))
  await clock.advance(20)
  await Promise.all(ready)
  const loading = sounds.get(lineOf('line-2'), DUE)
  const known = () => ['line-1', 'line-10', 'line-2'].filter((lineId) => sounds.known(lineOf(lineId)))
  sounds.forget('line-2')
  sounds.forget('line-1')
  expect(known()).toEqual(['line-10', 'line-2'])
  sounds.forget()
  expect(known()).toEqual(['line-2'])
  await clock.advance(20)
  await loading
})

test('product §3 a line with its directions read is another clip', async () => {
  const { clock, clips, sounds } = createHarness([])
  for (const readsDirections of [true, false]) {
    const got = sounds.get({ ...lineOf('line-1'), readsDirections }, DUE)
    await clock.advance(20)
    await got
  }
  expect(clips.asked).toHaveLength(2)
})

test('product §5 the head of a line has the pace of its character', async () => {
  const { clock, clips, sounds } = createHarness([])
  clips.takes = 1_000
  clips.headsTake = [10]
  const head = sounds.get({ ...lineOf('line-1'), sound: { pace: 0.8 } }, DUE)
  await clock.advance(20)
  expect((await head).durationMs).toBe(clips.wholeMs / 0.8)
})

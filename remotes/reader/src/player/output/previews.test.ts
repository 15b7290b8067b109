import { isHeld } from '@andscene/web-kit/safe-moment'
import { beforeEach, expect, test } from 'vitest'
import { createAudioFocus, type AudioFocus } from './audio-focus.ts'
import { createPreviews, type Previews } from './previews.ts'
import { createRequestQueue } from '../clips/request-queue.ts'
import { createFakeClock, type FakeClock } from '../testing/fake-clock.ts'
import { createFakeOutput, type FakeOutput } from '../testing/fake-output.ts'

let clock: FakeClock
let output: FakeOutput
let previews: Previews
let released: number
let failures: unknown[]
let focus: AudioFocus
let takes: number

beforeEach(() => {
  clock = createFakeClock()
  output = createFakeOutput(clock, () => 3_000)
  released = 0
  failures = []
  takes = 100
  focus = createAudioFocus()
  focus.take({ release: () => (released += 1) })
  previews = createPreviews({
    clock,
    output,
    focus,
    queue: createRequestQueue(5),
    onFailure: (error) => failures.push(error),
    fetch: ({ voiceId }) =>
      new Promise((resolve, reject) => {
        clock.setTimeout(() => {
          if (voiceId === 'broken') reject(new Error('no'))
          else resolve(new TextEncoder().encode(voiceId).buffer)
        }, takes)
      }),
  })
})

const ask = (id: string) => previews.toggle({ id, voiceId: id })

test('a preview loads, plays, and is over; no new version is offered meanwhile (product §14)', async () => {
  ask('ruth')
  expect([previews.getSnapshot(), isHeld()]).toEqual([{ id: 'ruth', state: 'loading' }, true])
  await clock.advance(100)
  expect([previews.getSnapshot(), isHeld()]).toEqual([{ id: 'ruth', state: 'playing' }, true])
  expect(output.audible()).toEqual(['ruth'])
  await clock.advance(3_000)
  expect([previews.getSnapshot(), isHeld()]).toEqual([{ id: null, state: 'silent' }, false])
})

test('product §4 toggling the same audio stops it', async () => {
  ask('ruth')
  await clock.advance(500)
  ask('ruth')
  expect(output.audible()).toEqual([])
  expect(previews.getSnapshot().state).toBe('silent')
})

test('product §4 a preview asked for while another is loading is ignored', async () => {
  ask('ruth')
  ask('claire')
  await clock.advance(200)
  expect(output.audible()).toEqual(['ruth'])
})

test('product §4 while one plays, another replaces it', async () => {
  ask('ruth')
  await clock.advance(200)
  ask('claire')
  expect(output.audible()).toEqual([])
  await clock.advance(200)
  expect(output.audible()).toEqual(['claire'])
})

test('product §4 only one audio at a time: a line that begins silences the preview', async () => {
  ask('ruth')
  await clock.advance(200)
  focus.take({ release: () => undefined })
  expect(output.audible()).toEqual([])
  expect(previews.getSnapshot().state).toBe('silent')
})

test('product §4 one that the browser holds back is silent, and the next one plays', async () => {
  output.blocked = true
  ask('ruth')
  await clock.advance(200)
  expect(previews.getSnapshot()).toEqual({ id: null, state: 'silent' })
  output.blocked = false
  ask('ruth')
  await clock.advance(200)
  expect(output.audible()).toEqual(['ruth'])
})

test('product §8 a failure is logged only', async () => {
  ask('broken')
  await clock.advance(200)
  expect(previews.getSnapshot()).toEqual({ id: null, state: 'silent' })
  expect(failures).toHaveLength(1)
  ask('ruth')
  await clock.advance(200)
  expect(output.audible()).toEqual(['ruth'])
})

test('product §9 a preview that takes longer than 25 s is given up', async () => {
  takes = 60_000
  ask('ruth')
  await clock.advance(24_999)
  expect(previews.getSnapshot().state).toBe('loading')
  await clock.advance(2)
  expect(previews.getSnapshot().state).toBe('silent')
  expect(failures).toMatchObject([{ message: 'Audio loading timeout' }])
})

test('one stopped while it loads is never heard, and is no failure', async () => {
  ask('ruth')
  await clock.advance(50)
  ask('ruth')
  await clock.advance(10_000)
  expect(output.started).toEqual([])
  expect(failures).toEqual([])
})

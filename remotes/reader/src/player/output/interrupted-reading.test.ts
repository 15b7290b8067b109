import { beforeEach, expect, test } from 'vitest'
import { createHarness, numbered } from '../testing/player-harness.ts'
import { createPreviews, type Previews } from './previews.ts'

const PREVIEW_MS = 100

let reading: ReturnType<typeof createHarness>
let previews: Previews
/** Fails the next preview. */
let fails: boolean

const preview = (id = 'ruth') => previews.toggle({ id, voiceId: id })

beforeEach(async () => {
  reading = createHarness(numbered(30))
  fails = false
  const { clock, output, focus, queue } = reading
  previews = createPreviews({
    clock,
    output,
    focus,
    queue,
    fetch: ({ voiceId }) =>
      new Promise((resolve, reject) => {
        clock.setTimeout(() => {
          if (fails) reject(new Error('no'))
          else resolve(new TextEncoder().encode(`${voiceId} 1000ms`).buffer)
        }, PREVIEW_MS)
      }),
  })
  reading.player.jump(3)
  await reading.until(() => reading.state() === 'playing')
  await reading.clock.advance(700)
})

/** Where the line that plays was started last. */
const offset = () => reading.output.started.findLast(({ text }) => text === 'Line 3')?.offsetMs

test.each([
  ['has been heard', async () => reading.clock.advance(PREVIEW_MS + 1_100)],
  ['is stopped', async () => preview()],
  ['is stopped by the dialog that closes', async () => previews.stop()],
  [
    'fails',
    async () => {
      fails = true
      await reading.clock.advance(PREVIEW_MS)
    },
  ],
])('product §4: after a preview that %s, the reading resumes at the same offset', async (_how, end) => {
  preview()
  expect(reading.state()).toBe('paused')
  expect(reading.output.audible()).toEqual([])
  await end()
  await reading.clock.advance(20)
  expect(reading.output.audible()).toEqual(['Line 3'])
  expect(reading.state()).toBe('playing')
  expect(offset()).toBeGreaterThanOrEqual(690)
  expect(offset()).toBeLessThan(730)
})

test('after several previews in a row the reading resumes once, when the last of them ends', async () => {
  preview()
  await reading.clock.advance(PREVIEW_MS + 100)
  preview('claire')
  await reading.clock.advance(PREVIEW_MS + 100)
  expect(reading.output.audible()).toEqual(['claire 1000ms'])
  await reading.clock.advance(1_000)
  expect(
    reading.output
      .heard()
      .map(({ text }) => text)
      .slice(0, 4),
  ).toEqual(['Line 3', 'ruth 1000ms', 'claire 1000ms', 'Line 3'])
})

test('a reading that was paused before the preview stays paused', async () => {
  reading.player.pause()
  preview()
  await reading.clock.advance(5_000)
  expect(reading.state()).toBe('paused')
})

test.each([
  ['pauses', () => reading.player.pause(), 'paused'],
  ['stops', () => reading.player.stop(), 'stopped'],
  ['goes to another line', () => reading.player.goToLine(9), 'stopped'],
] as const)('when the listener %s during the preview, nothing resumes', async (_what, act, state) => {
  preview()
  await reading.clock.advance(PREVIEW_MS + 100)
  act()
  await reading.clock.advance(5_000)
  expect(reading.state()).toBe(state)
  expect(reading.output.audible()).toEqual([])
})

test('a play during the preview ends it and counts once', async () => {
  preview()
  await reading.clock.advance(PREVIEW_MS + 100)
  reading.player.jump(9)
  await reading.clock.advance(20)
  expect(reading.output.audible()).toEqual(['Line 9'])
  expect(previews.getSnapshot().state).toBe('silent')
  expect(reading.line()).toBe(9)
})

test('when another sound begins during the preview, the reading does not resume over it', async () => {
  preview()
  await reading.clock.advance(PREVIEW_MS + 100)
  reading.focus.take({ release: () => undefined })
  await reading.clock.advance(5_000)
  expect(reading.state()).toBe('paused')
})

test('a page that does not follow the line still does not after the preview', async () => {
  reading.player.scrolled()
  preview()
  previews.stop()
  await reading.clock.advance(20)
  expect(reading.state()).toBe('playing')
  expect(reading.player.getSnapshot().isFollowing).toBe(false)
})

import { isHeld } from '@andscene/web-kit/safe-moment'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { createHarness, numbered, type Harness } from '../testing/player-harness.ts'
import { createPreviews, type Previews } from './previews.ts'

const PREVIEW_MS = 1_000

/** A player, and previews with the same output, queue and focus. */
let reading: Harness
let previews: Previews
let failures: unknown[]
/** Load time of a preview. */
let takes: number

beforeEach(() => {
  reading = createHarness(numbered(30))
  failures = []
  takes = 100
  const { clock, output, focus, queue } = reading
  previews = createPreviews({
    clock,
    output,
    focus,
    queue,
    onFailure: (error) => failures.push(error),
    fetch: ({ voiceId }) =>
      new Promise((resolve, reject) => {
        clock.setTimeout(() => {
          if (voiceId === 'broken') reject(new Error('no'))
          else resolve(new TextEncoder().encode(`${voiceId} ${PREVIEW_MS}ms`).buffer)
        }, takes)
      }),
  })
})
afterEach(() => previews.stop())

const paced = (pace: number) => ({ id: 'ruth', voiceId: 'ruth', sound: { pace } })
const ask = (id = 'ruth') => previews.toggle({ id, voiceId: id })
/** Returns what is audible after this time. */
async function heardAfter(ms: number) {
  await reading.clock.advance(ms)
  return reading.output.audible().map((text) => text.replace(` ${PREVIEW_MS}ms`, ''))
}
const isSilent = () => expect(previews.getSnapshot()).toEqual({ id: null, state: 'silent' })

test('a preview loads, plays and ends; no app update is offered meanwhile (product §14)', async () => {
  ask()
  expect([previews.getSnapshot(), isHeld()]).toEqual([{ id: 'ruth', state: 'loading' }, true])
  expect(await heardAfter(100)).toEqual(['ruth'])
  expect([previews.getSnapshot(), isHeld()]).toEqual([{ id: 'ruth', state: 'playing' }, true])
  expect(await heardAfter(PREVIEW_MS)).toEqual([])
  isSilent()
  expect(isHeld()).toBe(false)
})

test('product §2 a preview has the pace of the character, and starts again when that changes', async () => {
  previews.replay(paced(1.1))
  isSilent()
  previews.toggle(paced(0.8))
  expect(await heardAfter(100 + PREVIEW_MS)).toEqual(['ruth'])
  previews.replay(paced(1.25))
  expect(await heardAfter(50)).toEqual([])
  await reading.clock.advance(50 + PREVIEW_MS)
  isSilent()
  const lengths = reading.output.started.map(({ startsAt, endsAt }) => Math.round(endsAt - startsAt))
  expect(lengths).toEqual([PREVIEW_MS / 0.8, PREVIEW_MS / 1.25])
})

test.each<[rule: string, act: () => void, heard: string[]]>([
  ['the same one stops it', () => ask(), []],
  ['another one replaces it', () => ask('claire'), ['claire']],
  ['another sound stops it', () => reading.focus.take({ release: () => undefined }), []],
])('product §4 while a preview plays, %s', async (_rule, act, heard) => {
  ask()
  expect(await heardAfter(200)).toEqual(['ruth'])
  act()
  expect(await heardAfter(0)).toEqual([])
  expect(await heardAfter(200)).toEqual(heard)
})

test('product §4 ignores other previews while one loads; a stopped one is neither played nor a failure', async () => {
  ask()
  ask('claire')
  expect(await heardAfter(50)).toEqual([])
  ask()
  expect(await heardAfter(10_000)).toEqual([])
  expect([reading.output.started, failures]).toEqual([[], []])
})

test.each<[what: string, prepare: () => void, id: string, failure: object]>([
  ['is blocked by the browser', () => (reading.output.blocked = true), 'ruth', { name: 'SoundBlockedError' }],
  ['fails', () => undefined, 'broken', { message: 'no' }],
  ['takes longer than 25 s (§9)', () => (takes = 60_000), 'ruth', { message: 'Audio loading timeout' }],
])(
  'product §8 one that %s is silent and logged, and the next one plays',
  async (_what, prepare, id, failure) => {
    prepare()
    ask(id)
    await reading.clock.advance(25_001)
    isSilent()
    expect(failures).toMatchObject([failure])
    reading.output.blocked = false
    takes = 100
    ask()
    expect(await heardAfter(200)).toEqual(['ruth'])
  },
)

test('product §2 a preview is rendered with its sound before it starts', async () => {
  const prepare = vi.spyOn(reading.output, 'prepare')
  const start = vi.spyOn(reading.output, 'start')
  previews.toggle(paced(0.8))
  await heardAfter(200)
  const [sound] = start.mock.calls[0]!
  expect(prepare.mock.calls).toEqual([[sound, 1]])
  expect(prepare.mock.invocationCallOrder[0]).toBeLessThan(start.mock.invocationCallOrder[0]!)
})

describe('product §4 a preview interrupts playback', () => {
  beforeEach(async () => {
    reading.player.jump(3)
    await reading.clock.advance(10 + 700)
  })

  test.each<[string, id: string, end: () => void]>([
    ['ends', 'ruth', () => undefined],
    ['is stopped', 'ruth', () => ask()],
    ['is stopped by a closing dialog', 'ruth', () => previews.stop()],
    ['fails', 'broken', () => undefined],
  ])('which resumes at the same offset when it %s, without following again', async (_how, id, end) => {
    reading.player.scrolled()
    ask(id)
    expect(reading.state()).toBe('paused')
    expect(await heardAfter(0)).toEqual([])
    end()
    expect(await heardAfter(PREVIEW_MS + 120)).toEqual(['Line 3'])
    expect(reading.output.started.findLast(({ text }) => text === 'Line 3')).toMatchObject({ offsetMs: 700 })
    expect(reading.player.getSnapshot()).toMatchObject({ state: 'playing', isFollowing: false })
  })

  test('which resumes once after several in a row, when the last of them ends', async () => {
    ask()
    expect(await heardAfter(200)).toEqual(['ruth'])
    ask('claire')
    expect(await heardAfter(200)).toEqual(['claire'])
    expect(await heardAfter(PREVIEW_MS)).toEqual(['Line 3'])
  })

  test.each<[string, act: () => void, state: string, heard: string[]]>([
    ['had been paused before', () => undefined, 'paused', []],
    ['is paused', () => reading.player.pause(), 'paused', []],
    ['is stopped', () => reading.player.stop(), 'stopped', []],
    ['moves', () => reading.player.goToLine(9), 'stopped', []],
    ['plays another line', () => reading.player.jump(9), 'playing', ['Line 9']],
    [
      'loses the focus to another sound',
      () => reading.focus.take({ release: () => undefined }),
      'paused',
      [],
    ],
  ])('which does not resume when it %s', async (what, act, state, heard) => {
    if (what === 'had been paused before') reading.player.pause()
    ask()
    expect(await heardAfter(200)).toEqual(['ruth'])
    act()
    expect(await heardAfter(PREVIEW_MS + 20)).toEqual(heard)
    expect(reading.state()).toBe(state)
    isSilent()
  })
})

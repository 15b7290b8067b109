import { describe, expect, test } from 'vitest'
import type { Resumption, Sounding } from '../ports.ts'
import { playBegun, prepareBegun, type SoundStart } from './begun-sound.ts'
import type { WebSound } from './web-sound.ts'

const HEAD_MS = 1_000
const WHOLE_MS = 3_000

const soundOf = (lengthMs: number, cutMs = 0): WebSound => ({
  durationMs: lengthMs,
  lengthMs,
  how: {},
  buffer: { duration: lengthMs / 1_000 } as AudioBuffer,
  cutMs,
  rendered: new Map(),
  wanted: 1,
})

/** A head of this length, and the promise of the next part. */
function begun(lengthMs: number, { cutMs = 0, name = 'head' } = {}) {
  const { promise, resolve, reject } = Promise.withResolvers<WebSound>()
  promise.catch(() => undefined)
  const rest: NonNullable<WebSound['rest']> = { next: promise, ready: undefined }
  const sound: WebSound = { ...soundOf(lengthMs, cutMs), durationMs: WHOLE_MS - cutMs, rest }
  const arrive = async (next: WebSound) => {
    rest.ready = next
    resolve(next)
    // All handlers of its promises have run.
    await new Promise((done) => setTimeout(done))
  }
  return { sound, name, arrive, lose: reject }
}

/** A manual timeline, and the sounds started on it. */
function world({ headCut = 0 } = {}) {
  const played: (SoundStart & { what: string; endsAt: number })[] = []
  const ended: string[] = []
  const resumed: Resumption[] = []
  const head = begun(HEAD_MS, { cutMs: headCut })
  const longer = begun(HEAD_MS * 2, { name: 'longer' })
  const nameOf = (part: WebSound) => [head, longer].find(({ sound }) => sound === part)?.name ?? 'whole'
  let now = 0
  const play = (part: WebSound, start: SoundStart) => {
    const what = nameOf(part)
    const startsAt = Math.max(start.atMs, now)
    const endsAt = startsAt + (part.buffer.duration * 1_000 - start.offsetMs) / start.rate
    played.push({ what, ...start, endsAt })
    return {
      startsAt,
      endsAt,
      stop: () => void ended.push(`${what} stopped`),
      fadeOut: (at: number, length: number) => void ended.push(`${what} fades at ${at} for ${length}`),
    }
  }
  const onResumed = (resumption: Resumption) => void resumed.push(resumption)
  return {
    played,
    /** Returns what was played, when, and from which point. */
    plan: () => played.map(({ what, atMs, offsetMs }) => [what, atMs, offsetMs]),
    ended,
    resumed,
    longer,
    pass: (ms: number) => (now += ms),
    begin: (start: Partial<SoundStart> = {}): Sounding =>
      playBegun(head.sound, { atMs: 0, offsetMs: 0, rate: 1, ...start }, { play, now: () => now, onResumed }),
    arrive: (next = soundOf(WHOLE_MS)) => head.arrive(next),
    lose: head.lose,
    head,
  }
}

test.each<[what: string, passed: number, cuts: [head: number, whole: number], rate: number, whole: object]>([
  ['before the head ends', 600, [0, 0], 1, { atMs: 980, offsetMs: 980 }],
  ['at the same point if the parts were trimmed differently', 600, [12, 5], 1, { atMs: 980, offsetMs: 987 }],
  ['at another speed', 0, [0, 0], 2, { atMs: 490, offsetMs: 980, rate: 2 }],
])('cross-fades to the whole %s', async (_what, passed, [headCut, cut], rate, whole) => {
  const { begin, arrive, pass, played, ended, resumed } = world({ headCut })
  const sounding = begin({ rate })
  expect(sounding.endsAt).toBe((WHOLE_MS - headCut) / rate)
  pass(passed)
  await arrive({ ...soundOf(WHOLE_MS - cut, cut), wanted: rate })
  await sounding.whole
  expect(played).toMatchObject([
    { what: 'head', atMs: 0, offsetMs: 0 },
    { what: 'whole', ...whole },
  ])
  expect(ended).toEqual([`head fades at ${980 / rate} for ${20 / rate}`])
  expect(resumed).toEqual([])
})

test('a late whole resumes after a silence, without a loss', async () => {
  const { begin, arrive, pass, played, ended, resumed } = world()
  const sounding = begin()
  pass(1_500)
  await arrive()
  await sounding.whole
  expect(resumed).toEqual([{ startsAt: 1_500, offsetMs: 980 }])
  expect(played[1]).toMatchObject({ what: 'whole', atMs: 1_500, offsetMs: 980 })
  expect(ended).toEqual([])
  expect(sounding.endsAt).toBe(1_500 + WHOLE_MS - 980)
})

describe('growing heads', () => {
  test('cross-fade to each longer one, up to the whole', async () => {
    const { begin, arrive, pass, plan, ended, resumed, longer } = world()
    const sounding = begin()
    const silentFrom = [sounding.silentFrom]
    pass(500)
    await arrive(longer.sound)
    silentFrom.push(sounding.silentFrom)
    pass(1_000)
    await longer.arrive(soundOf(WHOLE_MS))
    await sounding.whole
    silentFrom.push(sounding.silentFrom)
    expect(silentFrom, 'where the sound stops unless more arrives').toEqual([HEAD_MS, HEAD_MS * 2, undefined])
    expect(plan()).toEqual([
      ['head', 0, 0],
      ['longer', 980, 980],
      ['whole', 1_980, 1_980],
    ])
    expect(ended).toEqual(['head fades at 980 for 20', 'longer fades at 1980 for 20'])
    expect(resumed).toEqual([])
    expect(sounding.endsAt).toBe(WHOLE_MS)
  })

  test('skip one that a longer one has overtaken', async () => {
    const { begin, arrive, played, longer } = world()
    const sounding = begin()
    await longer.arrive(soundOf(WHOLE_MS))
    await arrive(longer.sound)
    await sounding.whole
    expect(played.map(({ what }) => what)).toEqual(['head', 'whole'])
  })

  test('start with the longest available one, from any point', async () => {
    const { begin, arrive, played, longer } = world()
    await arrive(longer.sound)
    begin({ offsetMs: 1_200 })
    expect(played).toMatchObject([{ what: 'longer', atMs: 0, offsetMs: 1_200 }])
  })

  test('skip one that is too short for the requested point', async () => {
    const { begin, arrive, pass, played, resumed, longer } = world()
    const sounding = begin({ offsetMs: 2_500 })
    pass(300)
    await arrive(longer.sound)
    expect([played, resumed]).toEqual([[], []])
    pass(400)
    await longer.arrive(soundOf(WHOLE_MS))
    await sounding.whole
    expect(played).toMatchObject([{ what: 'whole', atMs: 700, offsetMs: 2_500 }])
    expect(resumed).toEqual([{ startsAt: 700, offsetMs: 2_500 }])
  })

  test('stop in a longer one, without playing the whole', async () => {
    const { begin, arrive, played, ended, longer } = world()
    const sounding = begin()
    await arrive(longer.sound)
    sounding.stop()
    await longer.arrive(soundOf(WHOLE_MS))
    await sounding.whole
    expect(played.map(({ what }) => what)).toEqual(['head', 'longer'])
    expect(ended.slice(1)).toEqual(['head stopped', 'longer stopped'])
  })

  test('end with the longest one when the rest fails', async () => {
    const { begin, arrive, longer } = world()
    const sounding = begin()
    await arrive(longer.sound)
    longer.lose(new Error('lost'))
    await expect(sounding.whole).rejects.toThrow('lost')
    expect([sounding.endsAt, sounding.silentFrom]).toEqual([HEAD_MS * 2, undefined])
  })

  test('prepare the longest available one for another speed', async () => {
    const { head, arrive, longer } = world()
    await arrive(longer.sound)
    longer.sound.rendered.set(2, longer.sound.buffer)
    await prepareBegun(head.sound, 2)
    expect([head.sound.wanted, longer.sound.wanted]).toEqual([2, 2])
    expect(head.sound.rendered.size).toBe(0)
  })
})

import { describe, expect, test } from 'vitest'
import type { Resumption, Sounding } from '../ports.ts'
import { playBegun, prepareBegun, type SoundStart } from './begun-sound.ts'
import type { WebSound } from './web-sound.ts'

const HEAD_MS = 1_000
const WHOLE_MS = 3_000

const soundOf = (lengthMs: number, cutMs = 0): WebSound => ({
  durationMs: lengthMs,
  buffer: { duration: lengthMs / 1_000 } as AudioBuffer,
  cutMs,
  stretched: new Map(),
  wanted: 1,
})

/** A head of so many milliseconds, and what follows it. */
function begun(lengthMs: number, { cutMs = 0, name = 'head' } = {}) {
  const { promise, resolve, reject } = Promise.withResolvers<WebSound>()
  promise.catch(() => undefined)
  const rest: NonNullable<WebSound['rest']> = { next: promise, ready: undefined }
  const sound: WebSound = { ...soundOf(lengthMs, cutMs), durationMs: WHOLE_MS - cutMs, rest }
  const arrive = async (next: WebSound) => {
    rest.ready = next
    resolve(next)
    // The waits for it, and for what follows it, have resolved.
    await new Promise((done) => setTimeout(done))
  }
  return { sound, name, arrive, lose: reject }
}

/** A time line that stands still; what was started on it, and how. */
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

test('the whole takes over before the head ends, at the same point, one fading into the other', async () => {
  const { begin, arrive, pass, played, ended, resumed } = world()
  const sounding = begin()
  expect(sounding.endsAt).toBe(WHOLE_MS)
  pass(600)
  await arrive()
  await sounding.whole
  expect(resumed).toEqual([])
  expect(played.map(({ what, atMs, offsetMs }) => [what, atMs, offsetMs])).toEqual([
    ['head', 0, 0],
    ['whole', 980, 980],
  ])
  expect(ended).toEqual(['head fades at 980 for 20'])
  expect(sounding.endsAt).toBe(WHOLE_MS)
})

test('a head and a whole that were cut to what is audible at different points still meet at the same one', async () => {
  const { begin, arrive, played } = world({ headCut: 12 })
  const sounding = begin()
  await arrive(soundOf(WHOLE_MS - 5, 5))
  await sounding.whole
  expect(played[1]!.offsetMs).toBe(HEAD_MS - 20 + 12 - 5)
})

test('a whole that comes late resumes after a silence, and nothing is missing', async () => {
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

test('at another speed it takes over at that speed', async () => {
  const { begin, arrive, played } = world()
  const sounding = begin({ rate: 2 })
  await arrive({ ...soundOf(WHOLE_MS), wanted: 2 })
  await sounding.whole
  expect(played[1]).toMatchObject({ atMs: 490, offsetMs: 980, rate: 2 })
})

test('a rest that does not come is said, and the sound ends with its head', async () => {
  const { begin, lose } = world()
  const sounding = begin()
  lose(new Error('lost'))
  await expect(sounding.whole).rejects.toThrow('lost')
  expect(sounding.endsAt).toBe(HEAD_MS)
  expect(sounding.silentFrom).toBeUndefined()
})

describe('heads that grow', () => {
  test('each longer one takes over from the one before, up to the whole', async () => {
    const { begin, arrive, pass, played, ended, resumed, longer } = world()
    const sounding = begin()
    pass(500)
    await arrive(longer.sound)
    pass(1_000)
    await longer.arrive(soundOf(WHOLE_MS))
    await sounding.whole
    expect(played.map(({ what, atMs, offsetMs }) => [what, atMs, offsetMs])).toEqual([
      ['head', 0, 0],
      ['longer', 980, 980],
      ['whole', 1_980, 1_980],
    ])
    expect(ended).toEqual(['head fades at 980 for 20', 'longer fades at 1980 for 20'])
    expect(resumed).toEqual([])
    expect(sounding.endsAt).toBe(WHOLE_MS)
  })

  test('one that a longer one has overtaken is never played', async () => {
    const { begin, arrive, played, longer } = world()
    const sounding = begin()
    await longer.arrive(soundOf(WHOLE_MS))
    await arrive(longer.sound)
    await sounding.whole
    expect(played.map(({ what }) => what)).toEqual(['head', 'whole'])
  })

  test('the longest that is there is played, from whatever point', async () => {
    const { begin, arrive, played, longer } = world()
    await arrive(longer.sound)
    begin({ offsetMs: 1_200 })
    expect(played).toMatchObject([{ what: 'longer', atMs: 0, offsetMs: 1_200 }])
  })

  test('one that does not reach the point from which it is heard is waited past', async () => {
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

  test('each silence is reported when what follows it begins', async () => {
    const { begin, arrive, pass, resumed, longer } = world()
    const sounding = begin()
    pass(1_500)
    await arrive(longer.sound)
    expect(resumed).toEqual([{ startsAt: 1_500, offsetMs: 980 }])
    pass(2_000)
    await longer.arrive(soundOf(WHOLE_MS))
    await sounding.whole
    expect(resumed[1]).toEqual({ startsAt: 3_500, offsetMs: 1_980 })
  })

  test('stopped in a longer one, both are silent and the whole is never heard', async () => {
    const { begin, arrive, played, ended, longer } = world()
    const sounding = begin()
    await arrive(longer.sound)
    sounding.stop()
    await longer.arrive(soundOf(WHOLE_MS))
    await sounding.whole
    expect(played.map(({ what }) => what)).toEqual(['head', 'longer'])
    expect(ended.slice(1)).toEqual(['head stopped', 'longer stopped'])
  })

  test('a rest that is lost after a longer one ends the sound with that', async () => {
    const { begin, arrive, longer } = world()
    const sounding = begin()
    await arrive(longer.sound)
    longer.lose(new Error('lost'))
    await expect(sounding.whole).rejects.toThrow('lost')
    expect(sounding.endsAt).toBe(HEAD_MS * 2)
  })

  test('made ready for another speed is the longest that is there, and all know of it', async () => {
    const { head, arrive, longer } = world()
    await arrive(longer.sound)
    longer.sound.stretched.set(2, longer.sound.buffer)
    await prepareBegun(head.sound, 2)
    expect([head.sound.wanted, longer.sound.wanted]).toEqual([2, 2])
    expect(head.sound.stretched.size).toBe(0)
  })
})

test('a head says where its sound stops, a longer one where that does, and the whole nothing any more', async () => {
  const { begin, arrive, longer, pass } = world()
  const sounding = begin()
  expect(sounding.silentFrom).toBe(HEAD_MS)
  pass(600)
  await arrive(longer.sound)
  expect(sounding.silentFrom).toBe(HEAD_MS * 2)
  await longer.arrive(soundOf(WHOLE_MS))
  await sounding.whole
  expect(sounding.silentFrom).toBeUndefined()
})

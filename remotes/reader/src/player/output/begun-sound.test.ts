import { expect, test } from 'vitest'
import type { Sounding } from '../ports.ts'
import { playBegun, type SoundStart } from './begun-sound.ts'
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

/** A time line that stands still; what was started on it, and how. */
function world({ headCut = 0 } = {}) {
  const played: (SoundStart & { what: string; endsAt: number })[] = []
  const ended: string[] = []
  const arrival = Promise.withResolvers<WebSound>()
  const sound = {
    ...soundOf(HEAD_MS, headCut),
    durationMs: WHOLE_MS - headCut,
    rest: { whole: arrival.promise, ready: undefined },
  }
  let now = 0
  const play = (part: WebSound, start: SoundStart) => {
    const what = part === sound ? 'head' : 'whole'
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
  return {
    played,
    ended,
    pass: (ms: number) => (now += ms),
    begin: (start: Partial<SoundStart> = {}): Sounding =>
      playBegun(sound, { atMs: 0, offsetMs: 0, rate: 1, ...start }, { play, now: () => now }),
    async arrive(whole = soundOf(WHOLE_MS)) {
      arrival.resolve(whole)
      await arrival.promise
    },
    lose: (error: Error) => arrival.reject(error),
  }
}

test('the whole takes over before the head ends, at the same point of the words, one fading into the other', async () => {
  const { begin, arrive, pass, played, ended } = world()
  const sounding = begin()
  expect(sounding.endsAt).toBe(WHOLE_MS)
  pass(600)
  await arrive()
  expect(await sounding.whole).toBeUndefined()
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

test('a whole that comes late goes on after a silence, and nothing is missing', async () => {
  const { begin, arrive, pass, played, ended } = world()
  const sounding = begin()
  pass(1_500)
  await arrive()
  expect(await sounding.whole).toEqual({ startsAt: 1_500, offsetMs: 980 })
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

test('from a point behind the head nothing sounds until the whole is there', async () => {
  const { begin, arrive, pass, played } = world()
  const sounding = begin({ offsetMs: 1_200 })
  expect(played).toEqual([])
  pass(300)
  await arrive()
  await sounding.whole
  expect(played).toMatchObject([{ what: 'whole', atMs: 300, offsetMs: 1_200 }])
})

test('stopped before the whole is there, it is never heard', async () => {
  const { begin, arrive, played, ended } = world()
  const sounding = begin()
  sounding.stop()
  await arrive()
  await sounding.whole
  expect(played).toHaveLength(1)
  expect(ended).toEqual(['head stopped'])
})

test('a rest that does not come is said, and the sound ends with its head', async () => {
  const { begin, lose } = world()
  const sounding = begin()
  lose(new Error('lost'))
  await expect(sounding.whole).rejects.toThrow('lost')
  expect(sounding.endsAt).toBe(HEAD_MS)
})

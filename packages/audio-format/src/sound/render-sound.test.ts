import { describe, expect, test } from 'vitest'
import { decibels, levelAt, loudest, pitchOf, RATE, tone, voice } from '../testing/voice-like.ts'
import { finished } from './finished.ts'
import type { Place } from '@andscene/contracts/own-sound'
import { isPlain, renderSound, type Rendering } from './render-sound.ts'

const render = (samples: Float32Array<ArrayBuffer>, rendering: Partial<Rendering>) =>
  finished(renderSound(samples, RATE, { speed: 1, ...rendering }))
const SEMITONE = 2 ** (1 / 12)

describe('product §5: the pitch of a character', () => {
  test.each([
    [-3, 1],
    [3, 1],
    [0.5, 1],
    [3, 1.25],
    [-3, 0.8],
    [2, SEMITONE ** 2],
  ])('by %f semitones at %f×: moves by that ratio, and the length is that of the speed', (pitch, speed) => {
    const original = voice(3, 140)
    const rendered = render(original, { pitch, speed })
    expect(rendered.length).toBe(Math.round(original.length / speed))
    expect(pitchOf(rendered) / (140 * SEMITONE ** pitch)).toBeCloseTo(1, 1.6)
    expect(Math.abs(decibels(rendered) - decibels(original))).toBeLessThan(1)
  })

  test.each([3, -3])('by %f semitones leaves each sound at its time', (pitch) => {
    const original = voice(3, 140)
    original.fill(0, RATE, 2 * RATE)
    const rendered = render(original, { pitch })
    const levelFrom = (seconds: number) => decibels(rendered.subarray(seconds * RATE, (seconds + 0.3) * RATE))
    expect([0.6, 1.1, 1.6, 2.1, 2.6].map((seconds) => levelFrom(seconds) > -40)).toEqual([
      true,
      false,
      false,
      true,
      true,
    ])
  })

  test('raised, what would be too high for the samples is removed instead of mirrored', () => {
    const rendered = render(tone(21_500, 1), { pitch: 3 })
    expect(decibels(rendered)).toBeLessThan(decibels(tone(1_000, 1)) - 30)
  })

  test.each([0, 1, 30, 700])('of %f samples does not fail', (length) => {
    expect(render(new Float32Array(length), { pitch: 3, place: 'radio' })).toHaveLength(length)
  })
})

/** The gain of a place at a frequency, in decibels. */
const gainAt = (place: Place, hertz: number) => {
  const original = tone(hertz, 1)
  return levelAt(render(original, { place }).subarray(0, RATE), hertz) - levelAt(original, hertz)
}

describe('product §5: where a character is heard', () => {
  test.each([
    ['phone', 120, 1_000, 6_000],
    ['radio', 200, 1_000, 5_000],
  ] as const)('a %s passes a narrow band', (place, low, middle, high) => {
    const passed = gainAt(place, middle)
    expect(passed).toBeGreaterThan(0)
    expect(gainAt(place, low)).toBeLessThan(passed - 20)
    expect(gainAt(place, high)).toBeLessThan(passed - 12)
  })

  test.each(['phone', 'radio'] as const)('a %s keeps the level of loud and of soft speech', (place) => {
    for (const factor of [1, 0.25]) {
      const original = voice(3, 140).map((sample) => sample * factor)
      const change = decibels(render(original, { place })) - decibels(original)
      expect(Math.abs(change), `at ${factor}`).toBeLessThan(4.5)
    }
  })

  test('noise starts and ends without a click', () => {
    const rendered = render(new Float32Array(RATE), { place: 'radio' })
    expect(loudest(rendered.subarray(0, 8))).toBeLessThan(loudest(rendered) / 10)
    expect(loudest(rendered.subarray(-8))).toBeLessThan(loudest(rendered) / 10)
  })

  test('a door lets low tones through, and lowers the level', () => {
    expect(gainAt('door', 200)).toBeLessThan(0)
    expect(gainAt('door', 200)).toBeGreaterThan(-7)
    expect(gainAt('door', 4_000)).toBeLessThan(-24)
  })

  test.each(['phone', 'radio', 'door'] as const)('a %s never clips, however loud the clip', (place) => {
    const loud = voice(1, 110).map((sample) => (sample > 0 ? 1 : -1))
    expect(loudest(render(loud, { place }))).toBeLessThan(1)
  })

  test('a radio has a low noise, also in silence, and no other place does', () => {
    const silence = new Float32Array(RATE)
    expect(decibels(render(silence, { place: 'radio' }))).toBeGreaterThan(-55)
    expect(decibels(render(silence, { place: 'radio' }))).toBeLessThan(-35)
    expect(loudest(render(silence, { place: 'phone' }))).toBe(0)
  })

  test('a room behind the door sounds on after the last word, for less than the pause between lines', () => {
    const rendered = render(voice(1, 140), { place: 'door' })
    expect((rendered.length - RATE) / RATE).toBeCloseTo(0.12)
    expect(decibels(rendered.subarray(RATE, RATE + 960))).toBeGreaterThan(-50)
    expect(loudest(rendered.subarray(-96))).toBeLessThan(0.001)
  })

  test('the first part of a clip sounds as the same part of the whole, so that they can be cross-faded', () => {
    const whole = voice(2, 140)
    for (const place of ['phone', 'radio', 'door'] as const) {
      const [head, all] = [whole.slice(0, RATE), whole].map((samples) => render(samples, { place }))
      const end = RATE - 480
      expect(head!.subarray(0, end)).toEqual(all!.subarray(0, end))
    }
  })
})

test('yields often enough that a page stays responsive', () => {
  const work = renderSound(voice(10, 140), RATE, { speed: 1.1, pitch: 2, place: 'radio' })
  let steps = 0
  while (!work.next().done) steps += 1
  expect(steps).toBeGreaterThan(80)
})

test('a sound without any change is not rendered', () => {
  expect([isPlain({ speed: 1 }), isPlain({ speed: 1, pitch: 0 })]).toEqual([true, true])
  expect([
    isPlain({ speed: 1.1 }),
    isPlain({ speed: 1, pitch: 1 }),
    isPlain({ speed: 1, place: 'door' }),
  ]).toEqual([false, false, false])
})

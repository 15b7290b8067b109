import { describe, expect, test } from 'vitest'
import { fadeEdges, finish, level, TARGET_LUFS, trimSilence } from './finish.ts'
import { truePeak } from './limiter.ts'
import { integratedLoudness } from './loudness.ts'
import { toDecibels } from './sound.ts'
import { inSequence, silence, sine } from '../../testing/sounds.ts'

const RATE = 16_000

describe('trimming', () => {
  test('removes the silence at both ends except for a short margin', () => {
    const { samples } = trimSilence(inSequence(silence(RATE, 0.5), sine(RATE, 1), silence(RATE, 0.7)))
    expect(samples.length / RATE).toBeGreaterThanOrEqual(1)
    expect(samples.length / RATE).toBeLessThan(1.06)
  })

  test.each([
    { noise: -66, voice: -25 },
    { noise: -60, voice: -20 },
    { noise: -80, voice: -45 },
  ])('treats a background of $noise dBFS under a voice of $voice dBFS as silence', ({ noise, voice }) => {
    const background = sine(RATE, 0.2, { hertz: 3_000, level: noise })
    const { samples } = trimSilence(inSequence(background, sine(RATE, 1, { level: voice }), background))
    expect(samples.length / RATE).toBeLessThan(1.06)
  })

  test('keeps a soft first and last sound', () => {
    const soft = sine(RATE, 0.1, { hertz: 4_000, level: -50 })
    const { samples } = trimSilence(
      inSequence(silence(RATE, 0.2), soft, sine(RATE, 1), soft, silence(RATE, 0.2)),
    )
    expect(samples.length / RATE).toBeGreaterThanOrEqual(1.2)
  })

  test('keeps pauses in between', () => {
    const sound = inSequence(sine(RATE, 0.5), silence(RATE, 1), sine(RATE, 0.5))
    expect(trimSilence(sound).samples.length).toBe(2 * RATE)
  })

  test('returns no samples for silence', () => {
    expect(trimSilence(silence(RATE, 1)).samples.length).toBe(0)
    expect(trimSilence(silence(RATE, 0)).samples.length).toBe(0)
  })
})

describe('leveling', () => {
  test.each([-60, -35, -12, 0])('brings audio of %i dBFS to the target', (from) => {
    expect(integratedLoudness(level(sine(RATE, 3, { level: from })))).toBeCloseTo(TARGET_LUFS, 1)
  })

  test('does not clip quiet audio with loud peaks', () => {
    const sound = sine(RATE, 3, { level: -34 })
    for (let index = 800; index < sound.samples.length; index += 1_600) sound.samples[index] = 0.6
    const levelled = level(sound)
    expect(toDecibels(truePeak(levelled))).toBeLessThan(-2)
    expect(integratedLoudness(levelled)).toBeGreaterThan(TARGET_LUFS - 2)
  })
})

describe('directing', () => {
  const spoken = sine(RATE, 3, { level: -30 })

  test.each([-9, 4])('moves the loudness by %i dB', (by) => {
    expect(integratedLoudness(finish(spoken, {}, { level: by }))).toBeCloseTo(TARGET_LUFS + by, 1)
  })

  test('keeps the peaks of a shout below −1 dBTP', () => {
    const sound = sine(RATE, 3, { level: -34 })
    for (let index = 800; index < sound.samples.length; index += 1_600) sound.samples[index] = 0.6
    expect(toDecibels(truePeak(finish(sound, {}, { level: 4 })))).toBeLessThan(-2)
  })

  test('adds pauses of exact length, and none to silence', () => {
    const plain = finish(spoken).samples
    const { samples } = finish(spoken, {}, { beforeMs: 250, afterMs: 500 })
    expect(samples).toHaveLength(plain.length + 0.75 * RATE)
    expect(samples.subarray(RATE / 4, RATE / 4 + plain.length)).toEqual(plain)
    expect(samples.subarray(0, RATE / 4).every((sample) => sample === 0)).toBe(true)
    expect(finish(silence(RATE, 1), {}, { beforeMs: 250 }).samples).toHaveLength(0)
  })

  test('moves the times of words by the pause before them', () => {
    const words = [{ at: 0, length: 3, startMs: 100, endMs: 400 }]
    const [plain] = finish({ ...spoken, words }).words!
    const [later] = finish({ ...spoken, words }, {}, { beforeMs: 250, afterMs: 500 }).words!
    expect(later).toEqual({ ...plain, startMs: plain!.startMs + 250, endMs: plain!.endMs + 250 })
  })
})

describe('fades', () => {
  test('start and end at zero and last 3 ms', () => {
    const sound = { samples: new Float32Array(RATE).fill(0.5), sampleRate: RATE }
    fadeEdges(sound)
    expect(sound.samples[0]).toBe(0)
    expect(sound.samples.at(-1)).toBe(0)
    expect(sound.samples[24]).toBeCloseTo(0.25, 2)
    expect(sound.samples[48]).toBe(0.5)
    expect(sound.samples.at(-49)).toBe(0.5)
  })

  test('fit into audio shorter than themselves', () => {
    const sound = { samples: new Float32Array(10).fill(1), sampleRate: RATE }
    fadeEdges(sound)
    expect(sound.samples[0]).toBe(0)
    expect(sound.samples.at(-1)).toBe(0)
  })
})

describe('finishing', () => {
  test('cuts and amplifies a longer beginning like a shorter one', () => {
    const soft = sine(RATE, 0.1, { level: -60 })
    const shorter = inSequence(silence(RATE, 0.3), soft, sine(RATE, 1, { level: -30 }), silence(RATE, 0.1))
    const longer = inSequence(shorter, sine(RATE, 2, { level: -10 }))
    const first = finish(shorter)
    const { samples, cut, gain } = finish(longer, first)
    expect([cut, gain]).toEqual([first.cut, first.gain])
    // On its own it would be amplified less, and start after the part that is much softer than its end.
    expect(finish(longer).gain).toBeLessThan(gain / 2)
    expect(finish(longer).cut).toBeGreaterThan(cut)
    const middle = [RATE / 4, RATE / 2] as const
    expect(samples.slice(...middle)).toEqual(first.samples.slice(...middle))
  })
})

import { describe, expect, onTestFinished, test } from 'vitest'
import type { KokoroLanguage } from '../../kokoro-voice.ts'
import { FRAME_SAMPLES, SAMPLE_RATE } from '../graph-names.ts'
import type { Shape } from '../protocol.ts'
import { NaturalEngine } from '../client/natural-engine.ts'
import { ended } from '../testing/test-engine.ts'
import { realVoices } from '../testing/test-runtime.ts'
import { testFolder } from '../../testing/test-folder.ts'

const found = await realVoices()
if (!found)
  process.stdout.write('Left out: the natural voices are not in VOICES_DIR (npm run voices brings them).\n')

async function engine(): Promise<NaturalEngine> {
  const temporary = await testFolder()
  const made = new NaturalEngine({ ...found!, temporary, lingerMs: 300 })
  let pid = 0
  made.on('process', (started) => (pid = started))
  onTestFinished(async () => {
    await made.close()
    if (pid > 0) await ended(pid)
  })
  return made
}

const request = (text: string, language: KokoroLanguage, name: string, pitch = 1) => ({
  text,
  language,
  styles: [{ name, share: 1 }],
  pitch,
  speed: 1,
  priority: 1,
})

/** The share of 25 ms windows that are not silent. */
function audible(samples: Float32Array): number {
  let windows = 0
  for (let at = 0; at + FRAME_SAMPLES <= samples.length; at += FRAME_SAMPLES) {
    const level = Math.hypot(...samples.subarray(at, at + FRAME_SAMPLES)) / Math.sqrt(FRAME_SAMPLES)
    if (level > 0.01) windows++
  }
  return windows
}

/** Median of how well the loudest windows of 40 ms repeat after one period between 60 and 400 Hz, from 0 to 1. */
function periodicity(samples: readonly number[]): number {
  const size = 960
  const windows = Array.from({ length: Math.floor(samples.length / size) - 1 }, (_, index) => index * size)
  const energy = (from: number) =>
    samples.slice(from, from + size).reduce((sum, value) => sum + value ** 2, 0)
  const loud = windows.toSorted((one, other) => energy(other) - energy(one)).slice(0, windows.length / 3)
  const best = loud.map((from) => {
    let most = 0
    for (let lag = 60; lag <= 400; lag++) {
      let product = 0
      for (let index = from; index < from + size; index++)
        product += samples[index]! * (samples[index + lag] ?? 0)
      most = Math.max(most, product / Math.sqrt(energy(from) * energy(from + lag) + 1e-12))
    }
    return most
  })
  return best.toSorted((one, other) => one - other)[Math.floor(best.length / 2)]!
}

describe.runIf(found)('the real model', () => {
  test.each([
    ['I told you to wait in the car, Edward.', 'en-US', 'af_heart', 1.5, 4.5],
    ['I told you to wait in the car, Edward.', 'en-GB', 'bf_emma', 1.5, 4.5],
    ['Te dije que esperaras en el coche.', 'es', 'ef_dora', 1.3, 4.5],
    ['Yes.', 'en-US', 'am_michael', 0.3, 2],
  ] as const)(
    'says "%s" in %s (%s) at a human pace, not silent, not clipped',
    async (text, language, style, least, most) => {
      const { parts } = await (await engine()).speak(request(text, language, style))
      expect(parts).toHaveLength(1)
      const { samples, durations } = parts[0]!
      expect(durations.reduce((sum, frames) => sum + frames, 0) * FRAME_SAMPLES).toBe(samples.length)
      const seconds = audible(samples) * 0.025
      expect(seconds).toBeGreaterThan(least)
      expect(seconds).toBeLessThan(most)
      const peak = samples.reduce((loudest, sample) => Math.max(loudest, Math.abs(sample)), 0)
      expect(peak).toBeGreaterThan(0.1)
      expect(peak).toBeLessThan(1)
    },
    60_000,
  )

  test('changes the pitch at the same pace', async () => {
    const speaking = await engine()
    const text = 'We never saw him again.'
    const [own, higher] = await Promise.all(
      [1, 1.15].map((pitch) => speaking.speak(request(text, 'en-US', 'am_michael', pitch))),
    )
    expect(higher!.parts[0]!.durations).toEqual(own!.parts[0]!.durations)
    expect(higher!.parts[0]!.samples).not.toEqual(own!.parts[0]!.samples)
  }, 60_000)

  test('whispers: as long and audible, without periods of a voice', async () => {
    const speaking = await engine()
    const spoken = async (name: string, shape?: Shape) => {
      const text = 'Please be quiet. He is right behind the door.'
      const { parts } = await speaking.speak({ ...request(text, 'en-US', name), ...(shape && { shape }) })
      const samples = parts.flatMap((part) => [...part.samples])
      return { periodic: periodicity(samples), heard: audible(Float32Array.from(samples)) }
    }
    for (const name of ['af_heart', 'am_michael']) {
      const plain = await spoken(name)
      const whispered = await spoken(name, { voiceless: true })
      expect(plain.periodic).toBeGreaterThan(0.7)
      expect(whispered.periodic).toBeLessThan(0.5)
      expect(whispered.heard).toBeGreaterThan(plain.heard * 0.6)
    }
  }, 120_000)

  test('stresses a word: it is longer and louder, the others keep their length', async () => {
    const speaking = await engine()
    const text = 'I never said that she took the money.'
    const at = text.indexOf('she')
    const spoken = async (emphasis: { at: number; length: number }[]) => {
      const { parts } = await speaking.speak({
        ...request(text, 'en-US', 'af_heart'),
        shape: { emphasis },
      })
      const { samples, words } = parts[0]!
      const lengths = words.map(({ startMs, endMs }) => endMs - startMs)
      const word = words.findIndex((each) => each.at === at)
      const range = [words[word]!.startMs, words[word]!.endMs].map((ms) => (ms * SAMPLE_RATE) / 1_000)
      const heard = samples.subarray(...(range as [number, number]))
      return { lengths, word, level: Math.hypot(...heard) / Math.sqrt(heard.length) }
    }
    const plain = await spoken([])
    const stressed = await spoken([{ at, length: 3 }])
    expect(stressed.lengths[plain.word]).toBeGreaterThan(plain.lengths[plain.word]! * 1.1)
    expect(stressed.level).toBeGreaterThan(plain.level)
    const others = ({ lengths }: typeof plain) => lengths.filter((_, index) => index !== plain.word)
    expect(others(stressed)).toEqual(others(plain))
  }, 120_000)
})

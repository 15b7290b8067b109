import { describe, expect, onTestFinished, test } from 'vitest'
import type { KokoroLanguage } from '../../kokoro-voice.ts'
import { FRAME_SAMPLES } from '../graph-names.ts'
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
})

import { expect, test } from 'vitest'
import { alignSounds } from './align.ts'
import { featuresOf, levelsOf } from './features.ts'
import { inventedSpeech } from './testing/invented-speech.ts'

const sounds = [...'simakulotefamiolusaki'].map((letter) => ({ letter, ms: 100, hz: 120 }))
const mean = (values: Float32Array) => values.reduce((sum, each) => sum + each, 0) / values.length

test('a speaker with a shorter vocal tract is as similar as one with the same', () => {
  const [speaker, same, child] = [
    inventedSpeech(sounds),
    inventedSpeech(sounds, { seed: 5 }),
    inventedSpeech(sounds, { tract: 0.85, seed: 5 }),
  ]
  const cost = mean(alignSounds(speaker, child).costs)
  expect(cost).toBeLessThan(mean(alignSounds(speaker, same).costs) + 0.1)
})

test('any two silences are alike, whatever the microphone', () => {
  const speech = inventedSpeech([{ letter: ' ', ms: 300 }, ...sounds])
  const hum = speech.map((sample, n) => sample + 1e-4 * Math.sin(n))
  const [one, other] = [speech, hum].map((samples) => featuresOf(samples, levelsOf(samples))[10]!)
  expect(one!.slice(0, 8)).toEqual(other!.slice(0, 8))
})

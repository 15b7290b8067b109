import { DELIVERIES, type DeliveryName } from '@andscene/contracts/voices/delivery'
import { fits } from '@andscene/contracts/schema/fits'
import { describe, expect, test } from 'vitest'
import { SpeakRequest } from '../engine/protocol.ts'
import { settingsFor } from './deliveries.ts'
import { KOKORO_VOICES } from './kokoro-voices.ts'

const VOICE = { styles: [{ name: 'af_heart', share: 1 }], pitch: 1.05, speed: 0.9 }

describe('product §4: the settings of a natural voice', () => {
  test('without a delivery are its own', () => {
    expect(settingsFor(VOICE)).toEqual(VOICE)
    expect(settingsFor(VOICE, { pauseBeforeMs: 500 })).toEqual(VOICE)
  })

  test('with a pace and a pitch in semitones are multiplied', () => {
    const { pitch, speed } = settingsFor(VOICE, { pace: 1.5, pitch: 12 / 2 })
    expect(speed).toBeCloseTo(1.35)
    expect(pitch).toBeCloseTo(1.05 * Math.SQRT2)
  })

  test('whispering have no fundamental frequency and another timbre', () => {
    expect(settingsFor(VOICE, { name: 'whispering' }).shape).toMatchObject({
      voiceless: true,
      blend: { name: 'af_nicole', timbre: 0.35, prosody: 0.6 },
    })
  })

  test.each<[DeliveryName, number, number, number]>([
    ['whispering', 0, 0, 0],
    ['quiet', -1, -1, 0],
    ['shouting', 1, 1, 1],
    ['calling', 1, 1, -1],
    ['sad', -1, -1, -1],
    ['angry', 1, 1, 1],
    ['excited', 1, 1, 1],
    ['slow', 0, 0, -1],
    ['fast', 0, 0, 1],
  ])('%s change pitch (%i), range (%i) and pace (%i)', (name, higher, wider, faster) => {
    const { pitch, speed, shape } = settingsFor(VOICE, { name })
    const changes = [pitch - VOICE.pitch, (shape?.range ?? 1) - 1, speed - VOICE.speed]
    expect(changes.map(Math.sign)).toEqual([higher, wider, faster])
  })

  test.each(DELIVERIES)('%s are a valid request for each voice, at any pace and pitch', (name) => {
    for (const { settings, language } of KOKORO_VOICES)
      for (const extremes of [{}, { pace: 2, pitch: 6 }, { pace: 0.5, pitch: -6 }]) {
        const request = { text: 'x', language, priority: 1, ...settingsFor(settings, { name, ...extremes }) }
        expect(fits(SpeakRequest, request)).toBe(true)
      }
  })
})

import { describe, expect, test } from 'vitest'
import { pitchOf } from './pitch.ts'
import { inventedSpeech } from './testing/invented-speech.ts'

const heard = (samples: Float32Array) => [...pitchOf(samples)].filter((hz) => hz > 0)

describe('product §4: the pitch of a recording', () => {
  test('is that of the voice, without errors of an octave', () => {
    const creak = inventedSpeech([
      { letter: 'a', ms: 300, hz: 200 },
      { letter: 'a', ms: 60, hz: 100 },
      { letter: 'a', ms: 300, hz: 200 },
    ])
    const pitch = heard(creak)
    expect(pitch.length).toBeGreaterThan(40)
    expect(Math.min(...pitch)).toBeGreaterThan(180)
    expect(Math.max(...pitch)).toBeLessThan(220)
  })

  test('is none for a whisper, noise and what is far softer than the voice', () => {
    expect(
      heard(
        inventedSpeech([
          { letter: 'a', ms: 400 },
          { letter: 's', ms: 400 },
        ]),
      ),
    ).toEqual([])
    const voice = inventedSpeech([{ letter: 'a', ms: 300, hz: 200 }])
    const behind = inventedSpeech([{ letter: 'o', ms: 300, hz: 120 }]).map((sample) => sample * 0.01)
    const both = new Float32Array(voice.length + behind.length)
    both.set(voice)
    both.set(behind, voice.length)
    expect(heard(both).some((hz) => hz < 150)).toBe(false)
  })
})

import { describe, expect, test } from 'vitest'
import { infoFrame } from './lame-tag.ts'
import { readFrameHeader } from '@andscene/audio-format/mp3-header'

/** Delay and padding, read as players read them. */
function read(frame: Uint8Array): { delay: number; padding: number } {
  const lame = 4 + 9 + 120
  expect(String.fromCharCode(...frame.subarray(lame, lame + 9))).toBe('LAME3.100')
  const [high, middle, low] = frame.subarray(lame + 21, lame + 24)
  return { delay: (high! << 4) | (middle! >> 4), padding: ((middle! & 15) << 8) | low! }
}

const facts = { bitrate: 48, frames: 10, audio: new Uint8Array(2_160).fill(7), delay: 576, padding: 1_234 }

describe('the tag frame', () => {
  test.each([16_000, 22_050, 24_000])(
    'is one whole frame that says delay and padding, at %i Hz',
    (sampleRate) => {
      const frame = infoFrame({ ...facts, sampleRate })
      const header = readFrameHeader(frame, 0)
      expect(header).toMatchObject({ sampleRate, channels: 1, samples: 576, bytes: frame.length })
      expect(read(frame)).toEqual({ delay: 576, padding: 1_234 })
    },
  )

  test('counts frames and bytes as Xing’s header does', () => {
    const frame = infoFrame({ ...facts, sampleRate: 16_000 })
    const view = new DataView(frame.buffer)
    expect(String.fromCharCode(...frame.subarray(13, 17))).toBe('Info')
    expect(view.getUint32(21)).toBe(10)
    expect(view.getUint32(25)).toBe(frame.length + 2_160)
  })

  test('cannot say more padding than its twelve bits hold', () => {
    expect(() => infoFrame({ ...facts, sampleRate: 16_000, padding: 4_096 })).toThrow(RangeError)
  })
})

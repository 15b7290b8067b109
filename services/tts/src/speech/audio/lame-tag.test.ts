import { describe, expect, test } from 'vitest'
import { infoFrame } from './lame-tag.ts'

const facts = { bitrate: 48, frames: 10, audio: new Uint8Array(2_160).fill(7), delay: 576, padding: 1_234 }

describe('tag frame', () => {
  test('counts frames and bytes like Xing’s header', () => {
    const frame = infoFrame({ ...facts, sampleRate: 16_000 })
    const view = new DataView(frame.buffer)
    expect(String.fromCharCode(...frame.subarray(13, 17))).toBe('Info')
    expect(view.getUint32(21)).toBe(10)
    expect(view.getUint32(25)).toBe(frame.length + 2_160)
  })

  test('throws for more padding than fits into twelve bits', () => {
    expect(() => infoFrame({ ...facts, sampleRate: 16_000, padding: 4_096 })).toThrow(RangeError)
  })
})

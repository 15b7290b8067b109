import { describe, expect, test } from 'vitest'
import { headerWithRoom, readFrameHeader, startOfFrames } from './mp3-header.ts'

describe('a frame header', () => {
  test.each([
    {
      form: 'MPEG 1, stereo, 128 kbit/s',
      bytes: [0xff, 0xfb, 0x90, 0x00],
      rate: 44_100,
      samples: 1152,
      length: 417,
      tag: 36,
    },
    {
      form: 'MPEG 1, mono, padded',
      bytes: [0xff, 0xfb, 0x92, 0xc0],
      rate: 44_100,
      samples: 1152,
      length: 418,
      tag: 21,
    },
    {
      form: 'MPEG 2, mono, 48 kbit/s',
      bytes: [0xff, 0xf3, 0x68, 0xc4],
      rate: 16_000,
      samples: 576,
      length: 216,
      tag: 13,
    },
    {
      form: 'MPEG 2.5, stereo, 8 kbit/s',
      bytes: [0xff, 0xe3, 0x18, 0x00],
      rate: 8_000,
      samples: 576,
      length: 72,
      tag: 21,
    },
  ])('of $form', ({ bytes, rate, samples, length, tag }) => {
    const header = readFrameHeader(Uint8Array.from([0, ...bytes]), 1)
    expect(header).toMatchObject({ sampleRate: rate, samples, bytes: length, tagOffset: tag })
  })

  test.each([
    ['no sync', [0xff, 0x1b, 0x90, 0]],
    ['another layer', [0xff, 0xfd, 0x90, 0]],
    ['a reserved version', [0xff, 0xeb, 0x90, 0]],
    ['a reserved sample rate', [0xff, 0xfb, 0x9c, 0]],
    ['a bit rate that is free or forbidden', [0xff, 0xfb, 0xf0, 0]],
    ['an end too early', [0xff, 0xfb, 0x90]],
  ])('is undefined for %s', (_why, bytes) => {
    expect(readFrameHeader(Uint8Array.from(bytes), 0)).toBeUndefined()
  })

  test('picks the smallest bit rate whose frame has room', () => {
    const header = headerWithRoom(24_000, 169)
    expect(readFrameHeader(header, 0)).toMatchObject({ sampleRate: 24_000, channels: 1, bytes: 192 })
    expect(() => headerWithRoom(16_000, 10_000)).toThrow(RangeError)
  })
})

test('finds frames behind an ID3 tag, whose size has seven bits a byte', () => {
  expect(startOfFrames(Uint8Array.of(0x49, 0x44, 0x33, 4, 0, 0, 0, 0, 1, 2))).toBe(10 + 130)
  expect(startOfFrames(new Uint8Array(20))).toBe(0)
  expect(startOfFrames(new Uint8Array(0))).toBe(0)
})

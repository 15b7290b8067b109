import { describe, expect, test } from 'vitest'
import { gaplessTrim, readGaplessInfo } from './mp3-gapless.ts'
import { audiblePart } from './web-sound.ts'

/** The first frame of an MP3 by LAME: MPEG-2 layer III, 24 kHz, mono. */
function infoFrame({
  tag = 'Info',
  frames = 50,
  delay = 576,
  padding = 1000,
  id3 = false,
} = {}): ArrayBuffer {
  const head = id3 ? [0x49, 0x44, 0x33, 4, 0, 0, 0, 0, 0, 20, ...Array.from({ length: 20 }, () => 0)] : []
  const frame = new Uint8Array(400)
  frame.set(head)
  const at = head.length
  const view = new DataView(frame.buffer)
  view.setUint32(at, 0xff_f3_44_c4)
  const text = new TextEncoder().encode(tag)
  const body = at + 4 + 9
  frame.set(text, body)
  view.setUint32(body + 4, 15)
  view.setUint32(body + 8, frames)
  const lame = body + 8 + 4 + 4 + 100 + 4
  frame.set(new TextEncoder().encode('LAME3.100'), lame)
  const both = (delay << 12) | padding
  frame.set([(both >> 16) & 255, (both >> 8) & 255, both & 255], lame + 21)
  return frame.buffer
}

const INFO = { sampleRate: 24_000, frameSamples: 576, frames: 50, delay: 576, padding: 1000 }
const OWN = 50 * 576 - 576 - 1000
const seconds = (samples: number) => samples / 24_000

describe('the LAME tag', () => {
  test('is read from the first frame, also after an ID3 tag', () => {
    expect(readGaplessInfo(infoFrame())).toEqual(INFO)
    expect(readGaplessInfo(infoFrame({ id3: true }))).toEqual(INFO)
    expect(readGaplessInfo(infoFrame({ tag: 'Xing' }))).toEqual(INFO)
  })

  test('is null for files without one, other formats and truncated files', () => {
    expect(readGaplessInfo(infoFrame({ tag: 'What' }))).toBeNull()
    expect(readGaplessInfo(new Uint8Array(1_000).buffer)).toBeNull()
    expect(readGaplessInfo(infoFrame().slice(0, 100))).toBeNull()
    expect(readGaplessInfo(new ArrayBuffer(0))).toBeNull()
  })
})

test.each([
  ['nothing if the browser has removed delay and padding', OWN, 0, OWN],
  ['encoder delay, decoder delay and padding if it has removed nothing', 50 * 576, 576 + 529, OWN],
  ['one more frame if the tag was decoded as silence', 51 * 576, 576 + 576 + 529, OWN],
  ['nothing if the length matches no case', 240_000, 0, 240_000],
])('cuts %s', (_what, decoded, cut, left) => {
  const { start, end } = gaplessTrim(INFO, seconds(decoded))
  expect(start).toBeCloseTo(seconds(cut), 9)
  expect(end - start).toBeCloseTo(seconds(left), 9)
})

const RATE = 48_000

test('trims silence below -60 dBFS at both ends to a millisecond, and keeps pauses inside', () => {
  const samples = new Float32Array(RATE).fill(0.0004)
  samples.fill(0.3, 10_000, 12_000)
  samples.fill(0.3, 30_000, 32_000)
  expect(audiblePart(samples, RATE)).toEqual({ start: 10_000 - 48, end: 32_000 + 48 })
})

test('leaves a silent sound unchanged, and respects the bounds', () => {
  expect(audiblePart(new Float32Array(100), RATE)).toEqual({ start: 0, end: 100 })
  const loud = new Float32Array(1_000).fill(0.5)
  expect(audiblePart(loud, RATE, 100, 900)).toEqual({ start: 100, end: 900 })
})

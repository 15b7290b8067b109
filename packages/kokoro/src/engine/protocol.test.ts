import { describe, expect, test } from 'vitest'
import {
  FRAME,
  frameOf,
  FrameReader,
  jsonFrame,
  jsonOf,
  LONGEST_FRAME,
  ProtocolError,
  samplesOf,
  SpeakRequest,
} from './protocol.ts'

const REQUEST: SpeakRequest = {
  text: 'Hello.',
  language: 'en-US',
  styles: [{ name: 'af_heart', share: 1 }],
  pitch: 1,
  speed: 1,
  priority: 3,
}

describe('frames between a worker and the engine', () => {
  test.each([1, 2, 5, 7, 1_000])('are read from chunks of %i bytes', (size) => {
    const samples = Float32Array.of(0.5, -0.25, 1)
    const bytes = Buffer.concat([
      jsonFrame(FRAME.speak, 7, REQUEST),
      frameOf(FRAME.cancel, 4_294_967_295),
      frameOf(FRAME.samples, 8, new Uint8Array(samples.buffer)),
    ])
    const reader = new FrameReader()
    const frames = []
    for (let at = 0; at < bytes.length; at += size) frames.push(...reader.push(bytes.subarray(at, at + size)))
    expect(frames.map(({ kind, request }) => [kind, request])).toEqual([
      [FRAME.speak, 7],
      [FRAME.cancel, 4_294_967_295],
      [FRAME.samples, 8],
    ])
    expect(jsonOf(SpeakRequest, frames[0]!)).toEqual(REQUEST)
    expect(samplesOf(frames[2]!)).toEqual(samples)
  })

  test.each([0, 4, LONGEST_FRAME + 1, 0xffffffff])('with a length of %i are rejected', (length) => {
    const bytes = Buffer.alloc(8)
    bytes.writeUInt32LE(length, 0)
    expect(() => new FrameReader().push(bytes)).toThrow(ProtocolError)
  })

  test.each([
    'no JSON',
    '{}',
    JSON.stringify({ ...REQUEST, styles: [] }),
    JSON.stringify({ ...REQUEST, styles: [{ name: '../secret', share: 1 }] }),
    JSON.stringify({ ...REQUEST, language: 'tlh' }),
    JSON.stringify({ ...REQUEST, pitch: 0 }),
    JSON.stringify({ ...REQUEST, shape: { range: 4 } }),
    JSON.stringify({ ...REQUEST, shape: { blend: { name: '../secret', timbre: 1, prosody: 1 } } }),
  ])('with a request %s are rejected', (payload) => {
    expect(() =>
      jsonOf(SpeakRequest, { kind: FRAME.speak, request: 1, payload: Buffer.from(payload) }),
    ).toThrow(ProtocolError)
    expect(() => samplesOf({ kind: FRAME.samples, request: 1, payload: Buffer.alloc(3) })).toThrow(
      ProtocolError,
    )
  })
})

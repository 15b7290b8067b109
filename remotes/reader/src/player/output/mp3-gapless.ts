import { readFrameHeader, startOfFrames } from '@andscene/audio-format/mp3-header'

/** The Xing/Info frame of an MP3 with the LAME extension. Browsers remove different parts of the padding. */
export type GaplessInfo = {
  /** Samples per second of the file. */
  sampleRate: number
  /** Samples of one frame. */
  frameSamples: number
  /** Frames with sound (without the Info frame). */
  frames: number
  /** Samples of encoder delay at the start, without the decoder's own. */
  delay: number
  /** Samples of padding at the end. */
  padding: number
}

/** A decoder's output is delayed by this many samples, by design of the format. */
const DECODER_DELAY = 529
const FRAMES_FLAG = 1
const BYTES_FLAG = 2
const TOC_FLAG = 4
const QUALITY_FLAG = 8

/** Returns the info of the first frame, or null when there is none or the file is no MP3. */
export function readGaplessInfo(bytes: ArrayBuffer): GaplessInfo | null {
  const file = new Uint8Array(bytes)
  const start = startOfFrames(file)
  const header = readFrameHeader(file, start)
  if (!header || start + 200 > file.length) return null
  const view = new DataView(bytes)
  let at = start + header.tagOffset
  const tag = view.getUint32(at)
  if (tag !== 0x58696e67 && tag !== 0x496e666f) return null // 'Xing', 'Info'
  const flags = view.getUint32(at + 4)
  at += 8
  if (!(flags & FRAMES_FLAG)) return null
  const frames = view.getUint32(at)
  at += 4 + (flags & BYTES_FLAG ? 4 : 0) + (flags & TOC_FLAG ? 100 : 0) + (flags & QUALITY_FLAG ? 4 : 0)
  // Encoder name 9 bytes, revision 1, lowpass 1, replay gain 8, flags 1, bit rate 1; then 12 bits each.
  at += 21
  if (at + 3 > view.byteLength) return null
  const both = (view.getUint8(at) << 16) | (view.getUint8(at + 1) << 8) | view.getUint8(at + 2)
  const { sampleRate, samples: frameSamples } = header
  return { sampleRate, frameSamples, frames, delay: both >>> 12, padding: both & 0xfff }
}

/** The range of the original sound in a decoded one. Seconds. */
export type Trim = { start: number; end: number }

/** Returns the range to keep of `decodedSeconds`, depending on what the browser has already removed. */
export function gaplessTrim(info: GaplessInfo, decodedSeconds: number): Trim {
  const { sampleRate, frameSamples, frames, delay, padding } = info
  const decoded = decodedSeconds * sampleRate
  const own = frames * frameSamples - delay - padding
  const whole = { start: 0, end: decodedSeconds }
  if (own <= 0) return whole
  // Candidates: all removed; nothing removed; nothing removed and the Info frame decoded as silence.
  const candidates = [
    { length: own, skip: 0 },
    { length: frames * frameSamples, skip: delay + DECODER_DELAY },
    { length: (frames + 1) * frameSamples, skip: frameSamples + delay + DECODER_DELAY },
  ]
  const distance = (one: { length: number }) => Math.abs(one.length - decoded)
  const fit = candidates.reduce((best, one) => (distance(one) < distance(best) ? one : best))
  if (distance(fit) > frameSamples / 2) return whole
  const start = fit.skip / sampleRate
  return { start, end: Math.min(start + own / sampleRate, decodedSeconds) }
}

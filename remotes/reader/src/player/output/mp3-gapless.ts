/**
 * What an MP3 says of the silence its encoder put around the sound: the Xing/Info frame with the LAME extension.
 * Browsers differ in how much of it they remove, so the decoded length decides what is left to cut.
 */
export type GaplessInfo = {
  /** Samples per second of the file. */
  sampleRate: number
  /** Samples of one frame. */
  frameSamples: number
  /** Frames that carry sound (the Info frame not counted). */
  frames: number
  /** Samples of encoder delay at the start, without the decoder's own. */
  delay: number
  /** Samples of padding at the end. */
  padding: number
}

/** A decoder's output comes this much later than its input, by design of the format. */
const DECODER_DELAY = 529
const SAMPLE_RATES: Record<number, readonly number[]> = {
  3: [44_100, 48_000, 32_000],
  2: [22_050, 24_000, 16_000],
  0: [11_025, 12_000, 8_000],
}
const FRAMES_FLAG = 1
const BYTES_FLAG = 2
const TOC_FLAG = 4
const QUALITY_FLAG = 8

function afterId3(view: DataView): number {
  if (view.byteLength < 10 || view.getUint8(0) !== 0x49 || view.getUint8(1) !== 0x44) return 0
  const size = [6, 7, 8, 9].reduce((sum, at) => sum * 128 + (view.getUint8(at) & 0x7f), 0)
  return size + 10
}

/** The info of the first frame, or null when the file has none (or is no MP3). */
export function readGaplessInfo(bytes: ArrayBuffer): GaplessInfo | null {
  const view = new DataView(bytes)
  const start = afterId3(view)
  if (start + 200 > view.byteLength) return null
  const header = view.getUint32(start)
  if (header >>> 21 !== 0x7ff) return null
  const version = (header >>> 19) & 3
  const sampleRate = SAMPLE_RATES[version]?.[(header >>> 10) & 3]
  const isLayer3 = ((header >>> 17) & 3) === 1
  if (!sampleRate || !isLayer3) return null
  const isMpeg1 = version === 3
  const isMono = ((header >>> 6) & 3) === 3
  const sideInfo = isMpeg1 ? (isMono ? 17 : 32) : isMono ? 9 : 17
  let at = start + 4 + sideInfo
  const tag = view.getUint32(at)
  if (tag !== 0x58696e67 && tag !== 0x496e666f) return null // 'Xing', 'Info'
  const flags = view.getUint32(at + 4)
  at += 8
  if (!(flags & FRAMES_FLAG)) return null
  const frames = view.getUint32(at)
  at += 4 + (flags & BYTES_FLAG ? 4 : 0) + (flags & TOC_FLAG ? 100 : 0) + (flags & QUALITY_FLAG ? 4 : 0)
  // Encoder's name 9, revision 1, lowpass 1, replay gain 8, flags 1, bit rate 1; then 12 bits each.
  at += 21
  if (at + 3 > view.byteLength) return null
  const both = (view.getUint8(at) << 16) | (view.getUint8(at + 1) << 8) | view.getUint8(at + 2)
  const frameSamples = isMpeg1 ? 1152 : 576
  return { sampleRate, frameSamples, frames, delay: both >>> 12, padding: both & 0xfff }
}

/** Seconds of a decoded sound that are its own. */
export type Trim = { start: number; end: number }

/** What to keep of `decodedSeconds`, given what the browser has already removed. */
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

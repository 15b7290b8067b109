import { headerWithRoom, readFrameHeader } from '@andscene/audio-format/mp3-header'

// The "Info" frame of a constant-bit-rate file (Xing's header, LAME's extension): the samples at both ends that the
// encoder added. Without it every clip starts with a gap.
const FLAG_FRAMES = 1
const FLAG_BYTES = 2
const FLAG_TOC = 4
const FLAG_QUALITY = 8
const TOC_ENTRIES = 100
const INFO_BYTES = 120
const LAME_BYTES = 36
const METHOD_CBR = 1
const DELAY_OFFSET = 21
const MAX_PADDING = 4095

export type LameTagFields = {
  sampleRate: number
  bitrate: number
  frames: number
  audio: Uint8Array
  /** Samples that the encoder added at the start and the end. */
  delay: number
  padding: number
}

export function infoFrame({
  sampleRate,
  bitrate,
  frames,
  audio,
  delay,
  padding,
}: LameTagFields): Uint8Array<ArrayBuffer> {
  if (padding < 0 || padding > MAX_PADDING)
    throw new RangeError(`A padding of ${padding} samples cannot be written.`)
  const start = headerWithRoom(sampleRate, 4 + 9 + INFO_BYTES + LAME_BYTES)
  const { bytes, tagOffset } = readFrameHeader(start, 0)!
  const frame = new Uint8Array(bytes)
  const view = new DataView(frame.buffer)
  const ascii = (text: string, at: number) => frame.set(new TextEncoder().encode(text), at)
  frame.set(start)

  ascii('Info', tagOffset)
  view.setUint32(tagOffset + 4, FLAG_FRAMES | FLAG_BYTES | FLAG_TOC | FLAG_QUALITY)
  view.setUint32(tagOffset + 8, frames)
  view.setUint32(tagOffset + 12, bytes + audio.length)
  for (let entry = 0; entry < TOC_ENTRIES; entry++) {
    frame[tagOffset + 16 + entry] = Math.floor((entry * 256) / TOC_ENTRIES)
  }
  view.setUint32(tagOffset + 116, 50)

  const lame = tagOffset + INFO_BYTES
  // Decoders trust the delay only with this exact name.
  ascii('LAME3.100', lame)
  frame[lame + 9] = METHOD_CBR
  frame[lame + 20] = Math.min(bitrate, 255)
  frame.set([delay >> 4, ((delay & 15) << 4) | (padding >> 8), padding & 255], lame + DELAY_OFFSET)
  view.setUint32(lame + 28, bytes + audio.length)
  view.setUint16(lame + 32, crc16(audio))
  view.setUint16(lame + 34, crc16(frame.subarray(0, lame + 34)))
  return frame
}

const CRC_TABLE = Uint16Array.from({ length: 256 }, (_, byte) => {
  let crc = byte
  for (let bit = 0; bit < 8; bit++) crc = crc & 1 ? (crc >> 1) ^ 0xa001 : crc >> 1
  return crc
})

/** CRC-16 as LAME computes it (polynomial 0x8005 reflected, starting from 0). */
function crc16(bytes: Uint8Array): number {
  let crc = 0
  for (const byte of bytes) crc = CRC_TABLE[(crc ^ byte) & 255]! ^ (crc >> 8)
  return crc
}

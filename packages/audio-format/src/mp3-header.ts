// MPEG 1, 2 and 2.5, Layer III (ISO 11172-3, 13818-3): whole frames only.

const BITRATES_V1 = [0, 32, 40, 48, 56, 64, 80, 96, 112, 128, 160, 192, 224, 256, 320]
const BITRATES_V2 = [0, 8, 16, 24, 32, 40, 48, 56, 64, 80, 96, 112, 128, 144, 160]
const SAMPLE_RATES_V1 = [44_100, 48_000, 32_000]
/** By the header's version field: 2.5, reserved, 2, 1. */
const RATE_DIVISOR = [4, 0, 2, 1]

const ID3V2_HEADER_BYTES = 10

/** Where frames start: behind an ID3v2 tag, if the file begins with one. */
export function startOfFrames(file: Uint8Array): number {
  if (file.length < ID3V2_HEADER_BYTES || String.fromCharCode(...file.subarray(0, 3)) !== 'ID3') return 0
  // Seven bits in each of four bytes.
  return file.subarray(6, 10).reduce((size, byte) => (size << 7) | (byte & 0x7f), 0) + ID3V2_HEADER_BYTES
}

export type FrameHeader = {
  sampleRate: number
  channels: 1 | 2
  /** Samples per channel. */
  samples: number
  /** Length of the whole frame in bytes. */
  bytes: number
  /** Offset of an encoder's tag in the frame: after the header and the side information. */
  tagOffset: number
}

/** Reads the frame header at `at`; undefined where there is none. */
export function readFrameHeader(mp3: Uint8Array, at: number): FrameHeader | undefined {
  if (at + 4 > mp3.length || mp3[at] !== 0xff || (mp3[at + 1]! & 0xe0) !== 0xe0) return undefined
  const version = (mp3[at + 1]! >> 3) & 3
  const layer3 = ((mp3[at + 1]! >> 1) & 3) === 1
  const rateIndex = (mp3[at + 2]! >> 2) & 3
  const divisor = RATE_DIVISOR[version]!
  const kilobits = (version === 3 ? BITRATES_V1 : BITRATES_V2)[mp3[at + 2]! >> 4]
  if (!layer3 || !divisor || rateIndex === 3 || !kilobits) return undefined
  const sampleRate = SAMPLE_RATES_V1[rateIndex]! / divisor
  const samples = version === 3 ? 1152 : 576
  const padding = (mp3[at + 2]! >> 1) & 1
  const channels = mp3[at + 3]! >> 6 === 3 ? 1 : 2
  const sideInfo = version === 3 ? (channels === 1 ? 17 : 32) : channels === 1 ? 9 : 17
  return {
    sampleRate,
    channels,
    samples,
    bytes: Math.floor((samples / 8) * ((kilobits * 1000) / sampleRate)) + padding,
    tagOffset: 4 + sideInfo,
  }
}

/** `bytes[1..3]` of the header with the lowest bit rate whose frame holds `room` bytes, for MPEG 2 in mono without padding. */
export function headerWithRoom(sampleRate: number, room: number): Uint8Array {
  const rateIndex = SAMPLE_RATES_V1.findIndex((rate) => rate / 2 === sampleRate)
  for (let index = 1; index < BITRATES_V2.length; index++) {
    const header = Uint8Array.of(0xff, 0xf3, (index << 4) | (rateIndex << 2), 0xc4)
    if ((readFrameHeader(header, 0)?.bytes ?? 0) >= room) return header
  }
  throw new RangeError(`No MPEG 2 frame of ${sampleRate} Hz holds ${room} bytes.`)
}

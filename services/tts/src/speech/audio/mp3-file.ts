import { readFrameHeader } from './mp3-header.ts'

const ID3V2_HEADER_BYTES = 10
/** An ID3v1 tag or the padding some servers add; more than this after the last frame is damage. */
const TRAILER_LIMIT_BYTES = 512

/** Whether a file is frames of MP3 from one end to the other. A last frame that is cut short is let pass. */
export function isWholeMp3(file: Uint8Array): boolean {
  let at = startOfFrames(file)
  const first = readFrameHeader(file, at)
  if (!first) return false
  for (let header = readFrameHeader(file, at); header; header = readFrameHeader(file, at)) {
    if (header.sampleRate !== first.sampleRate) return false
    at += header.bytes
  }
  return file.length - at <= TRAILER_LIMIT_BYTES
}

function startOfFrames(file: Uint8Array): number {
  if (file.length < ID3V2_HEADER_BYTES || String.fromCharCode(...file.subarray(0, 3)) !== 'ID3') return 0
  // Seven bits in each of four bytes.
  return file.subarray(6, 10).reduce((size, byte) => (size << 7) | byte, 0) + ID3V2_HEADER_BYTES
}

import { readFrameHeader, startOfFrames } from '@andscene/audio-format/mp3-header'

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

import type { Sound } from './sound.ts'

const PCM = 1
const EXTENSIBLE = 0xfffe

/**
 * Mixes 16-bit PCM down to one channel; undefined for other formats. If the data size exceeds the file, reads to its
 * end.
 */
export function readWav(file: Uint8Array): Sound | undefined {
  const view = new DataView(file.buffer, file.byteOffset, file.byteLength)
  const name = (at: number) => String.fromCharCode(...file.subarray(at, at + 4))
  if (file.length < 12 || name(0) !== 'RIFF' || name(8) !== 'WAVE') return undefined
  let channels = 0
  let sampleRate = 0
  for (let at = 12; at + 8 <= file.length;) {
    const size = view.getUint32(at + 4, true)
    const start = at + 8
    if (name(at) === 'fmt ' && start + 16 <= file.length) {
      const format = view.getUint16(start, true)
      if ((format !== PCM && format !== EXTENSIBLE) || view.getUint16(start + 14, true) !== 16)
        return undefined
      channels = view.getUint16(start + 2, true)
      sampleRate = view.getUint32(start + 4, true)
    } else if (name(at) === 'data') {
      if (channels < 1 || sampleRate < 1) return undefined
      return mixedDown(view, start, Math.min(size, file.length - start), channels, sampleRate)
    }
    at = start + size + (size & 1)
  }
  return undefined
}

function mixedDown(
  view: DataView,
  start: number,
  bytes: number,
  channels: number,
  sampleRate: number,
): Sound {
  const samples = new Float32Array(Math.floor(bytes / (2 * channels)))
  for (let index = 0; index < samples.length; index++) {
    let sum = 0
    for (let channel = 0; channel < channels; channel++) {
      sum += view.getInt16(start + 2 * (index * channels + channel), true)
    }
    samples[index] = sum / channels / 32_768
  }
  return { samples, sampleRate }
}

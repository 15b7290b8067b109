import type { Sound } from '../ports.ts'
import { gaplessTrim, readGaplessInfo } from './mp3-gapless.ts'
import { stretch } from '@andscene/audio-format/sound/time-stretch'

/** Maximum time of a slice before other tasks run. */
const SLICE_MS = 8

export type WebSound = Sound & {
  buffer: AudioBuffer
  /** Silence trimmed from its start. Milliseconds. */
  cutMs: number
  stretched: Map<number, AudioBuffer>
  /** The last requested speed. */
  wanted: number
  /** For a head: the next longer part, once it is decoded and prepared for the requested speed. */
  rest?: { next: Promise<WebSound>; ready: WebSound | undefined }
}

const yieldToPage = () =>
  new Promise<void>((resolve) => {
    const { port1, port2 } = new MessageChannel()
    port1.addEventListener('message', () => {
      port1.close()
      resolve()
    })
    port1.start()
    port2.postMessage(null)
  })

function mono(decoded: AudioBuffer): Float32Array<ArrayBuffer> {
  const first = decoded.getChannelData(0)
  if (decoded.numberOfChannels === 1) return first
  const mixed = new Float32Array(first.length)
  for (let channel = 0; channel < decoded.numberOfChannels; channel += 1) {
    const samples = decoded.getChannelData(channel)
    for (let i = 0; i < mixed.length; i += 1) mixed[i]! += samples[i]! / decoded.numberOfChannels
  }
  return mixed
}

function bufferOf(samples: Float32Array<ArrayBuffer>, sampleRate: number): AudioBuffer {
  const buffer = new AudioBuffer({ length: Math.max(samples.length, 1), numberOfChannels: 1, sampleRate })
  buffer.copyToChannel(samples, 0)
  return buffer
}

/** Samples below this level count as silence (about -60 dBFS). */
const SILENCE = 0.001
/** Silence kept around the sound. Seconds: short, because it adds to the pauses between lines. */
const KEEP = 0.001

/** Returns the range from the first to the last audible sample, or all of `samples` when nothing is audible. */
export function audiblePart(
  samples: Float32Array,
  sampleRate: number,
  from = 0,
  to = samples.length,
): { start: number; end: number } {
  let start = from
  while (start < to && Math.abs(samples[start]!) < SILENCE) start += 1
  if (start === to) return { start: from, end: to }
  let end = to
  while (end > start && Math.abs(samples[end - 1]!) < SILENCE) end -= 1
  const keep = Math.round(KEEP * sampleRate)
  return { start: Math.max(start - keep, from), end: Math.min(end + keep, to) }
}

/** Decodes an MP3 and trims it: by the padding in the encoder's tag, then by level. */
export async function decodeSound(context: BaseAudioContext, bytes: ArrayBuffer): Promise<WebSound> {
  const info = readGaplessInfo(bytes)
  const decoded = await context.decodeAudioData(bytes)
  const { sampleRate, duration } = decoded
  const trim = info ? gaplessTrim(info, duration) : { start: 0, end: duration }
  const samples = mono(decoded)
  const from = Math.round(trim.start * sampleRate)
  const to = Math.min(Math.round(trim.end * sampleRate), samples.length)
  const { start, end } = audiblePart(samples, sampleRate, from, to)
  const buffer = bufferOf(samples.slice(start, end), sampleRate)
  const cutMs = ((start - from) / sampleRate) * 1_000
  return { durationMs: buffer.duration * 1_000, buffer, cutMs, stretched: new Map(), wanted: 1 }
}

/** Prepares a sound for a speed with its pitch kept, in slices so that the page stays responsive. */
export async function prepareSound(sound: WebSound, rate: number): Promise<void> {
  const { buffer, stretched } = sound
  sound.wanted = rate
  if (rate === 1 || stretched.has(rate)) return
  const work = stretch(buffer.getChannelData(0), buffer.sampleRate, rate)
  let began = performance.now()
  let step = work.next()
  while (!step.done) {
    if (performance.now() - began > SLICE_MS) {
      await yieldToPage()
      began = performance.now()
    }
    step = work.next()
  }
  // Only the requested speed is kept; an outdated one that is ready late must not remove it.
  if (sound.wanted === rate) stretched.clear()
  stretched.set(rate, bufferOf(step.value, buffer.sampleRate))
}

/** Returns the samples at a speed; throws when they have not been prepared. */
export function bufferAt({ buffer, stretched }: WebSound, rate: number): AudioBuffer {
  const played = rate === 1 ? buffer : stretched.get(rate)
  if (!played) throw new Error(`The sound is not prepared for ${rate}×.`)
  return played
}

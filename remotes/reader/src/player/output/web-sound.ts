import { isPlain, renderSound, type Rendering } from '@andscene/audio-format/sound/render-sound'
import { tailOf } from '@andscene/audio-format/sound/places'
import type { LineSound } from '@andscene/screenplay/sound/line-sounds'
import type { Sound } from '../ports.ts'
import { gaplessTrim, readGaplessInfo } from './mp3-gapless.ts'

/** Maximum time of a slice before other tasks run. */
const SLICE_MS = 8

export type WebSound = Sound & {
  /** The decoded clip, without a sound of its character. */
  buffer: AudioBuffer
  how: LineSound
  /** Length of this part; `durationMs` is that of the whole, also for a head. */
  lengthMs: number
  /** Silence trimmed from its start. */
  cutMs: number
  /** Rendered for speeds, each with the tail of its place. */
  rendered: Map<number, AudioBuffer>
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
export async function decodeSound(
  context: BaseAudioContext,
  bytes: ArrayBuffer,
  how: LineSound = {},
): Promise<WebSound> {
  const info = readGaplessInfo(bytes)
  const decoded = await context.decodeAudioData(bytes)
  const { sampleRate, duration } = decoded
  const trim = info ? gaplessTrim(info, duration) : { start: 0, end: duration }
  const samples = mono(decoded)
  const from = Math.round(trim.start * sampleRate)
  const to = Math.min(Math.round(trim.end * sampleRate), samples.length)
  const { start, end } = audiblePart(samples, sampleRate, from, to)
  const buffer = bufferOf(samples.slice(start, end), sampleRate)
  const { pace = 1 } = how
  const cutMs = ((start - from) / sampleRate / pace) * 1_000
  const lengthMs = (buffer.duration / pace) * 1_000
  return { durationMs: lengthMs, lengthMs, buffer, how, cutMs, rendered: new Map(), wanted: 1 }
}

const renderingAt = ({ how: { pace = 1, pitch, place } }: WebSound, rate: number): Rendering => ({
  speed: rate * pace,
  pitch,
  place,
})

/** Renders a sound for a speed, in slices so that the page stays responsive. */
export async function prepareSound(sound: WebSound, rate: number): Promise<void> {
  const { buffer, rendered } = sound
  const rendering = renderingAt(sound, rate)
  sound.wanted = rate
  if (isPlain(rendering) || rendered.has(rate)) return
  const work = renderSound(buffer.getChannelData(0), buffer.sampleRate, rendering)
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
  if (sound.wanted === rate) rendered.clear()
  rendered.set(rate, bufferOf(step.value, buffer.sampleRate))
}

/** Returns the samples at a speed, and for how long the place sounds after them; throws when they are not prepared. */
export function bufferAt(sound: WebSound, rate: number): { buffer: AudioBuffer; tailMs: number } {
  const buffer = isPlain(renderingAt(sound, rate)) ? sound.buffer : sound.rendered.get(rate)
  if (!buffer) throw new Error(`The sound is not prepared for ${rate}×.`)
  return { buffer, tailMs: tailOf(sound.how.place) * 1_000 }
}

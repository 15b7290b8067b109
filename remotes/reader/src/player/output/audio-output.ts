import { SoundBlockedError } from '../errors.ts'
import { gaplessTrim, readGaplessInfo } from './mp3-gapless.ts'
import type { AudioOutput, Clock, Sound, Sounding } from '../ports.ts'
import { audiblePart } from './silence.ts'
import { stretch } from './time-stretch.ts'

/** Edges of what is cut short, so that nothing clicks. Seconds. */
const FADE = 0.004
/** A start asked for "now" lies this far ahead, or the graph would begin it late and the next line early. Seconds. */
const LEAST_AHEAD = 0.015
/** A browser that allows sound lets the context run well within this. */
const UNLOCK_TIMEOUT_MS = 1_500
/** Work on one stretch before others get a turn. */
const SLICE_MS = 8
/** After this long without a sound the device is let go. */
const IDLE_MS = 60_000

type WebSound = Sound & {
  buffer: AudioBuffer
  stretched: Map<number, AudioBuffer>
  /** The speed asked for last. */
  wanted: number
}

/** Gives other work of the page its turn. */
const breathe = () =>
  new Promise<void>((resolve) => {
    const { port1, port2 } = new MessageChannel()
    port1.addEventListener('message', () => {
      port1.close()
      resolve()
    })
    port1.start()
    port2.postMessage(null)
  })

/** Seconds from the graph to the ear. */
const latency = (of: AudioContext) => ('outputLatency' in of ? of.outputLatency : 0) || 0

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

/**
 * Sound through one AudioContext: decoded clips, cut to what is audible, started at exact samples of its clock.
 * Speeds other than 1× play a copy that was stretched ahead of time with its pitch kept.
 */
export function createWebAudioOutput(clock: Clock): AudioOutput {
  let context: AudioContext | undefined
  let idle: number | undefined
  let playing = 0
  const interrupted = new Set<() => void>()
  let expectedState: 'running' | 'suspended' = 'suspended'

  function theContext(): AudioContext {
    if (context) return context
    const made = new AudioContext({ latencyHint: 'interactive' })
    made.addEventListener('statechange', () => {
      // iOS says 'interrupted' when a call comes in; others suspend.
      if (made.state !== 'running' && expectedState === 'running' && playing > 0) {
        for (const listener of interrupted) listener()
      }
    })
    context = made
    return made
  }

  function letGoWhenIdle() {
    clock.clearTimeout(idle)
    idle = clock.setTimeout(() => {
      if (playing > 0) return
      expectedState = 'suspended'
      void context?.suspend()
    }, IDLE_MS)
  }

  return {
    async unlock() {
      const own = theContext()
      expectedState = 'running'
      letGoWhenIdle()
      if (own.state === 'running') return
      // Where sound is refused, resume() neither resolves nor rejects.
      let id: number | undefined
      const refused = new Promise<never>((_, reject) => {
        id = clock.setTimeout(() => reject(new SoundBlockedError()), UNLOCK_TIMEOUT_MS)
      })
      try {
        await Promise.race([own.resume(), refused])
      } catch {
        throw new SoundBlockedError()
      } finally {
        clock.clearTimeout(id)
      }
    },

    async decode(bytes) {
      const info = readGaplessInfo(bytes)
      const decoded = await theContext().decodeAudioData(bytes)
      const { sampleRate, duration } = decoded
      const trim = info ? gaplessTrim(info, duration) : { start: 0, end: duration }
      const samples = mono(decoded)
      const { start, end } = audiblePart(
        samples,
        sampleRate,
        Math.round(trim.start * sampleRate),
        Math.min(Math.round(trim.end * sampleRate), samples.length),
      )
      const buffer = bufferOf(samples.slice(start, end), sampleRate)
      const sound: WebSound = { durationMs: buffer.duration * 1_000, buffer, stretched: new Map(), wanted: 1 }
      return sound
    },

    async prepare(sound, rate) {
      const own = sound as WebSound
      const { buffer, stretched } = own
      own.wanted = rate
      if (rate === 1 || stretched.has(rate)) return
      const work = stretch(buffer.getChannelData(0), buffer.sampleRate, rate)
      let began = performance.now()
      let step = work.next()
      while (!step.done) {
        if (performance.now() - began > SLICE_MS) {
          await breathe()
          began = performance.now()
        }
        step = work.next()
      }
      // One speed at a time is listened to: the former copy is only memory. One that is late takes none away.
      if (own.wanted === rate) stretched.clear()
      stretched.set(rate, bufferOf(step.value, buffer.sampleRate))
    },

    start(sound, { at, offsetMs, rate }) {
      const own = theContext()
      // It was let go while this sound was waited for.
      if (expectedState === 'suspended') {
        expectedState = 'running'
        void own.resume().catch(() => undefined)
      }
      const { buffer, stretched } = sound as WebSound
      const played = rate === 1 ? buffer : stretched.get(rate)
      if (!played) throw new Error(`The sound is not prepared for ${rate}×.`)
      const offset = Math.min(offsetMs / 1_000 / rate, played.duration)
      const when = Math.max(at / 1_000, own.currentTime + LEAST_AHEAD)
      const gain = new GainNode(own, { gain: 1 })
      const source = new AudioBufferSourceNode(own, { buffer: played })
      source.connect(gain).connect(own.destination)
      if (offset > 0) {
        gain.gain.setValueAtTime(0, when)
        gain.gain.linearRampToValueAtTime(1, when + FADE)
      }
      source.start(when, offset)
      // On a busy machine that moment may have passed meanwhile; then the graph begins at once.
      const began = Math.max(when, own.currentTime)
      playing += 1
      clock.clearTimeout(idle)
      let over = false
      source.addEventListener('ended', () => {
        over = true
        playing -= 1
        gain.disconnect()
        if (playing === 0) letGoWhenIdle()
      })
      const sounding: Sounding = {
        startsAt: began * 1_000,
        endsAt: (began + played.duration - offset) * 1_000,
        stop() {
          if (over) return
          const now = own.currentTime
          gain.gain.cancelScheduledValues(now)
          gain.gain.setValueAtTime(gain.gain.value, now)
          gain.gain.linearRampToValueAtTime(0, now + FADE)
          source.stop(now + FADE)
        },
      }
      return sounding
    },

    now: () => theContext().currentTime * 1_000,
    audibleNow() {
      const own = theContext()
      return (own.currentTime - latency(own)) * 1_000
    },
    onInterrupted(listener) {
      interrupted.add(listener)
      return () => interrupted.delete(listener)
    },
  }
}

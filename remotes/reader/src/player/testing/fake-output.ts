import { Emitter } from '@andscene/web-kit/emitter'
import { SoundBlockedError } from '../errors.ts'
import type { AudioOutput, Clock, Resumption, Sound, Sounding } from '../ports.ts'

type Started = {
  text: string
  startsAt: number
  endsAt: number
  offsetMs: number
  rate: number
  stoppedAt?: number
}

export type FakeOutput = AudioOutput & {
  /** All sounds scheduled so far, in order. */
  started: Started[]
  /** Returns what is audible now. */
  audible(): string[]
  /** Returns all sounds in order, with start and end times; stopped sounds end when they were stopped. */
  heard(): { text: string; from: number; to: number }[]
  blocked: boolean
  decodeMs: number
  /** Where the next partial sounds resume once complete, to simulate a late rest. */
  late: Resumption[]
  /** Length of a partial sound before it is complete. */
  headMs: number
  interrupt(): void
  /** Changes of the volume: target and duration, with their times. */
  volumes: { to: number; ms: number; at: number }[]
}

export type FakeSound = Sound & { text: string; next?: Promise<Sound> }

async function untilWhole(next: Promise<Sound>): Promise<void> {
  const sound = (await next) as FakeSound
  if (sound.next) await untilWhole(sound.next)
}

/** An output whose timeline is the clock. A clip's bytes are its text; `corrupt…` cannot be decoded. */
export function createFakeOutput(clock: Clock, durationOf: (text: string) => number): FakeOutput {
  const interrupted = new Emitter()
  const prepared = new Map<Sound, number>()
  const output: FakeOutput = {
    started: [],
    blocked: false,
    decodeMs: 0,
    late: [],
    headMs: Number.POSITIVE_INFINITY,
    async unlock() {
      if (output.blocked) throw new SoundBlockedError()
    },
    async decode(bytes, { pace = 1 } = {}) {
      const text = new TextDecoder().decode(bytes)
      if (output.decodeMs > 0) {
        await new Promise<void>((resolve) => {
          clock.setTimeout(resolve, output.decodeMs)
        })
      }
      if (text.startsWith('corrupt')) throw new Error('no sound')
      const sound: FakeSound = { text, durationMs: durationOf(text) / pace }
      return sound
    },
    // Partial playback is tested with the real output; here it plays as any other clip.
    async decodeBegun({ bytes, wholeMs, next }, how) {
      const sound = (await output.decode(bytes, how)) as FakeSound
      return { ...sound, durationMs: wholeMs / (how?.pace ?? 1), next }
    },
    async prepare(sound, rate) {
      prepared.set(sound, rate)
    },
    start(sound, { at, offsetMs, rate, onResumed }) {
      if (rate !== 1 && prepared.get(sound) !== rate) throw new Error('not prepared')
      const { text, durationMs, next } = sound as FakeSound
      const startsAt = Math.max(at, clock.now())
      const one: Started = {
        text,
        startsAt,
        endsAt: startsAt + (durationMs - offsetMs) / rate,
        offsetMs,
        rate,
      }
      output.started.push(one)
      let isOpen = next !== undefined && Number.isFinite(output.headMs)
      const close = () => void (isOpen = false)
      next?.then(close, close)
      const sounding: Sounding = {
        startsAt: one.startsAt,
        get silentFrom() {
          return isOpen ? startsAt + Math.max(0, output.headMs - offsetMs) / rate : undefined
        },
        endsAt: one.endsAt,
        whole:
          next &&
          untilWhole(next).then(() => {
            const resumption = output.late.shift()
            if (resumption) onResumed?.(resumption)
          }),
        stop() {
          one.stoppedAt ??= clock.now()
        },
      }
      return sounding
    },
    volumes: [],
    setVolume: (to, ms) => void output.volumes.push({ to, ms, at: clock.now() }),
    now: () => clock.now(),
    audibleNow: () => clock.now(),
    onInterrupted: interrupted.subscribe,
    audible: () =>
      output
        .heard()
        .filter((one) => one.from <= clock.now() && clock.now() < one.to)
        .map((one) => one.text),
    heard: () =>
      output.started
        .map((one) => ({
          text: one.text,
          from: one.startsAt,
          to: Math.min(one.endsAt, one.stoppedAt ?? Number.POSITIVE_INFINITY),
        }))
        .filter((one) => one.to > one.from),
    interrupt: interrupted.emit,
  }
  return output
}

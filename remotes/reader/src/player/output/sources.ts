/** Fade at cut edges, against clicks. Milliseconds. */
const FADE_MS = 4
/** Minimum lead of a start "now", or the audio graph would start it late and the next line early. Milliseconds. */
const LEAST_AHEAD_MS = 15

/** A buffer scheduled on the context's timeline. Times are in milliseconds; the tail of its place comes after `endsAt`. */
export type ScheduledSource = {
  readonly startsAt: number
  readonly endsAt: number
  /** Stops it with a short fade; if it has not started, it is never heard. */
  stop(): void
  /** Fades it out from a time on. */
  fadeOut(atMs: number, lengthMs: number): void
}

export type Samples = { buffer: AudioBuffer; tailMs: number }
export type SourceStart = { atMs: number; offsetMs: number; fadeInMs?: number | undefined }

/** Starts buffers on a context at exact times, and counts the playing ones. Calls `onIdle` when the last has ended. */
export function createSources(onIdle: () => void) {
  let playing = 0
  return {
    count: () => playing,
    start(
      context: AudioContext,
      destination: AudioNode,
      { buffer, tailMs }: Samples,
      { atMs, offsetMs, fadeInMs }: SourceStart,
    ): ScheduledSource {
      const length = buffer.duration - tailMs / 1_000
      const offset = Math.min(offsetMs / 1_000, length)
      const when = Math.max(atMs, context.currentTime * 1_000 + LEAST_AHEAD_MS) / 1_000
      const gain = new GainNode(context, { gain: 1 })
      const source = new AudioBufferSourceNode(context, { buffer })
      source.connect(gain).connect(destination)
      if (offset > 0) {
        gain.gain.setValueAtTime(0, when)
        gain.gain.linearRampToValueAtTime(1, when + (fadeInMs ?? FADE_MS) / 1_000)
      }
      source.start(when, offset)
      // On a busy machine, that time may have passed; then the audio graph starts immediately.
      const began = Math.max(when, context.currentTime)
      playing += 1
      let over = false
      source.addEventListener('ended', () => {
        over = true
        playing -= 1
        gain.disconnect()
        if (playing === 0) onIdle()
      })
      return {
        startsAt: began * 1_000,
        endsAt: (began + length - offset) * 1_000,
        stop() {
          if (over) return
          const now = context.currentTime
          gain.gain.cancelScheduledValues(now)
          gain.gain.setValueAtTime(gain.gain.value, now)
          gain.gain.linearRampToValueAtTime(0, now + FADE_MS / 1_000)
          source.stop(now + FADE_MS / 1_000)
        },
        fadeOut(from, lengthMs) {
          gain.gain.setValueAtTime(1, from / 1_000)
          gain.gain.linearRampToValueAtTime(0, (from + lengthMs) / 1_000)
        },
      }
    },
  }
}

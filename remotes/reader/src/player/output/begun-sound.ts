import type { BegunClip, Sounding } from '../ports.ts'
import type { ScheduledSource, SourceStart } from './sources.ts'
import { decodeSound, prepareSound, type WebSound } from './web-sound.ts'

/** The head and the whole are the same words twice: one fades into the other, between two of them. Milliseconds. */
const CROSS_FADE_MS = 20

/** A clip whose head is decoded, and whose whole follows as soon as it has come and been decoded. */
export async function decodeBegunSound(
  context: BaseAudioContext,
  { bytes, wholeMs, whole }: BegunClip,
): Promise<WebSound> {
  const head = await decodeSound(context, bytes)
  const rest: NonNullable<WebSound['rest']> = { ready: undefined, whole: follow() }
  const sound: WebSound = { ...head, durationMs: Math.max(wholeMs - head.cutMs, head.durationMs), rest }
  rest.whole.catch(() => undefined)
  return sound

  async function follow(): Promise<WebSound> {
    const decoded = (await whole) as WebSound
    // The speed may change while it is made ready for another.
    while (decoded.wanted !== sound.wanted) await prepareSound(decoded, sound.wanted)
    rest.ready = decoded
    return decoded
  }
}

/** Offset and fade are counted at 1×. */
export type SoundStart = SourceStart & { rate: number }
type Deps = {
  /** Plays a sound that is at hand from a point of it on, both in milliseconds. */
  play(sound: WebSound, start: SoundStart): ScheduledSource
  /** The time line, milliseconds. */
  now(): number
}

/**
 * Plays the head, and goes over to the whole when that is there: in time without a gap, else with a silence after which
 * nothing is missing.
 */
export function playBegun(sound: WebSound, start: SoundStart, { play, now }: Deps): Sounding {
  const { rest, cutMs } = sound
  const { offsetMs, rate } = start
  const headMs = sound.buffer.duration * 1_000
  const head = offsetMs < headMs - CROSS_FADE_MS ? play(sound, start) : undefined
  const startsAt = head?.startsAt ?? Math.max(start.atMs, now())
  let endsAt = startsAt + (sound.durationMs - offsetMs) / rate
  let following: ScheduledSource | undefined
  let isStopped = false

  const whole = rest!.whole.then(
    (decoded) => {
      // One whose speed was changed meanwhile is about to be started anew.
      if (isStopped || decoded.wanted !== rate) return undefined
      // The same point of the words in both; each was cut to what is audible by itself.
      const fromMs = head ? headMs - CROSS_FADE_MS : offsetMs
      const dueAt = head ? head.endsAt - CROSS_FADE_MS / rate : startsAt
      following = play(decoded, {
        atMs: Math.max(dueAt, now()),
        offsetMs: Math.max(0, fromMs + cutMs - decoded.cutMs),
        rate,
        fadeInMs: CROSS_FADE_MS,
      })
      endsAt = following.endsAt
      if (following.startsAt < dueAt + CROSS_FADE_MS / rate)
        head?.fadeOut(following.startsAt, CROSS_FADE_MS / rate)
      else return { startsAt: following.startsAt, offsetMs: fromMs }
      return undefined
    },
    (error: unknown) => {
      endsAt = head?.endsAt ?? startsAt
      throw error
    },
  )
  whole.catch(() => undefined)

  return {
    startsAt,
    get endsAt() {
      return endsAt
    },
    whole,
    stop() {
      isStopped = true
      head?.stop()
      following?.stop()
    },
  }
}

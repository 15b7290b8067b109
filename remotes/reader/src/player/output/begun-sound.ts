import type { LineSound } from '@andscene/screenplay/sound/line-sounds'
import type { BegunClip, Resumption, Sounding } from '../ports.ts'
import type { ScheduledSource, SourceStart } from './sources.ts'
import { decodeSound, prepareSound, type WebSound } from './web-sound.ts'

/** Cross-fade between a head and the longer part, which start with the same words. Milliseconds. */
const CROSS_FADE_MS = 20

/** Decodes the head of a clip; longer heads or the whole follow once they have loaded and been decoded. */
export async function decodeBegunSound(
  context: BaseAudioContext,
  { bytes, wholeMs, next }: BegunClip,
  how: LineSound = {},
): Promise<WebSound> {
  const head = await decodeSound(context, bytes, how)
  const rest: NonNullable<WebSound['rest']> = { ready: undefined, next: follow() }
  const sound: WebSound = {
    ...head,
    durationMs: Math.max(wholeMs / (how.pace ?? 1) - head.cutMs, head.lengthMs),
    rest,
  }
  rest.next.catch(() => undefined)
  return sound

  async function follow(): Promise<WebSound> {
    const decoded = (await next) as WebSound
    // The speed may change during the preparation.
    while (decoded.wanted !== sound.wanted) await prepareBegun(decoded, sound.wanted)
    rest.ready = decoded
    return decoded
  }
}

/** Returns the longest available part of a sound. */
export function latestOf(sound: WebSound): WebSound {
  let latest = sound
  while (latest.rest?.ready) latest = latest.rest.ready
  return latest
}

/** Prepares the longest available part for a speed; later parts are prepared for the same. */
export async function prepareBegun(sound: WebSound, rate: number): Promise<void> {
  for (let each: WebSound | undefined = sound; each; each = each.rest?.ready) {
    if (each.rest?.ready) each.wanted = rate
    else await prepareSound(each, rate)
  }
}

/** Offset and fade are in milliseconds at 1×. */
export type SoundStart = SourceStart & { rate: number }
type Deps = {
  /** Plays a decoded sound from a point on, in milliseconds. */
  play(sound: WebSound, start: SoundStart): ScheduledSource
  /** Time on the timeline, in milliseconds. */
  now(): number
  /** Called when the sound resumes after a silence. */
  onResumed(resumption: Resumption): void
}

/** Plays the longest available part, and cross-fades to longer ones, without a gap if they arrive in time. */
export function playBegun(sound: WebSound, start: SoundStart, deps: Deps): Sounding {
  const latest = latestOf(sound)
  return latest.rest ? playHead(latest, latest.rest, start, deps) : deps.play(latest, start)
}

function playHead(
  sound: WebSound,
  rest: NonNullable<WebSound['rest']>,
  start: SoundStart,
  deps: Deps,
): Sounding {
  const { offsetMs, rate } = start
  const headMs = sound.lengthMs
  const head = reaches(sound, offsetMs) ? deps.play(sound, start) : undefined
  const startsAt = head?.startsAt ?? Math.max(start.atMs, deps.now())
  let endsAt = startsAt + (sound.durationMs - offsetMs) / rate
  let following: Sounding | undefined
  let isStopped = false
  let isLost = false

  // The same point of the words in both parts: each was trimmed separately.
  const fromMs = head ? headMs - CROSS_FADE_MS : offsetMs
  const offsetIn = (longer: WebSound) => Math.max(0, fromMs + sound.cutMs - longer.cutMs)

  async function playNext(): Promise<void> {
    let longer = latestOf(await rest.next)
    while (longer.rest && !reaches(longer, offsetIn(longer))) longer = latestOf(await longer.rest.next)
    // The speed was changed, so playback is about to restart.
    if (isStopped || longer.wanted !== rate) return
    const fade = CROSS_FADE_MS / rate
    const dueAt = head ? head.endsAt - fade : startsAt
    const atMs = Math.max(dueAt, deps.now())
    following = playBegun(longer, { atMs, offsetMs: offsetIn(longer), rate, fadeInMs: CROSS_FADE_MS }, deps)
    if (following.startsAt < dueAt + fade) head?.fadeOut(following.startsAt, fade)
    else deps.onResumed({ startsAt: following.startsAt, offsetMs: fromMs })
    await following.whole
  }
  const whole = playNext().catch((error: unknown) => {
    isLost = true
    endsAt = head?.endsAt ?? startsAt
    throw error
  })
  whole.catch(() => undefined)

  return {
    startsAt,
    get endsAt() {
      return following?.endsAt ?? endsAt
    },
    whole,
    get silentFrom() {
      if (isLost) return undefined
      return following ? following.silentFrom : (head?.endsAt ?? startsAt)
    },
    stop() {
      isStopped = true
      head?.stop()
      following?.stop()
    },
  }
}

/** Returns whether the sound is longer than this point. */
const reaches = ({ lengthMs }: WebSound, offsetMs: number) => offsetMs < lengthMs - CROSS_FADE_MS

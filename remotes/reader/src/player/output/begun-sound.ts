import type { BegunClip, Resumption, Sounding } from '../ports.ts'
import type { ScheduledSource, SourceStart } from './sources.ts'
import { decodeSound, prepareSound, type WebSound } from './web-sound.ts'

/** A head and what follows it are the same words twice: one fades into the other, between two of them. Milliseconds. */
const CROSS_FADE_MS = 20

/** A clip whose head is decoded; a longer head or the whole follows as soon as it has arrived and been decoded. */
export async function decodeBegunSound(
  context: BaseAudioContext,
  { bytes, wholeMs, next }: BegunClip,
): Promise<WebSound> {
  const head = await decodeSound(context, bytes)
  const rest: NonNullable<WebSound['rest']> = { ready: undefined, next: follow() }
  const sound: WebSound = { ...head, durationMs: Math.max(wholeMs - head.cutMs, head.durationMs), rest }
  rest.next.catch(() => undefined)
  return sound

  async function follow(): Promise<WebSound> {
    const decoded = (await next) as WebSound
    // The speed may change while it is made ready for another.
    while (decoded.wanted !== sound.wanted) await prepareBegun(decoded, sound.wanted)
    rest.ready = decoded
    return decoded
  }
}

/** The longest that is there of a sound. */
export function latestOf(sound: WebSound): WebSound {
  let latest = sound
  while (latest.rest?.ready) latest = latest.rest.ready
  return latest
}

/** Makes the longest that is there of a sound ready for a speed; what comes is made ready for the same. */
export async function prepareBegun(sound: WebSound, rate: number): Promise<void> {
  for (let each: WebSound | undefined = sound; each; each = each.rest?.ready) {
    if (each.rest?.ready) each.wanted = rate
    else await prepareSound(each, rate)
  }
}

/** Offset and fade are counted at 1×. */
export type SoundStart = SourceStart & { rate: number }
type Deps = {
  /** Plays a sound that is at hand from a point of it on, both in milliseconds. */
  play(sound: WebSound, start: SoundStart): ScheduledSource
  /** The time line, milliseconds. */
  now(): number
  /** It resumed after a silence. */
  onResumed(resumption: Resumption): void
}

/** Plays the longest part of a sound that is there, and goes over to longer ones, without a gap if they are in time. */
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
  const headMs = sound.buffer.duration * 1_000
  const head = reaches(sound, offsetMs) ? deps.play(sound, start) : undefined
  const startsAt = head?.startsAt ?? Math.max(start.atMs, deps.now())
  let endsAt = startsAt + (sound.durationMs - offsetMs) / rate
  let following: Sounding | undefined
  let isStopped = false
  let isLost = false

  // The same point of the words in both; each was trimmed to its own audible part.
  const fromMs = head ? headMs - CROSS_FADE_MS : offsetMs
  const offsetIn = (longer: WebSound) => Math.max(0, fromMs + sound.cutMs - longer.cutMs)

  async function goOn(): Promise<void> {
    let longer = latestOf(await rest.next)
    while (longer.rest && !reaches(longer, offsetIn(longer))) longer = latestOf(await longer.rest.next)
    // One whose speed was changed meanwhile is about to be restarted.
    if (isStopped || longer.wanted !== rate) return
    const fade = CROSS_FADE_MS / rate
    const dueAt = head ? head.endsAt - fade : startsAt
    const atMs = Math.max(dueAt, deps.now())
    following = playBegun(longer, { atMs, offsetMs: offsetIn(longer), rate, fadeInMs: CROSS_FADE_MS }, deps)
    if (following.startsAt < dueAt + fade) head?.fadeOut(following.startsAt, fade)
    else deps.onResumed({ startsAt: following.startsAt, offsetMs: fromMs })
    await following.whole
  }
  const whole = goOn().catch((error: unknown) => {
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

/** Whether anything of a sound is heard from this point of it on. */
const reaches = ({ buffer }: WebSound, offsetMs: number) => offsetMs < buffer.duration * 1_000 - CROSS_FADE_MS

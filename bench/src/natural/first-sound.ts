import { CLIP_HEADERS } from '@andscene/contracts/clip'
import { generateClip } from '@andscene/contracts/routes/speech'
import { setTimeout as delay } from 'node:timers/promises'
import { openStand, type Stand } from '../narration/stand.ts'
import { median, percentile, report } from '../report.ts'
import { shortLine } from './lines.ts'
import { naturalVoices, WITH_NATURAL_VOICES } from './stand.ts'

const WARM_UP = 3
const LINES = 40
const FIRST_SOUND_MS = 600
/** A listener looks for the next line to click. */
const PAUSE_MS = 400

type Spoken = { voiceId: string; text: string; scriptId?: string; lineId?: string }

/** From asking for a line that is not made yet to the sound that can be played, through the gateway, with a warm engine. */
export async function firstSound(): Promise<void> {
  const stand = await openStand(WITH_NATURAL_VOICES)
  try {
    const { first, whole, silent } = await firstSounds(stand, { count: LINES, from: 0 })
    report('a line that is not made: first sound, p50', median(first), 'ms', { limit: FIRST_SOUND_MS })
    report('a line that is not made: first sound, p95', percentile(first, 0.95), 'ms')
    report('a line that is not made: the whole, p50', median(whole), 'ms')
    report('a line that is not made: silence once it has begun, p95', percentile(silent, 0.95), 'ms')
  } finally {
    await stand.close()
  }
}

/**
 * Of `count` lines, one after the other, from line `from` on: milliseconds until the first sound and until the whole, and
 * how long who hears it as it comes hears nothing in between.
 */
export async function firstSounds(stand: Stand, { count, from }: { count: number; from: number }) {
  const voices = (await naturalVoices(stand)).filter(({ locale }) => locale === 'en-US').slice(0, 6)
  const first: number[] = []
  const whole: number[] = []
  const silent: number[] = []
  for (let n = -WARM_UP; n < count; n += 1) {
    const { voiceId } = voices[(n + WARM_UP) % voices.length]!
    const body = { voiceId, text: shortLine(from + n + WARM_UP) }
    const heard = await hear(stand, body)
    if (n >= 0) {
      first.push(heard.first)
      whole.push(heard.whole)
      silent.push(heard.silent)
    }
    await delay(PAUSE_MS)
  }
  return { first, whole, silent }
}

/** Asks for a line as the player does, head by head: milliseconds until each is there, and of silence in between. */
export async function hear(stand: Stand, body: Spoken) {
  const begin = performance.now()
  let first: number | undefined
  let headMs = 0
  let silent = 0
  for (;;) {
    const clip = await stand.api.call(generateClip, { body: { ...body, head: true, headMs } })
    await clip.arrayBuffer()
    const after = performance.now() - begin
    first ??= after
    silent += Math.max(0, after - first - silent - headMs)
    const longer = Number(clip.headers.get(CLIP_HEADERS.head) ?? 0)
    if (longer <= headMs) return { first, silent, whole: after }
    headMs = longer
  }
}

import { CLIP_HEADERS } from '@andscene/contracts/clip'
import { generateClip } from '@andscene/contracts/routes/speech'
import { availableParallelism } from 'node:os'
import { setTimeout as delay } from 'node:timers/promises'
import { openStand, type Stand } from '../narration/stand.ts'
import { median, percentile, report } from '../report.ts'
import { openBareEngine } from './bare-engine.ts'
import { shortLine } from './lines.ts'
import { naturalVoices, WITH_NATURAL_VOICES } from './stand.ts'

const WARM_UP = 3
const LINES = 200
/** So many of them are also spoken by the bare engine. */
const BARE_LINES = 40
/** Of the time that the bare engine takes for the whole line. */
const SHARE = { p50: 0.25, p95: 0.5 }
const LONGEST_GAP_MS = 60
/** A listener looks for the next line to click. */
const PAUSE_MS = 400

type Spoken = { voiceId: string; text: string; scriptId?: string; lineId?: string }

/**
 * From asking for a line that is not made yet to the sound that can be played, through the gateway, with a warm engine; and
 * as a share of what the bare engine takes for the same line on as many threads.
 */
export async function firstSound(): Promise<void> {
  const bare = await bareTimes(BARE_LINES)
  const stand = await openStand(WITH_NATURAL_VOICES)
  try {
    const { first, whole, silent } = await firstSounds(stand, { count: LINES, from: 0 })
    const shares = bare.map((tookMs, line) => first[line]! / tookMs)
    report('the bare engine: the whole line, p50', median(bare), 'ms')
    report('a line that is not made: first sound, p50', median(first), 'ms')
    report('a line that is not made: first sound, p95', percentile(first, 0.95), 'ms')
    report('first sound, times the bare engine, p50', median(shares), '×', { limit: SHARE.p50 })
    report('first sound, times the bare engine, p95', percentile(shares, 0.95), '×', { limit: SHARE.p95 })
    report('a line that is not made: the whole, p50', median(whole), 'ms')
    report('silence once a line has begun, p95', percentile(silent, 0.95), 'ms')
    const gaps = silent.filter((ms) => ms > LONGEST_GAP_MS)
    report(`of ${LINES} lines with a gap of over ${LONGEST_GAP_MS} ms`, gaps.length, 'lines', { limit: 0 })
  } finally {
    await stand.close()
  }
}

/** Of the first lines, each as long as the bare engine takes for it (ms). */
async function bareTimes(count: number): Promise<number[]> {
  const engine = await openBareEngine(availableParallelism())
  const times: number[] = []
  try {
    for (let n = -WARM_UP; n < count; n += 1) {
      const { tookMs } = await engine.speak(shortLine(n + WARM_UP))
      if (n >= 0) times.push(tookMs)
    }
    return times
  } finally {
    await engine.close()
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

import { CLIP_HEADERS } from '@andscene/contracts/voices/clip'
import { generateClip } from '@andscene/contracts/routes/speech'
import { availableParallelism } from 'node:os'
import { setTimeout as delay } from 'node:timers/promises'
import { median, quantile } from 'simple-statistics'
import { spokenLine } from '../generated-scripts.ts'
import { report, reportTimes } from '../report.ts'
import { openStand, type Stand } from '../stand.ts'
import { openBareEngine } from './bare-engine.ts'
import { naturalVoices, WITH_NATURAL_VOICES } from './natural-voices.ts'

const WARM_UP = 3
const LINES = 200
/** Lines that the bare engine speaks for comparison. */
const BARE_LINES = 40
/** Limits, as shares of the bare engine's time for the whole line. */
const SHARE = { p50: 0.25, p95: 0.5 }
const LONGEST_GAP_MS = 60
/** Time in which a listener finds the next line to click. */
const PAUSE_MS = 400

/**
 * Measures the time from requesting a line without a clip to its first playable sound, through the gateway with a warm
 * engine; also as a share of the bare engine's time for the same line.
 */
export async function firstSound(): Promise<void> {
  const bare = await bareTimes()
  await using stand = await openStand(WITH_NATURAL_VOICES)
  const voices = (await naturalVoices(stand)).filter(({ locale }) => locale === 'en-US').slice(0, 6)
  const heard: Awaited<ReturnType<typeof hear>>[] = []
  for (let n = 0; n < WARM_UP + LINES; n += 1) {
    heard.push(await hear(stand, { voiceId: voices[n % voices.length]!.voiceId, text: spokenLine(n) }))
    await delay(PAUSE_MS)
  }
  const lines = heard.slice(WARM_UP)
  const first = lines.map((line) => line.first)
  const silent = lines.map((line) => line.silent)
  const shares = bare.map((tookMs, line) => first[line]! / tookMs)
  report('the bare engine: the whole line, p50', median(bare), 'ms')
  reportTimes('a line without a clip: first sound', first)
  report('first sound, times the bare engine, p50', median(shares), '×', { limit: SHARE.p50 })
  report('first sound, times the bare engine, p95', quantile(shares, 0.95), '×', { limit: SHARE.p95 })
  report('a line without a clip: the whole, p50', median(lines.map(({ whole }) => whole)), 'ms')
  report('silence once a line has begun, p95', quantile(silent, 0.95), 'ms')
  const gaps = silent.filter((ms) => ms > LONGEST_GAP_MS)
  report(`of ${LINES} lines with a gap of over ${LONGEST_GAP_MS} ms`, gaps.length, 'lines', { limit: 0 })
}

/** The bare engine's time (ms) for each of the first lines. */
async function bareTimes(): Promise<number[]> {
  const engine = await openBareEngine(availableParallelism())
  const times: number[] = []
  try {
    for (let n = 0; n < WARM_UP + BARE_LINES; n += 1) times.push(await engine.speak(spokenLine(n)))
    return times.slice(WARM_UP)
  } finally {
    await engine.close()
  }
}

/**
 * Requests a line in parts, as the player does; returns milliseconds to the first sound, to the whole line, and of
 * silence.
 */
async function hear(stand: Stand, body: { voiceId: string; text: string }) {
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

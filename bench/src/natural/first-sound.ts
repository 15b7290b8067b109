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

/** From asking for a line that is not made yet to the sound that can be played, through the gateway, with a warm engine. */
export async function firstSound(): Promise<void> {
  const stand = await openStand(WITH_NATURAL_VOICES)
  try {
    const { first, whole } = await firstSounds(stand, { count: LINES, from: 0 })
    report('a line that is not made: first sound, p50', median(first), 'ms', { limit: FIRST_SOUND_MS })
    report('a line that is not made: first sound, p95', percentile(first, 0.95), 'ms')
    report('a line that is not made: the whole, p50', median(whole), 'ms')
  } finally {
    await stand.close()
  }
}

/** Milliseconds until the first sound and until the whole of `count` lines, one after the other, from line `from` on. */
export async function firstSounds(stand: Stand, { count, from }: { count: number; from: number }) {
  const voices = (await naturalVoices(stand)).filter(({ locale }) => locale === 'en-US').slice(0, 6)
  const first: number[] = []
  const whole: number[] = []
  for (let n = -WARM_UP; n < count; n += 1) {
    const { voiceId } = voices[(n + WARM_UP) % voices.length]!
    const body = { voiceId, text: shortLine(from + n + WARM_UP) }
    const begin = performance.now()
    const head = await stand.api.call(generateClip, { body: { ...body, head: true } })
    await head.arrayBuffer()
    const heard = performance.now() - begin
    const clip = await stand.api.call(generateClip, { body })
    await clip.arrayBuffer()
    if (n >= 0) {
      first.push(heard)
      whole.push(performance.now() - begin)
    }
    await delay(PAUSE_MS)
  }
  return { first, whole }
}

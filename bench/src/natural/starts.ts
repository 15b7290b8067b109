import { CallError } from '@andscene/contracts/client'
import { generateClip } from '@andscene/contracts/routes/speech'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { setTimeout as delay } from 'node:timers/promises'
import { openStand, type Stand } from '../narration/stand.ts'
import { median, percentile, report } from '../report.ts'
import { hear } from './first-sound.ts'
import { shortLine } from './lines.ts'
import { naturalVoices, WITH_NATURAL_VOICES } from './stand.ts'

const ASK_AGAIN_MS = 250
const LATER_LINES = 8
const PAUSE_MS = 400
/** How long a page has been open when somebody presses Play. */
const OPEN_MS = 3_000
const TIMES_LATER_AT_MOST = 1.5

/**
 * Starts the platform `count` times next to a process that keeps a processor busy. Each time, once natural voices are listed
 * as ready, asks for a clip until it is there: how often it was refused, and how long it took.
 */
export async function starts(count: number): Promise<void> {
  const busy = spawn(process.execPath, ['-e', 'for (;;);'], { stdio: 'ignore' })
  try {
    const took: number[] = []
    let refusals = 0
    for (let n = 0; n < count; n += 1) {
      const stand = await openStand(WITH_NATURAL_VOICES)
      try {
        const { ms, refused } = await firstClip(stand, n)
        took.push(ms)
        refusals += refused.length
        process.stdout.write(`start ${n + 1}: first clip after ${Math.round(ms)} ms\n`)
        for (const why of refused) process.stdout.write(`  refused: ${why}\n`)
      } finally {
        await stand.close()
      }
    }
    report(`clips refused in ${count} starts with a busy processor`, refusals, 'clips', { limit: 0 })
    report('first clip after voices are listed as ready, p50', median(took), 'ms')
    report('first clip after voices are listed as ready, longest', Math.max(...took), 'ms')
  } finally {
    const ended = once(busy, 'exit')
    busy.kill('SIGKILL')
    await ended
  }
}

async function firstClip(stand: Stand, n: number): Promise<{ ms: number; refused: string[] }> {
  const { voiceId } = (await naturalVoices(stand)).find(({ locale }) => locale === 'en-US')!
  const begin = performance.now()
  const refused: string[] = []
  for (;;) {
    try {
      const clip = await stand.api.call(generateClip, { body: { voiceId, text: shortLine(n) } })
      await clip.arrayBuffer()
      return { ms: performance.now() - begin, refused }
    } catch (error) {
      if (!(error instanceof CallError)) throw error
      refused.push(`${error.status} ${error.message}`)
      await delay(ASK_AGAIN_MS)
    }
  }
}

/** The first sound of a platform on which a page with natural voices was open for three seconds, and the ones after it. */
export async function opened(count: number): Promise<void> {
  const first: number[] = []
  const later: number[] = []
  for (let n = 0; n < count; n += 1) {
    const stand = await openStand(WITH_NATURAL_VOICES)
    try {
      const voices = (await naturalVoices(stand)).filter(({ locale }) => locale === 'en-US').slice(0, 4)
      await delay(OPEN_MS)
      for (let line = 0; line <= LATER_LINES; line += 1) {
        const { voiceId } = voices[line % voices.length]!
        const heard = await hear(stand, { voiceId, text: shortLine(n * 100 + line) })
        if (line === 0) first.push(heard.first)
        else later.push(heard.first)
        await delay(PAUSE_MS)
      }
    } finally {
      await stand.close()
    }
  }
  report('first sound after a page was open for 3 s, p50', median(first), 'ms', { runs: first })
  report('later first sounds, p50', median(later), 'ms')
  report('later first sounds, p95', percentile(later, 0.95), 'ms')
  report('the first one, times the later ones', median(first) / median(later), '×', {
    limit: TIMES_LATER_AT_MOST,
  })
}

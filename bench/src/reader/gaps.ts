import { NO_LINE } from '@andscene/contracts/limits'
import { saveProgress } from '@andscene/contracts/routes/progress'
import type { Script } from '@andscene/contracts/script'
import { joined, Recorder, type Recording } from '@andscene/e2e/fixtures/recorder'
import { silenceAround } from '@andscene/e2e/fixtures/sound'
import { gapAtRate, gapBetween } from '@andscene/screenplay/timing/line-gaps'
import type { BrowserContext, Page } from '@playwright/test'
import { report } from '../report.ts'
import { median } from 'simple-statistics'
import { openScript, press } from './listening.ts'
import { shortLines } from '../generated-scripts.ts'
import { openReaderStand } from '../stand.ts'

const LINES = 300
const RATES = [2, 1]
const MEDIAN_LIMIT_MS = 5
const MAX_GAP_MS = 20
/** Interval at which the recording is read from the page. */
const TAKE_MS = 5_000

/** Measures silence or overlap between lines beyond the planned pause, at the output of the audio graph. */
export async function gaps(): Promise<void> {
  await using stand = await openReaderStand()
  const script = await stand.api.upload('short.fdx', shortLines(LINES))
  await stand.cast(script)
  for (const rate of RATES) {
    const context = await stand.profile()
    const recording = await record(context, script, rate)
    tell(`between ${script.content.lines.length} lines at ${rate}×`, unplanned(recording, script, rate))
    await context.close()
    // The next round starts at the first line.
    await stand.api.call(saveProgress, {
      params: { id: script._id },
      body: { lastPlayedLineIndex: NO_LINE },
    })
  }
}

function tell(name: string, found: readonly number[]): void {
  const sizes = found.map(Math.abs)
  report(`${name}, median`, median(sizes), 'ms', { limit: MEDIAN_LIMIT_MS })
  report(`${name}, longest`, Math.max(...sizes), 'ms', { limit: MAX_GAP_MS })
  const late = found.filter((gap) => gap > MAX_GAP_MS).length
  const early = found.filter((gap) => gap < -MAX_GAP_MS).length
  process.stdout.write(`  too long: ${late}, overlapping or too short: ${early}\n`)
}

async function record(context: BrowserContext, script: Script, rate: number): Promise<Recording> {
  const page = await context.newPage()
  const recorder = await Recorder.install(page)
  await playAt(page, rate)
  await openScript(page, script)
  await press(page, 'Play')
  const recording = await recordUntilOver(page, recorder)
  await page.close()
  return recording
}

/** Sets the playback speed as a saved preference. */
export const playAt = (page: Page, rate: number) =>
  page.addInitScript((speed) => {
    const preferences = { known: { skippedLineTypes: [] }, unsaved: { rate: speed } }
    localStorage.setItem('andscene_preferences', JSON.stringify(preferences))
  }, rate)

/** Records until the player stops. */
export async function recordUntilOver(page: Page, recorder: Recorder): Promise<Recording> {
  const takes: Recording[] = []
  for (;;) {
    await page.waitForTimeout(TAKE_MS)
    takes.push(await recorder.take())
    const state = await page.getByTestId('player').getAttribute('data-state')
    if (state !== 'playing' && state !== 'loading') return joined(takes)
  }
}

/** Milliseconds beyond the planned pause between successive lines; negative for a shorter pause. */
function unplanned(
  { samples, from, sampleRate, starts }: Recording,
  { content: { lines } }: Script,
  rate: number,
): number[] {
  if (starts.length !== lines.length) throw new Error(`${starts.length} sounds for ${lines.length} lines`)
  return starts.slice(1).map((next, index) => {
    const before = starts[index]!
    const overlap = before.at + before.duration - before.offset - next.at
    const { start, end } = silenceAround(samples, Math.round((next.at - from) * sampleRate))
    const silence = overlap > 0 ? -overlap : (end - start) / sampleRate
    return silence * 1_000 - gapAtRate(gapBetween(lines[index]!, lines[index + 1]!), rate)
  })
}

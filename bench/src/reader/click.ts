import type { Script } from '@andscene/contracts/script'
import { Recorder } from '@andscene/e2e/fixtures/recorder'
import type { Page } from '@playwright/test'
import { report, reportMedian } from '../report.ts'
import { deviceLatency, firstSound, openScript, press, watchClicks, whenState } from './listening.ts'
import { usualLines } from '../generated-scripts.ts'
import { openReaderStand } from '../stand.ts'

const CLICKS = 16
/** One clicked line per page, so that none is prefetched because of another. */
const LINES = 20 * (2 * CLICKS + 2)
const LIMIT_MS = 80
/** Position in the line after which its audible start has been recorded. */
const HEARD_MS = 120
/** Duration of the mouse press. */
const HELD_MS = 80

/** Measures the time from a click on a line to its first audible sample at the output. */
export async function click(): Promise<void> {
  await using stand = await openReaderStand()
  const uploaded = await stand.api.upload('lines.fdx', usualLines(LINES))
  await stand.cast(uploaded)
  const script = await stand.api.script(uploaded._id)
  const context = await stand.profile()
  const page = await context.newPage()
  const recorder = await Recorder.install(page)
  await watchClicks(page)
  const open = () => openScript(page, script)

  await open()
  // The first click also starts the audio device: it is not measured.
  const [first] = await clickLines(page, recorder, script, { count: 1, from: 'server' })
  const stored = await clickLines(page, recorder, script, { count: CLICKS, from: 'server' })
  const held = await clickLines(page, recorder, script, { count: CLICKS, from: 'server', heldMs: HELD_MS })
  await open()
  await clickLines(page, recorder, script, { count: 1, from: 'device' })
  const kept = await clickLines(page, recorder, script, { count: CLICKS - 1, from: 'device' })

  report('latency from the audio graph to the output', await deviceLatency(page), 'ms')
  report('first click of a page to sound', first!, 'ms')
  tell(`clip on the server, held for ${HELD_MS} ms`, held)
  tell('clip on the server, released immediately', stored)
  tell('clip on the device, released immediately', kept)
}

function tell(name: string, taken: number[]): void {
  reportMedian(`click to sound, ${name}, median`, taken, 'ms', { limit: LIMIT_MS })
  report(`click to sound, ${name}, longest`, Math.max(...taken), 'ms', { limit: LIMIT_MS })
}

type Clicks = { count: number; from: 'server' | 'device'; heldMs?: number }

/** Clicks a line on each of `count` successive pages: forward to new pages, backward to visited ones. */
async function clickLines(
  page: Page,
  recorder: Recorder,
  script: Script,
  { count, from, heldMs = 0 }: Clicks,
): Promise<number[]> {
  const isKept = from === 'device'
  const taken: number[] = []
  for (let n = 0; n < count; n += 1) {
    await page
      .getByRole('button', { name: isKept ? 'Previous Page' : 'Next Page' })
      .first()
      .click()
    const index = await dialogueOnPage(page, script)
    const line = script.content.lines[index]!
    if ((await isOnDevice(page, line._id)) !== isKept)
      throw new Error(`Line ${index} is not where it should be`)
    const words = page.locator(`[data-line-index="${index}"] [role="button"]`)
    await words.scrollIntoViewIfNeeded()
    await recorder.take()
    await words.click({ delay: heldMs })
    await whenState(page, 'playing', HEARD_MS)
    taken.push(await firstSound(page, recorder))
    await press(page, 'Pause')
    await whenState(page, 'paused')
  }
  return taken
}

/** The second speech on the current page. */
async function dialogueOnPage(page: Page, script: Script): Promise<number> {
  const shown = await page
    .locator('[data-line-index]')
    .evaluateAll((rows) => rows.map((row) => Number((row as HTMLElement).dataset['lineIndex'])))
  const index = shown.filter((line) => script.content.lines[line]?.type === 'Dialogue')[1]
  if (index === undefined) throw new Error('There is no speech on this page')
  return index
}

const isOnDevice = (page: Page, lineId: string) =>
  page.evaluate((id) => Object.keys(localStorage).some((key) => key.includes(`_${id}_`)), lineId)

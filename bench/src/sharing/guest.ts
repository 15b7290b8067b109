import { Recorder } from '@andscene/e2e/fixtures/recorder'
import { devices } from '@playwright/test'
import { firstSound, watchClicks, whenState } from '../reader/listening.ts'
import { usualLines } from '../generated-scripts.ts'
import { openReaderStand, type ReaderStand } from '../stand.ts'
import { report, reportMedian } from '../report.ts'
import { PHONE, slowDown } from '../web/visit.ts'

const RUNS = 5
const LIMIT_MS = 5_000
/** A feature: a long script takes longest to download. */
const LINES = 2_000
/** Position in the first line after which its audible start has been recorded. */
const HEARD_MS = 120

/**
 * Measures the time from opening a link on a phone with empty caches (1.6 Mbit/s, 150 ms latency, a processor four
 * times slower) to the first sound, clicking Play as soon as it appears.
 */
export async function guest(): Promise<void> {
  await using stand = await openReaderStand()
  const script = await stand.api.upload('feature.fdx', usualLines(LINES))
  await stand.cast(script)
  const { token } = await stand.api.link(script._id, { name: 'For the producer', role: 'listener', days: 30 })
  const pressed: number[] = []
  const sound: number[] = []
  for (let run = 0; run < RUNS; run += 1) {
    const heard = await visit(stand, `/listen#${token}`)
    pressed.push(heard.pressed)
    sound.push(heard.sound)
  }
  reportMedian('link to Play', pressed, 'ms')
  reportMedian('link to first sound', sound, 'ms', { limit: LIMIT_MS })
  report('link to first sound, longest', Math.max(...sound), 'ms', { limit: LIMIT_MS })
}

/** Both in milliseconds since the navigation. */
async function visit(
  { browser, origin }: ReaderStand,
  address: string,
): Promise<{ pressed: number; sound: number }> {
  const options = { ...devices['Pixel 7'], baseURL: origin, reducedMotion: 'reduce' } as const
  const context = await browser.newContext(options)
  try {
    const page = await context.newPage()
    const recorder = await Recorder.install(page)
    await watchClicks(page)
    await slowDown(page, PHONE)
    await page.goto(address, { waitUntil: 'commit' })
    await page
      .getByRole('region', { name: 'Listen' })
      .getByRole('button', { name: 'Play' })
      .click({ timeout: 60_000 })
    await whenState(page, 'playing', HEARD_MS)
    const pressed = await page.evaluate(() => window.ear!.clickedAt)
    return { pressed, sound: pressed + (await firstSound(page, recorder)) }
  } finally {
    await context.close()
  }
}

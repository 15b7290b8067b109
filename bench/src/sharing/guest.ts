import { Recorder } from '@andscene/e2e/fixtures/recorder'
import { SILENCE } from '@andscene/e2e/fixtures/sound'
import { devices } from '@playwright/test'
import { sinceClick, watchClicks, whenState } from '../reader/listening.ts'
import { usualLines } from '../reader/scripts.ts'
import { openReaderStand, type Page, type ReaderStand } from '../reader/stand.ts'
import { median, report } from '../report.ts'
import { PHONE, slowDown } from '../web/visit.ts'
import { linkTo } from './links.ts'

const RUNS = 5
const LIMIT_MS = 5_000
/** A feature: a long script is what takes longest to come over the line. */
const LINES = 2_000
/** Into the first line, so that all of its beginning has been recorded. */
const HEARD_MS = 120

/**
 * From opening a link on a phone that has never been here (1.6 Mbit/s, 150 ms, a processor four times slower) to the first
 * sound, by somebody who presses Play as soon as it is there; beside a page of the platform without a script.
 */
export async function guest(): Promise<void> {
  const stand = await openReaderStand()
  try {
    const script = await stand.api.upload('feature.fdx', usualLines(LINES))
    await stand.cast(script)
    const { address } = await linkTo(stand, script._id)
    const pressed: number[] = []
    const sound: number[] = []
    const bare: number[] = []
    for (let run = 0; run < RUNS; run += 1) {
      const heard = await visit(stand, address)
      pressed.push(heard.pressed)
      sound.push(heard.sound)
      bare.push(await visitBare(stand))
    }
    report('link to Play', median(pressed), 'ms', { runs: pressed })
    report('link to first sound', median(sound), 'ms', { limit: LIMIT_MS, runs: sound })
    report('link to first sound, longest', Math.max(...sound), 'ms', { limit: LIMIT_MS })
    report('landing page, its heading', median(bare), 'ms', { runs: bare })
    report('first sound ÷ landing page', median(sound) / median(bare), '×')
  } finally {
    await stand.close()
  }
}

const phone = ({ browser, origin }: ReaderStand) =>
  browser.newContext({ ...devices['Pixel 7'], baseURL: origin, reducedMotion: 'reduce' })

/** Both in milliseconds from the navigation. */
async function visit(stand: ReaderStand, address: string): Promise<{ pressed: number; sound: number }> {
  const context = await phone(stand)
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

/** Milliseconds from the press. */
async function firstSound(page: Page, recorder: Recorder): Promise<number> {
  const { samples, from, sampleRate } = await recorder.take()
  const at = samples.findIndex((sample) => Math.abs(sample) >= SILENCE)
  if (at < 0) throw new Error('nothing could be heard')
  return sinceClick(page, from + at / sampleRate)
}

async function visitBare(stand: ReaderStand): Promise<number> {
  const context = await phone(stand)
  try {
    const page = await context.newPage()
    await slowDown(page, PHONE)
    await page.goto('/', { waitUntil: 'commit' })
    await page.getByRole('heading', { level: 1 }).waitFor({ timeout: 60_000 })
    return await page.evaluate(() => performance.now())
  } finally {
    await context.close()
  }
}

import config from '@andscene/e2e/playwright.config'
import { chromium } from '@playwright/test'
import { openReaderStand, openStand } from '../stand.ts'
import { report, reportMedian } from '../report.ts'
import { median } from 'simple-statistics'
import { slowDown, slowVisit, type Line, type Visit } from './visit.ts'

const RUNS = 5
const LIMIT_KB = 150
const LIMIT_PAINT_MS = 2_000
const LIMIT_SHIFT = 0.02

const SLOW_RUNS = 3
const SLOW_LIMIT_MS = 3_000
/** A phone's processor at the edge of a mobile network. */
const EDGE: Line = { latencyMs: 400, bitsPerSecond: 400_000, cpuSlower: 4 }

/** Measures the landing page: immediately after the platform is ready, and later. */
export async function landing(): Promise<void> {
  await using stand = await openStand({}, { web: true })
  await using browser = await chromium.launch(config.use!.launchOptions!)
  tell('right after Ready', [await slowVisit(browser, stand.origin, '/')])
  const visits: Visit[] = []
  for (let run = 0; run < RUNS; run += 1) visits.push(await slowVisit(browser, stand.origin, '/'))
  tell('later', visits)
}

function tell(when: string, visits: readonly Visit[]): void {
  const show = (name: string, read: (visit: Visit) => number, unit: string, limit?: number) => {
    const runs = visits.map(read)
    report(`${name}, ${when}`, median(runs), unit, { limit, runs })
  }
  show('JavaScript, gzip', ({ scriptGzipBytes }) => scriptGzipBytes / 1_000, 'kB', LIMIT_KB)
  show('JavaScript over the line', ({ scriptBytes }) => scriptBytes / 1_000, 'kB', LIMIT_KB)
  show('largest paint', ({ largestPaintMs }) => largestPaintMs, 'ms', LIMIT_PAINT_MS)
  show('layout shift', ({ shift }) => shift, 'of the screen', LIMIT_SHIFT)
  show('requests', ({ requests }) => requests, 'in all')
}

/**
 * Measures the time from entering the dashboard's address, in a new profile, to the shell with a placeholder, and to
 * the page itself.
 */
export async function slow(): Promise<void> {
  await using stand = await openReaderStand()
  const shell: number[] = []
  const dashboard: number[] = []
  for (let run = 0; run < SLOW_RUNS; run += 1) {
    const context = await stand.profile()
    const page = await context.newPage()
    await slowDown(page, EDGE)
    await page.goto('/dashboard', { waitUntil: 'commit' })
    // Both are in the HTML, so that the first paint shows them.
    await page.getByRole('banner').waitFor()
    await page.getByRole('status').waitFor()
    await page.getByRole('heading', { name: 'Your Scripts' }).waitFor({ timeout: 60_000 })
    const [paint, now] = await page.evaluate(() => [
      performance.getEntriesByName('first-contentful-paint')[0]!.startTime,
      performance.now(),
    ])
    shell.push(paint!)
    dashboard.push(now!)
    await context.close()
  }
  reportMedian('shell and outline, 400 kbit/s', shell, 'ms', { limit: SLOW_LIMIT_MS })
  reportMedian('the dashboard itself, 400 kbit/s', dashboard, 'ms')
}

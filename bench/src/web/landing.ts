import config from '@andscene/e2e/playwright.config'
import { chromium } from '@playwright/test'
import { openStand } from '../stand.ts'
import { report } from '../report.ts'
import { median } from 'simple-statistics'
import { slowVisit, type Visit } from './visit.ts'

const RUNS = 5
const LIMIT_KB = 150
const LIMIT_PAINT_MS = 2_000
const LIMIT_SHIFT = 0.02
/** The landing page: right after the platform is ready, and later. */
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

import { readFile } from 'node:fs/promises'
import path from 'node:path'
import type { BrowserContext } from '@playwright/test'
import { inTurn, reportMedian } from '../report.ts'
import { FEATURE, usualLines } from '../generated-scripts.ts'
import { painted, watchPaint } from './paint.ts'
import { keptProfile, openReaderStand } from '../stand.ts'

const RUNS = 5
/** Limit from entering the address, or from the click, to the first line. */
const LIMIT_MS = 800
/** Visits after which a browser has cached a page's files and compiled code. */
const WARM_UP = 3

/** Measures the time from the click, or from entering the address, to the first painted line of a feature. */
export async function openPage(file: string | undefined): Promise<void> {
  await using stand = await openReaderStand()
  await using own = await keptProfile(stand)
  const name = file ? path.basename(file) : 'feature.fdx'
  const script = await stand.api.upload(name, file ? await readFile(file) : usualLines(FEATURE))
  const address = `/scripts/${script._id}`
  for (let visit = 0; visit < WARM_UP; visit += 1) await open(own.context, address)
  const { card, warm, cold } = await inTurn(RUNS, {
    async card() {
      const page = await own.context.newPage()
      await watchPaint(page)
      await page.goto('/dashboard', { waitUntil: 'networkidle' })
      await page.getByRole('link', { name: script.title, exact: true }).click()
      const took = await painted(page)
      await page.close()
      return took
    },
    warm: () => open(own.context, address),
    async cold() {
      await using context = await stand.profile()
      // Without `await` the profile closes before the page is measured.
      return await open(context, address)
    },
  })
  process.stdout.write(`${name}: ${script.content.lines.length} lines\n`)
  reportMedian('card to first line', card, 'ms', { limit: LIMIT_MS })
  reportMedian('address to first line', warm, 'ms', { limit: LIMIT_MS })
  reportMedian('address to first line, new profile', cold, 'ms', { limit: LIMIT_MS })
}

/** Milliseconds from entering the address to the first painted line. */
async function open(context: BrowserContext, address: string): Promise<number> {
  const page = await context.newPage()
  await watchPaint(page)
  await page.goto(address)
  const took = await painted(page)
  await page.close()
  return took
}

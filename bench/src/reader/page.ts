import { readFile } from 'node:fs/promises'
import path from 'node:path'
import type { BrowserContext } from '@playwright/test'
import { report, reportMedian } from '../report.ts'
import { median } from 'simple-statistics'
import { FEATURE, usualLines } from '../generated-scripts.ts'
import { startBarePages } from './bare-pages.ts'
import { painted, watchPaint } from './paint.ts'
import { keptProfile, openReaderStand } from '../stand.ts'

const RUNS = 5
/** Limit from the address, or the click, to the first line. */
export const LIMIT_MS = 800
/** Visits after which a browser has cached the files and the compiled code of a page. */
const WARM_UP = 3
/** The text of a script's first line. */
export const LINE = '[data-line-index="0"] [role="button"] > span:nth-child(2)'

/** From the click, or from the address, to the first painted line of a feature. */
export async function openPage(file: string | undefined): Promise<void> {
  await using stand = await openReaderStand()
  await using own = await keptProfile(stand)
  await using bare = await startBarePages()
  const name = file ? path.basename(file) : `a made feature of ${FEATURE} lines`
  const bytes = file ? await readFile(file) : usualLines(FEATURE)
  const script = await stand.api.upload(file ? path.basename(file) : 'feature.fdx', bytes)
  bare.serve('script.json', JSON.stringify({ data: { script } }))
  const address = `/scripts/${script._id}`

  const fromCard = async () => {
    const page = await own.context.newPage()
    await watchPaint(page, LINE)
    await page.goto('/dashboard', { waitUntil: 'networkidle' })
    await page.getByRole('link', { name: script.title, exact: true }).click()
    const took = await painted(page)
    await page.close()
    return took
  }
  const inNewProfile = async (to: string, selector: string) => {
    const context = await stand.profile()
    const took = await open(context, to, selector)
    await context.close()
    return took
  }

  for (let visit = 0; visit < WARM_UP; visit += 1) {
    await open(own.context, address, LINE)
    await open(own.context, bare.script, 'p')
  }
  const card: number[] = []
  const warm: number[] = []
  const cold: number[] = []
  const bareWarm: number[] = []
  const bareCold: number[] = []
  // In turn, so that other load affects all alike.
  for (let run = 0; run < RUNS; run += 1) {
    card.push(await fromCard())
    warm.push(await open(own.context, address, LINE))
    bareWarm.push(await open(own.context, bare.script, 'p'))
    cold.push(await inNewProfile(address, LINE))
    bareCold.push(await inNewProfile(bare.script, 'p'))
  }
  process.stdout.write(`${name}: ${script.content.lines.length} lines\n`)
  reportMedian('card to first line', card, 'ms', { limit: LIMIT_MS })
  reportMedian('address to first line', warm, 'ms', { limit: LIMIT_MS })
  reportMedian('address to first line, new profile', cold, 'ms', { limit: LIMIT_MS })
  reportMedian('bare page that reads the script and shows a line', bareWarm, 'ms')
  reportMedian('bare page, new profile', bareCold, 'ms')
  report('address ÷ bare page', median(warm) / median(bareWarm), '×')
  report('address ÷ bare page, new profile', median(cold) / median(bareCold), '×')
}

/** Milliseconds from the address until the text that `selector` names was painted. */
export async function open(context: BrowserContext, address: string, selector: string): Promise<number> {
  const page = await context.newPage()
  await watchPaint(page, selector)
  await page.goto(address)
  const took = await painted(page)
  await page.close()
  return took
}

import { openReaderStand } from '../stand.ts'
import { reportMedian } from '../report.ts'
import { slowDown, type Line } from './visit.ts'

const RUNS = 3
const LIMIT_MS = 3_000
/** The edge of a mobile network and a phone's processor. */
const EDGE: Line = { latencyMs: 400, bitsPerSecond: 400_000, cpuSlower: 4 }

/** From the dashboard's address, in a new profile, to the shell with a placeholder, and to the page itself. */
export async function slow(): Promise<void> {
  await using stand = await openReaderStand()
  const shell: number[] = []
  const dashboard: number[] = []
  for (let run = 0; run < RUNS; run += 1) {
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
  reportMedian('shell and outline, 400 kbit/s', shell, 'ms', { limit: LIMIT_MS })
  reportMedian('the dashboard itself, 400 kbit/s', dashboard, 'ms')
}

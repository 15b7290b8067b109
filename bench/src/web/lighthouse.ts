import config from '@andscene/e2e/playwright.config'
import { freePort } from '@andscene/service-kit/free-port'
import { chromium } from '@playwright/test'
import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { openStand } from '../stand.ts'
import { report } from '../report.ts'
import { median } from 'simple-statistics'

/** Installed on demand by npx: it is larger than the product with all its dependencies. */
const LIGHTHOUSE = 'lighthouse@13.5.0'
const RUNS = 3
const MIN_SCORE = 95
const CATEGORIES = ['performance', 'accessibility', 'best-practices', 'seo']

const run = promisify(execFile)
type Report = { categories: Record<string, { score: number | null }> }

/** Lighthouse's scores of the landing page on a slow phone. */
export async function lighthouse(): Promise<void> {
  await using stand = await openStand({}, { web: true })
  const scores = new Map<string, number[]>(CATEGORIES.map((name) => [name, []]))
  for (let round = 0; round < RUNS; round += 1) {
    const { categories } = await audit(stand.origin)
    for (const [name, runs] of scores) runs.push((categories[name]?.score ?? 0) * 100)
  }
  for (const [name, runs] of scores)
    report(`Lighthouse, ${name}`, median(runs), 'of 100', { least: MIN_SCORE, runs })
}

/** One audit in its own browser. */
async function audit(origin: string): Promise<Report> {
  const port = await freePort()
  const { launchOptions } = config.use!
  const args = [...(launchOptions?.args ?? []), `--remote-debugging-port=${port}`]
  const browser = await chromium.launch({ ...launchOptions, args })
  const { stdout } = await run(
    'npx',
    [
      '--yes',
      LIGHTHOUSE,
      `${origin}/`,
      `--port=${port}`,
      '--quiet',
      '--output=json',
      `--only-categories=${CATEGORIES.join(',')}`,
    ],
    { maxBuffer: 64 * 1024 * 1024 },
  ).finally(() => browser.close())
  return JSON.parse(stdout) as Report
}

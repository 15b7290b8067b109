import type { Page } from '@playwright/test'
import { report, type Held } from '../report.ts'

/** Time in which a page paints after the last key. */
export const SETTLED_MS = 700

declare global {
  interface Window {
    /** Interactions since the last clear, from the event to the next paint, ms. */
    interactions: number[]
  }
}

/** Call before the page is opened. */
export const watchInteractions = (page: Page) => page.addInitScript(watch)

/** Returns the slowest interaction while `act` runs, from the event to the next paint. */
export async function tellSlowest(
  page: Page,
  name: string,
  act: () => Promise<unknown>,
  held: Held = {},
): Promise<number> {
  await page.evaluate(() => void (window.interactions = []))
  await act()
  await page.waitForTimeout(SETTLED_MS)
  const runs = await page.evaluate(() => window.interactions)
  if (runs.length === 0) throw new Error(`${name} caused no interaction`)
  const slowest = Math.max(...runs)
  report(`${name}, slowest`, slowest, 'ms', { ...held, runs })
  return slowest
}

/** Runs in the page before its own scripts. The longest event of an interaction counts. */
function watch(): void {
  window.interactions = []
  new PerformanceObserver((list) => {
    for (const { interactionId, duration } of list.getEntries() as (PerformanceEntry & {
      interactionId: number
    })[])
      if (interactionId) window.interactions.push(duration)
  }).observe({ type: 'event', durationThreshold: 16 } as PerformanceObserverInit)
}

import { SLOW_4G, throttle, type SlowLine } from '@andscene/e2e/fixtures/slow-line'
import type { Browser, CDPSession, Page } from '@playwright/test'
import { gzipSync } from 'node:zlib'

export type Line = SlowLine & { cpuSlower: number }
/** Lighthouse's slow 4G and phone processor. */
export const PHONE: Line = { ...SLOW_4G, cpuSlower: 4 }
/** Wait after the last request; later shifts and paints do not count. */
const SETTLED_MS = 1_000

declare global {
  interface Window {
    /** Largest contentful paint (ms) and cumulative layout shift so far. */
    vitals: { largestPaintMs: number; shift: number }
  }
}

export type Visit = {
  requests: number
  /** JavaScript as transferred, and gzipped per file. */
  scriptBytes: number
  scriptGzipBytes: number
  largestPaintMs: number
  shift: number
}

/** Opens an address with empty caches, a slow network and a slow processor; waits until the network is idle. */
export async function slowVisit(browser: Browser, origin: string, path: string): Promise<Visit> {
  const context = await browser.newContext({ baseURL: origin, viewport: { width: 1440, height: 900 } })
  try {
    const page = await context.newPage()
    const devtools = await slowDown(page, PHONE)
    const scripts = new Set<string>()
    let requests = 0
    let scriptBytes = 0
    devtools.on('Network.requestWillBeSent', () => (requests += 1))
    devtools.on('Network.responseReceived', ({ requestId, type }) => {
      if (type === 'Script') scripts.add(requestId)
    })
    devtools.on('Network.loadingFinished', ({ requestId, encodedDataLength }) => {
      if (scripts.has(requestId)) scriptBytes += encodedDataLength
    })
    const gzipped: Promise<number>[] = []
    page.on('response', (response) => {
      if (response.request().resourceType() === 'script')
        gzipped.push(response.body().then((body) => gzipSync(body, { level: 9 }).length))
    })
    await page.addInitScript(watch)
    await page.goto(path)
    await page.getByRole('heading', { level: 1 }).waitFor()
    await page.waitForLoadState('networkidle')
    await page.waitForTimeout(SETTLED_MS)
    const { largestPaintMs, shift } = await page.evaluate(() => window.vitals)
    const scriptGzipBytes = (await Promise.all(gzipped)).reduce((sum, bytes) => sum + bytes, 0)
    return { requests, scriptBytes, scriptGzipBytes, largestPaintMs, shift }
  } finally {
    await context.close()
  }
}

/** Throttles the network and the processor of a page. */
export async function slowDown(page: Page, { cpuSlower, ...line }: Line): Promise<CDPSession> {
  const devtools = await throttle(page, line)
  await devtools.send('Emulation.setCPUThrottlingRate', { rate: cpuSlower })
  return devtools
}

/** Runs in the page before its own scripts. */
function watch(): void {
  window.vitals = { largestPaintMs: 0, shift: 0 }
  new PerformanceObserver((list) => {
    for (const { startTime } of list.getEntries()) window.vitals.largestPaintMs = startTime
  }).observe({ type: 'largest-contentful-paint', buffered: true })
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries())
      window.vitals.shift += (entry as unknown as { value: number }).value
  }).observe({ type: 'layout-shift', buffered: true })
}

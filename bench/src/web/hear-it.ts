import config from '@andscene/e2e/playwright.config'
import { chromium, type Browser } from '@playwright/test'
import { reportMedian } from '../report.ts'
import { openStand } from '../stand.ts'
import { PHONE, slowDown } from './visit.ts'

const RUNS = 5
const LIMIT_MS = 300
/** From the moment when the page responds to the press. Milliseconds. */
const PRESSED_AFTER = { immediately: 0, 'after a second': 1_000 }

declare global {
  interface Window {
    /** Resolves with the time from the press to the first audible sample, ms. */
    heard: Promise<number>
  }
}

/** Measures how soon `Hear it` on the landing page is heard, with empty caches, a slow network and a slow processor. */
export async function hearIt(): Promise<void> {
  await using stand = await openStand({}, { web: true })
  await using browser = await chromium.launch(config.use!.launchOptions!)
  for (const [when, waitMs] of Object.entries(PRESSED_AFTER)) {
    const runs: number[] = []
    for (let run = 0; run < RUNS; run += 1) runs.push(await hear(browser, stand.origin, waitMs))
    reportMedian(`Hear it, pressed ${when}, to the first sample`, runs, 'ms', { limit: LIMIT_MS })
  }
}

async function hear(browser: Browser, origin: string, waitMs: number): Promise<number> {
  const context = await browser.newContext({ baseURL: origin, viewport: { width: 1440, height: 900 } })
  try {
    const page = await context.newPage()
    await slowDown(page, PHONE)
    await page.addInitScript(watch)
    await page.goto('/')
    const button = page.getByRole('button', { name: 'Hear it' })
    // A trial click passes when the page has replaced its prerendered copy.
    await button.click({ trial: true })
    await page.waitForTimeout(waitMs)
    await button.click()
    return await page.evaluate(() => window.heard)
  } finally {
    await context.close()
  }
}

/** Runs in the page before its own scripts. Listens to what its media element plays. */
function watch(): void {
  const { promise, resolve } = Promise.withResolvers<number>()
  window.heard = promise
  let pressedAt = 0
  addEventListener('pointerdown', () => (pressedAt = performance.now()), { capture: true })
  // oxlint-disable-next-line typescript/unbound-method -- called on the element below
  const { play } = HTMLMediaElement.prototype
  HTMLMediaElement.prototype.play = function () {
    const element = this as HTMLMediaElement & { captureStream: () => MediaStream }
    const stream = element.captureStream()
    const listen = () => {
      const context = new AudioContext()
      const analyser = context.createAnalyser()
      context.createMediaStreamSource(stream).connect(analyser)
      const samples = new Float32Array(analyser.fftSize)
      const timer = setInterval(() => {
        analyser.getFloatTimeDomainData(samples)
        // -60 dBFS
        if (!samples.some((sample) => Math.abs(sample) > 0.001)) return
        clearInterval(timer)
        resolve(performance.now() - pressedAt)
      }, 1)
    }
    // A recording that is not loaded yet has no track.
    if (stream.getAudioTracks().length > 0) listen()
    else stream.addEventListener('addtrack', listen, { once: true })
    return play.call(this)
  }
}

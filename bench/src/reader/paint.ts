import type { Page } from '@playwright/test'

declare global {
  interface Window {
    /** Time at which the first line of a script was painted, in ms of the page's clock. */
    firstLine?: Promise<number>
    /** Time of the last click. */
    clickedAt?: number
  }
  interface PerformanceEntry {
    identifier?: string
    renderTime?: number
  }
}

/** The text of a script's first line. */
const LINE = '[data-line-index="0"] [role="button"] > span:nth-child(2)'

/** Runs in the page before its own scripts: marks the first line for element timing. */
function watch(selector: string): void {
  window.firstLine = new Promise((resolve) => {
    new PerformanceObserver((list) => {
      const entry = list.getEntries().find(({ identifier }) => identifier === 'first-line')
      if (entry?.renderTime) resolve(entry.renderTime)
    }).observe({ type: 'element', buffered: true })
  })
  addEventListener('click', (event) => (window.clickedAt = event.timeStamp), true)
  // The browser times only elements that are marked before they are painted.
  const observer = new MutationObserver(() => {
    const line = document.querySelector(selector)
    if (!line) return
    line.setAttribute('elementtiming', 'first-line')
    observer.disconnect()
  })
  observer.observe(document, { childList: true, subtree: true })
}

/** Call before the page is opened. */
export const watchPaint = (page: Page) => page.addInitScript(watch, LINE)

/** A page without a first line for so long has failed. */
const LONGEST_MS = 60_000

/** Milliseconds from the start of the navigation, or from the click when there was one, until the text was painted. */
export const painted = (page: Page) =>
  page.evaluate(async (longest) => {
    const never = new Promise<never>((_resolve, reject) => {
      setTimeout(() => reject(new Error('The first line was not painted')), longest)
    })
    return (await Promise.race([window.firstLine!, never])) - (window.clickedAt ?? 0)
  }, LONGEST_MS)

import type { Page } from '@playwright/test'
import { audible, expect, openReader, playFrom, test } from '../../fixtures/faults.ts'

test('product §4 a hidden tab, whose timers fire once a second, continues as planned', async ({
  page,
  script,
}) => {
  await page.addInitScript(() => {
    const starts: { at: number; end: number; asked: number }[] = []
    Object.assign(globalThis, { starts })
    // oxlint-disable-next-line typescript/unbound-method -- called on the node below
    const { start } = AudioBufferSourceNode.prototype
    AudioBufferSourceNode.prototype.start = function (when = 0, offset = 0) {
      start.call(this, when, offset)
      const asked = this.context.currentTime
      // A source that is scheduled late starts immediately, as the first line may on a busy machine.
      const at = Math.max(when, asked)
      starts.push({ at, end: at + (this.buffer?.duration ?? 0) - offset, asked })
    }
    const setTimer = window.setTimeout.bind(window)
    const slowly = (run: TimerHandler, ms = 0, ...rest: unknown[]) => {
      const now = performance.now()
      const due = document.hidden ? Math.ceil((now + ms) / 1_000) * 1_000 - now : ms
      return setTimer(run, due, ...rest)
    }
    window.setTimeout = slowly as typeof window.setTimeout
  })
  const reader = await openReader(page, script._id)
  await playFrom(reader, 0)
  await audible(reader, 0)
  // This test does not measure how soon the first lines are loaded.
  await reader.waitForClips(1, 2, 3, 4)
  const { line } = await reader.place()
  await hide(page, true)
  await audible(reader, line + 4)
  await hide(page, false)
  await audible(reader, line + 5)
  const starts = await page.evaluate(
    (from) =>
      (globalThis as unknown as { starts: { at: number; end: number; asked: number }[] }).starts.slice(from),
    line,
  )
  const pauses = starts.slice(1).map(({ at }, index) => at - starts[index]!.end)
  for (const pause of pauses) expect(pause).toBeCloseTo(0.35, 2)
  for (const { at, asked } of starts.slice(1))
    expect(at - asked, 'put on the time line in time').toBeGreaterThan(0)
})

/** Simulates a tab in the background. */
const hide = (page: Page, hidden: boolean) =>
  page.evaluate((isHidden) => {
    Object.defineProperty(document, 'hidden', { configurable: true, get: () => isHidden })
    Object.defineProperty(document, 'visibilityState', {
      configurable: true,
      get: () => (isHidden ? 'hidden' : 'visible'),
    })
    document.dispatchEvent(new Event('visibilitychange'))
  }, hidden)

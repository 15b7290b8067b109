import type { Script } from '@andscene/contracts/script'
import { audible, expect, onLine, openAtStart, playFrom, sentences, test } from '../../fixtures/faults.ts'

/** Two pages of lines. */
const LINES = 40
let script: Script
// Not the script of other tests: playback would resume at their position.
test.beforeAll(async ({ api }) => {
  script = await api.readyScript('transport', sentences(LINES))
})

test('product §2 shows which lines are read aloud and the speed', async ({ page }) => {
  await openAtStart(page, script._id)
  for (const width of [1440, 900, 390]) {
    await page.setViewportSize({ width, height: 844 })
    await expect(page.getByRole('button', { name: 'What is read aloud: Everything' })).toBeInViewport({
      ratio: 1,
    })
    await expect(page.getByRole('button', { name: 'Speed 1×', exact: true }).first()).toBeInViewport({
      ratio: 1,
    })
  }
})

for (const { width, where } of [
  { width: 1440, where: 'toolbar' },
  { width: 900, where: 'notice over the sheet' },
  { width: 390, where: 'mini player' },
] as const) {
  test(`product §4 at ${width} px the ${where} says why playback waits, without a layout shift`, async ({
    page,
  }) => {
    await page.setViewportSize({ width, height: 844 })
    const held = Promise.withResolvers<void>()
    await onLine(page, script, 30, async (route) => {
      await held.promise
      await route.continue()
    })
    const reader = await openAtStart(page, script._id)
    await page.getByLabel('Elapsed').waitFor()
    const box = () =>
      page.evaluate(() =>
        [...document.querySelectorAll('[role=toolbar], [role=slider], [aria-label="Mini player"] > *')].map(
          (one) => JSON.stringify(one.getBoundingClientRect()),
        ),
      )
    await page.keyboard.press('End')
    await expect(reader.line(30)).toBeAttached()
    await playFrom(reader, 30)
    await reader.waitForState('loading')
    const before = await box()
    const shown = (text: string) =>
      page.getByText(text).and(page.locator('[aria-hidden]')).locator('visible=true')
    const short = shown('Preparing this line…')
    await expect(short).toHaveCount(1)
    expect(await box()).toEqual(before)
    // The player is visible at every scroll position.
    const top = await page.evaluate(() => {
      const from = scrollY
      scrollTo({ top: document.body.scrollHeight, behavior: 'instant' })
      return from
    })
    await expect(short).toBeInViewport({ ratio: 1 })
    await page.evaluate((y) => scrollTo({ top: y, behavior: 'instant' }), top)
    await expect(shown('Downloading this line…')).toHaveCount(1)
    await expect(page.getByRole('status').filter({ hasText: 'Downloading this line…' })).toBeAttached()
    expect(await box()).toEqual(before)
    held.resolve()
    await audible(reader, 30)
    await expect(page.getByText('Downloading this line…')).toHaveCount(0)
  })
}

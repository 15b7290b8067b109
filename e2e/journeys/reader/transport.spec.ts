import type { Script } from '@andscene/contracts/script'
import type { Page } from '@playwright/test'
import { audible, expect, onLine, openAtStart, playFrom, sentences, test } from '../../fixtures/faults.ts'
import type { Reader } from '../../fixtures/reader.ts'

/** Two pages. */
const LINES = 40
/** Tolerance of a move of 10 s: playback continues meanwhile. */
const TOLERANCE_S = 2

let script: Script
// Not the one of other tests: those would begin where these have come to.
test.beforeAll(async ({ api }) => {
  script = await api.readyScript('transport', sentences(LINES))
})

const seconds = (text: string | null) =>
  (text ?? '').split(':').reduce((sum, part) => 60 * sum + Number(part), 0)
const elapsed = async (page: Page) =>
  seconds(await page.getByRole('timer', { name: 'Elapsed' }).first().textContent())

/** How far a press moves the clock of the transport. */
async function moves(page: Page, press: () => Promise<void>): Promise<number> {
  const before = await elapsed(page)
  await press()
  return (await elapsed(page)) - before
}
const near = (value: number, wanted: number) => {
  expect(value).toBeGreaterThanOrEqual(wanted - TOLERANCE_S)
  expect(value).toBeLessThanOrEqual(wanted + TOLERANCE_S)
}

/** Pauses where a line has come to. */
async function pausedIn(reader: Reader, line: number) {
  await playFrom(reader, line)
  await audible(reader, line)
  await reader.pause()
}

test('product §2 J and L, Shift with arrows, and the buttons move by 10 s across lines; fields keep their letters', async ({
  page,
}) => {
  const reader = await openAtStart(page, script._id)
  await pausedIn(reader, 12)
  const { line } = await reader.place()
  near(await moves(page, () => page.keyboard.press('l')), 10)
  expect((await reader.place()).line).toBeGreaterThan(line + 2)
  near(await moves(page, () => page.keyboard.press('j')), -10)
  near(await moves(page, () => page.keyboard.press('Shift+ArrowRight')), 10)
  near(await moves(page, () => page.keyboard.press('Shift+ArrowLeft')), -10)
  near(await moves(page, () => page.getByRole('button', { name: 'Forward 10 seconds' }).click()), 10)
  near(await moves(page, () => page.getByRole('button', { name: 'Back 10 seconds' }).click()), -10)
  await reader.reaches('paused')

  // It plays on from where it was moved to.
  await page.keyboard.press('Space')
  await audible(reader, line)
  near(await moves(page, () => page.keyboard.press('l')), 10)
  await audible(reader, line + 3)
  await reader.pause()

  await page.keyboard.press('/')
  const before = await reader.place()
  await page.keyboard.type('jolly lamps')
  await expect(page.getByRole('searchbox')).toHaveValue('jolly lamps')
  expect(await reader.place()).toEqual(before)
  await page.keyboard.press('Escape')

  await page.keyboard.press('?')
  const keys = page.getByRole('dialog', { name: 'Keyboard' })
  await expect(keys.getByText('Forward 10 seconds')).toBeVisible()
  await page.keyboard.press('l')
  expect(await reader.place()).toEqual(before)
})

test('product §2 what is read aloud and the speed are in sight', async ({
  page,
}) => {
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
  test(`product §4 at ${width} px the ${where} says why nothing sounds, and nothing moves for it`, async ({
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
    await reader.reaches('loading')
    const before = await box()
    const shown = (text: string) =>
      page.getByText(text).and(page.locator('[aria-hidden]')).locator('visible=true')
    const short = shown('Preparing this line…')
    await expect(short).toHaveCount(1)
    expect(await box()).toEqual(before)
    // Wherever the page is scrolled to.
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

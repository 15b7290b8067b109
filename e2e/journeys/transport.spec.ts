import { CLIP_CONTENT_TYPE, CLIP_HEADERS } from '@andscene/contracts/clip'
import type { Script } from '@andscene/contracts/script'
import type { Page } from '@playwright/test'
import {
  audible,
  expect,
  onLine,
  openAtStart,
  playFrom,
  refusal,
  sentences,
  test,
} from '../fixtures/faults.ts'
import type { Reader } from '../fixtures/reader.ts'

/** Two pages. */
const LINES = 40
/** Some 20 s in which a dialog is opened. */
const LONG = 2
const LONG_LINE = 'The lamps are lit along the harbour, one after the other, and no one hurries. '.repeat(5)
/** Tolerance of a move of 10 s: playback continues meanwhile. */
const TOLERANCE_S = 2

let script: Script
// Not the one of other tests: those would begin where these have come to.
test.beforeAll(async ({ api }) => {
  const [first, second, ...others] = sentences(LINES - 1)
  script = await api.readyScript('transport', [first!, second!, LONG_LINE, ...others])
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

test('product §2 what is read aloud and the speed are in sight, and are changed from there', async ({
  page,
}) => {
  const reader = await openAtStart(page, script._id)
  for (const width of [1440, 900, 390]) {
    await page.setViewportSize({ width, height: 844 })
    await expect(page.getByRole('button', { name: 'What is read aloud: Everything' })).toBeInViewport({
      ratio: 1,
    })
    await expect(page.getByRole('button', { name: 'Speed 1×', exact: true }).first()).toBeInViewport({
      ratio: 1,
    })
  }
  await page.getByRole('button', { name: 'What is read aloud: Everything' }).focus()
  for (const key of ['Enter', 'ArrowDown', 'Enter']) await page.keyboard.press(key)
  await expect(page.getByRole('button', { name: 'What is read aloud: Table read' })).toBeFocused()
  expect((await reader.place()).line).toBe(0)
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
    const { promise: held, resolve: release } = Promise.withResolvers<void>()
    await onLine(page, script, 30, async (route) => {
      await held
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
    const short = page.getByText('Preparing this line…')
    await expect(short.and(page.locator('[aria-hidden]')).locator('visible=true')).toHaveCount(1)
    expect(await box()).toEqual(before)
    // Wherever the page is scrolled to.
    const top = await page.evaluate(() => {
      const from = scrollY
      scrollTo({ top: document.body.scrollHeight, behavior: 'instant' })
      return from
    })
    await expect(short.and(page.locator('[aria-hidden]')).locator('visible=true')).toBeInViewport({
      ratio: 1,
    })
    await page.evaluate((y) => scrollTo({ top: y, behavior: 'instant' }), top)
    const long = page.getByText('Downloading this line…')
    await expect(long.and(page.locator('[aria-hidden]')).locator('visible=true')).toHaveCount(1)
    await expect(page.getByRole('status').filter({ hasText: 'Downloading this line…' })).toBeAttached()
    expect(await box()).toEqual(before)
    release()
    await audible(reader, 30)
    await expect(long).toHaveCount(0)
    await reader.pause()
  })
}

test('product §4 a preview in the casting dialog interrupts the reading, which resumes at the same point', async ({
  page,
}) => {
  const reader = await openAtStart(page, script._id)
  await playFrom(reader, LONG)
  await audible(reader, LONG)
  const dialog = await reader.openCasting()
  await dialog
    .getByRole('button', { name: /^Preview voice/ })
    .first()
    .click()
  await reader.reaches('paused')
  const at = await reader.place()
  expect(at.line).toBe(LONG)
  const listening = await reader.listen()
  await dialog
    .getByRole('button', { name: /^Stop preview/ })
    .first()
    .click()
  const [resumedAt] = (await listening.until(LONG)).get(LONG)!
  expect(resumedAt).toBeGreaterThanOrEqual(at.positionMs - 20)
  expect(resumedAt).toBeLessThan(at.positionMs + 500)

  // Closed during a preview, it resumes, too.
  await dialog
    .getByRole('button', { name: /^Preview voice/ })
    .first()
    .click()
  await reader.reaches('paused')
  await dialog.getByRole('button', { name: 'CANCEL' }).click()
  await reader.reaches('playing')
  await reader.pause()
})

test.describe('a line whose rest is late', () => {
  // The deleted clip.
  test.use({ expectedErrors: [/Failed to load resource/] })

  test('product §4 when the rest of a line is late, a message appears once, and the words continue where they ended', async ({
    page,
  }) => {
    const { promise: held, resolve: release } = Promise.withResolvers<void>()
    let whole: Buffer | undefined
    await onLine(page, script, 5, async (route) => {
      const request = route.request()
      if (request.method() === 'GET') {
        // The clip was deleted: it is requested again, and its first half arrives as a head.
        whole ??= await (await route.fetch()).body()
        return route.fulfill(refusal(404))
      }
      if (!whole) throw new Error('the stored clip was not asked for')
      const { headMs } = request.postDataJSON() as { headMs?: number }
      if (headMs === 0)
        return route.fulfill({
          body: whole.subarray(0, whole.length / 2),
          contentType: CLIP_CONTENT_TYPE,
          headers: { [CLIP_HEADERS.head]: '1000', [CLIP_HEADERS.duration]: '2100' },
        })
      await held
      return route.continue()
    })
    const reader = await openAtStart(page, script._id)
    await playFrom(reader, 5)
    await audible(reader, 5)
    const sentence = page
      .getByText('Preparing this line…')
      .and(page.locator('[aria-hidden]'))
      .locator('visible=true')
    await expect(sentence).toHaveCount(1)
    await reader.reaches('loading')
    const at = await reader.place()
    expect(at.line).toBe(5)
    expect(at.positionMs).toBeGreaterThan(500)
    const listening = await reader.listen()
    release()
    const heard = await listening.until(6)
    expect([...heard.keys()]).toEqual([5, 6])
    expect(Math.abs(heard.get(5)![0]! - at.positionMs)).toBeLessThan(300)
    await expect(sentence).toHaveCount(0)
    await reader.pause()
  })
})

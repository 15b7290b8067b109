import type { Page } from '@playwright/test'
import { expect, holdRequests, test } from '../fixtures/test.ts'

/* Low, so that every page is longer than the window. */
test.use({ viewport: { width: 1000, height: 240 } })

const FAR = 900
const scrolled = (page: Page) => page.evaluate(() => Math.round(scrollY))
const scrollPage = (page: Page, top: number) => page.evaluate((y) => scrollTo(0, y), top)
/** Once the document has loaded and what it shows has been drawn: a position restored late is seen. */
const drawn = async (page: Page) => {
  await page.waitForLoadState('load')
  await twoFrames(page)
}
const twoFrames = (page: Page) =>
  page.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))))
const landing = (page: Page) => page.getByRole('heading', { level: 1, name: /^Hear your script/ })
const login = (page: Page) => page.getByLabel('Username')
const register = (page: Page) => page.getByRole('heading', { level: 1 })
const inBar = (page: Page, name: string) => page.getByRole('banner').getByRole('link', { name })

test('back and forward lead to where each page was left, also after a reload', async ({ page }) => {
  await page.goto('/secret-login')
  await login(page).waitFor()
  await scrollPage(page, 60)
  // Dispatched, because a click by the mouse would scroll to the bar.
  await inBar(page, 'Home').dispatchEvent('click')
  await landing(page).waitFor()
  await expect.poll(() => scrolled(page), 'a new page').toBe(0)
  await scrollPage(page, FAR)
  await page.goBack()
  await login(page).waitFor()
  await expect.poll(() => scrolled(page), 'back').toBe(60)
  await page.goForward()
  await landing(page).waitFor()
  await expect.poll(() => scrolled(page), 'forward').toBe(FAR)
  await page.reload()
  await landing(page).waitFor()
  await expect.poll(() => scrolled(page), 'reloaded').toBe(FAR)
  await page.goBack()
  await login(page).waitFor()
  await expect.poll(() => scrolled(page), 'back after the reload').toBe(60)
})

test('an address that is typed begins at the top, whatever the tab has shown', async ({ page }) => {
  await page.goto('/')
  await landing(page).waitFor()
  await scrollPage(page, FAR)
  await page.goto('/register')
  await page.getByRole('heading', { level: 1 }).waitFor()
  await drawn(page)
  expect(await scrolled(page)).toBe(0)
})

test('a new page starts at its top', async ({ page }) => {
  await page.goto('/register')
  // It stands below the form.
  await page.getByRole('link', { name: 'Already have an account? Login' }).click()
  await login(page).waitFor()
  await expect.poll(() => scrolled(page)).toBe(0)
})

test('product §9 Pricing leads to the section from another page, from the same one and from outside', async ({
  page,
}) => {
  const section = page.locator('#pricing')
  const top = () => section.evaluate((element) => Math.abs(element.getBoundingClientRect().top))
  const expectAtSection = async (from: string) => {
    await section.waitFor()
    // Below the bar, which stays in place.
    await expect.poll(top, from).toBeLessThan(100)
  }
  await page.goto('/secret-login')
  await login(page).waitFor()
  await inBar(page, 'Pricing').click()
  await expectAtSection('another page')
  await scrollPage(page, 0)
  await inBar(page, 'Pricing').click()
  await expectAtSection('the same page')
  await scrollPage(page, FAR)
  await page.goBack()
  await login(page).waitFor()
  await page.goForward()
  await landing(page).waitFor()
  await expect.poll(() => scrolled(page), 'where it was left, not at the section').toBe(FAR)
  await page.goto('/#pricing')
  await page.reload()
  await expectAtSection('outside')
})

test('content that comes late is waited for', async ({ page }) => {
  // Its document comes without it.
  await page.goto('/register')
  await register(page).waitFor()
  // To its end, which is further down than that of the placeholder.
  await scrollPage(page, 10_000)
  const top = await scrolled(page)
  const held = await holdRequests(page, '**/landing/**/remoteEntry.js*')
  await page.reload({ waitUntil: 'commit' })
  await held.asked
  await twoFrames(page)
  await expect(register(page)).toHaveCount(0)
  expect(await scrolled(page), 'not long enough').toBeLessThan(top)
  held.release()
  await register(page).waitFor()
  await expect.poll(() => scrolled(page)).toBe(top)
})

// A browser scrolls to what a hash names once the document's own scripts have run.
for (const [path, late] of [
  ['/#pricing', '**/landing/**/remoteEntry.js*'],
  ['/', /\/assets\/.*\.js$/],
] as const)
  test(`${path} can be scrolled while its code is loading, and keeps its position`, async ({ page }) => {
    await page.goto('/')
    await landing(page).waitFor()
    await drawn(page)
    await scrollPage(page, FAR)
    const held = await holdRequests(page, late)
    if (path === '/') await page.reload({ waitUntil: 'commit' })
    else {
      await page.goto('about:blank')
      await page.goto(path, { waitUntil: 'commit' })
    }
    const prerendered = page.locator('.host-prerendered')
    await prerendered.locator('#pricing').waitFor()
    await expect.poll(() => scrolled(page), 'the browser scrolls the HTML').toBeGreaterThan(100)
    const from = await scrolled(page)
    await page.mouse.wheel(0, -90)
    await expect.poll(() => scrolled(page)).toBe(from - 90)
    held.release()
    await expect(prerendered).toHaveCount(0)
    await drawn(page)
    expect(await scrolled(page)).toBe(from - 90)
  })

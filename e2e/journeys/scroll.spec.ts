import type { Page } from '@playwright/test'
import { expect, test } from '../fixtures/test.ts'

/* Low, so that every page is longer than the window. */
test.use({ viewport: { width: 1000, height: 240 } })

const FAR = 900
const scrolled = (page: Page) => page.evaluate(() => Math.round(scrollY))
const scrollPage = (page: Page, top: number) => page.evaluate((y) => scrollTo(0, y), top)
const landing = (page: Page) => page.getByRole('heading', { level: 1, name: /^Hear your script/ })
const login = (page: Page) => page.getByLabel('Username')
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
  await page.goto('/')
  await landing(page).waitFor()
  await scrollPage(page, FAR)
  const asked = Promise.withResolvers<void>()
  const released = Promise.withResolvers<void>()
  await page.route('**/landing/**/remoteEntry.js*', async (route) => {
    asked.resolve()
    await released.promise
    await route.continue()
  })
  await page.reload({ waitUntil: 'commit' })
  await asked.promise
  // Twice drawn: the page shows what it has.
  await page.evaluate(() => new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn))))
  released.resolve()
  await landing(page).waitFor()
  await expect.poll(() => scrolled(page)).toBe(FAR)
})

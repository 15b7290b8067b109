import type { Page } from '@playwright/test'
import { expect, test } from '../../fixtures/test.ts'

/* Low, so that every page is longer than the window. */
test.use({ viewport: { width: 1000, height: 240 } })

const FAR = 900
const scrolled = (page: Page) => page.evaluate(() => Math.round(scrollY))
const scrollPage = (page: Page, top: number) => page.evaluate((y) => scrollTo(0, y), top)
const landing = (page: Page) => page.getByRole('heading', { level: 1, name: /^Hear your script/ })
const login = (page: Page) => page.getByLabel('Username')
const inBar = (page: Page, name: string) => page.getByRole('banner').getByRole('link', { name })

test('back and forward restore the scroll position of each page, also after a reload', async ({ page }) => {
  await page.goto('/secret-login')
  await login(page).waitFor()
  await scrollPage(page, 60)
  // Dispatched, because a mouse click would scroll to the bar.
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

test('product §9 Pricing scrolls to the section from another page, from the same page and from outside', async ({
  page,
}) => {
  const section = page.locator('#pricing')
  const top = () => section.evaluate((element) => Math.abs(element.getBoundingClientRect().top))
  const expectAtSection = async (from: string) => {
    await section.waitFor()
    // Below the bar, which is fixed.
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

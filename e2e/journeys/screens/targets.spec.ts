import type { Page } from '@playwright/test'
import { hiddenFocus } from '../../fixtures/focus-walk.ts'
import { Reader } from '../../fixtures/reader.ts'
import { smallTargets, TARGET_PX } from '../../fixtures/targets.ts'
import { clientOf, expect, test } from '../../fixtures/test.ts'

/* The size of every control with a mouse and with a finger, and the focus on every stop of the Tab key. */

const VISITOR_SCREENS = [
  '/',
  '/secret-login',
  '/register',
  '/reset-password',
  '/verify-email',
  '/health',
  '/mailbox',
  '/scriptorium',
]

type Judge = (page: Page, state: string) => Promise<string[]>

const byMouse: Judge = async (page, state) => {
  const found = await smallTargets(page, state, TARGET_PX.mouse)
  await page.evaluate(() => scrollTo({ top: 0, behavior: 'instant' }))
  return [...found, ...(await hiddenFocus(page, state))]
}
const byTouch: Judge = (page, state) => smallTargets(page, state, TARGET_PX.touch)

async function visitorFaults(page: Page, judge: Judge): Promise<string[]> {
  const found: string[] = []
  for (const address of VISITOR_SCREENS) {
    await page.goto(address)
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    await expect(page.locator('.host-prerendered')).toHaveCount(0)
    found.push(...(await judge(page, address)))
  }
  return found
}

async function userFaults(page: Page, judge: Judge): Promise<string[]> {
  const found: string[] = []
  const see = async (state: string) => found.push(...(await judge(page, state)))
  const dialog = page.getByRole('dialog')
  const close = async () => {
    await page.keyboard.press('Escape')
    await expect(dialog).toBeHidden()
  }
  const { _id } = await clientOf(page).castSample()

  await page.goto('/dashboard')
  const card = page.getByRole('article')
  await expect(card).toBeVisible()
  await see('library')
  for (const name of ['Rename', 'Delete']) {
    await card.getByRole('button', { name }).click()
    await expect(dialog).toBeVisible()
    await see(name)
    await close()
  }
  await card.getByRole('button', { name: 'Share' }).click()
  for (const tab of ['People', 'Links', 'History']) {
    await dialog.getByRole('tab', { name: tab }).click()
    await see(`share, ${tab}`)
  }
  await close()
  await page.getByRole('tab', { name: 'Upload' }).click()
  await expect(page.getByRole('button', { name: 'Browse Files' })).toBeVisible()
  await see('upload')

  await page.goto('/settings')
  await expect(page.getByRole('combobox', { name: 'Default voice' })).toBeEnabled()
  await page.getByRole('button', { name: 'Change Password' }).click()
  await see('settings')
  await page.getByRole('button', { name: 'Show credits' }).click()
  await expect(dialog).toBeVisible()
  await see('credits')
  await close()

  await page.goto(`/scripts/${_id}`)
  await expect(new Reader(page).line(0)).toBeVisible()
  await see('reader')
  await new Reader(page).openCasting()
  await see('casting')
  await dialog.getByRole('button', { name: /^Voice Filters/ }).click()
  await expect(page.getByRole('dialog', { name: 'Voice Filters' })).toBeVisible()
  await see('filters')
  return found
}

for (const width of [1440, 900, 390])
  test.describe(`${width} px, with a mouse and a keyboard`, () => {
    test.use({ viewport: { width, height: 844 } })

    test('product §9 controls of visitors are at least 24 px large, and the focus is visible', async ({
      page,
    }) => {
      expect(await visitorFaults(page, byMouse)).toEqual([])
    })

    test('product §9 controls of users are at least 24 px large, and the focus is visible', async ({
      page,
      signIn,
    }) => {
      await signIn()
      expect(await userFaults(page, byMouse)).toEqual([])
    })
  })

for (const width of [1440, 390])
  test.describe(`${width} px, with a touch screen`, () => {
    test.use({ viewport: { width, height: 844 }, hasTouch: true, isMobile: true })

    test('product §9 controls of visitors are at least 44 px large', async ({ page }) => {
      expect(await visitorFaults(page, byTouch)).toEqual([])
    })

    test('product §9 controls of users are at least 44 px large', async ({ page, signIn }) => {
      await signIn()
      expect(await userFaults(page, byTouch)).toEqual([])
    })
  })

test('a control that is too small, and one without a visible focus, are found', async ({ page }) => {
  await page.goto('/health')
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await page.evaluate(() => {
    const small = document.createElement('button')
    small.textContent = 'Tiny'
    small.style.cssText = 'height: 16px; font-size: 10px; outline: none'
    document.querySelector('main')!.append(small)
  })
  const found = await byMouse(page, 'health')
  expect(found).toEqual([
    expect.stringMatching(/^health: button "Tiny" .* is smaller than 24 px$/),
    expect.stringMatching(/^health: button "Tiny" .* shows no focus$/),
  ])
})

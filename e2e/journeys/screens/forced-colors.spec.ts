import type { Locator } from '@playwright/test'
import { expect, openReader, test } from '../../fixtures/faults.ts'

/* With forced colors, the browser drops backgrounds and shadows: a choice needs a line or a system color. */

test.use({ forcedColors: 'active' })

/** The look of an element, without its text. */
const lookOf = (one: Locator) =>
  one.evaluate((element) => {
    const { outlineStyle, outlineColor, backgroundColor, borderTopStyle } = getComputedStyle(element)
    return { outlineStyle, outlineColor, backgroundColor, borderTopStyle }
  })

test('product §2 forced colors: the theme and what is read aloud are visible in the settings', async ({
  page,
}) => {
  await page.goto('/settings')
  const reading = page.getByRole('radiogroup', { name: 'What is read aloud' })
  const segment = (name: string) => reading.locator('label', { hasText: name })
  await expect(reading.getByRole('radio', { name: 'Everything' })).toBeChecked()
  expect(await lookOf(segment('Everything'))).toMatchObject({ outlineStyle: 'solid' })
  expect(await lookOf(segment('Table read'))).toMatchObject({ outlineStyle: 'none' })

  const theme = page.getByRole('switch', { name: 'Dark Mode' })
  await expect(theme).not.toBeChecked()
  const light = await lookOf(theme)
  expect(light.borderTopStyle).toBe('solid')
  await theme.click()
  await expect(theme).toBeChecked()
  await expect.poll(async () => (await lookOf(theme)).backgroundColor).not.toBe(light.backgroundColor)
})

test('product §2 forced colors: the current line and the chosen preset are visible in the reader', async ({
  page,
  script,
}) => {
  const reader = await openReader(page, script._id)
  await page.keyboard.press('Home')
  await expect(reader.line(0)).toHaveAttribute('data-mark', 'current')
  expect(await lookOf(reader.lineButton(0))).toMatchObject({ outlineStyle: 'solid' })
  expect(await lookOf(reader.lineButton(1))).toMatchObject({ outlineStyle: 'none' })

  await page.getByRole('button', { name: 'What is read aloud: Everything' }).click()
  const choice = (name: string) => page.getByRole('menuitem', { name, exact: true })
  await expect(choice('Table read')).toBeVisible()
  expect(await lookOf(page.getByRole('menu'))).toMatchObject({ outlineStyle: 'solid' })
  const [chosen, other] = [await lookOf(choice('Everything')), await lookOf(choice('Table read'))]
  expect(chosen).toMatchObject({ outlineStyle: 'solid' })
  expect(other).toMatchObject({ outlineStyle: 'none' })
})

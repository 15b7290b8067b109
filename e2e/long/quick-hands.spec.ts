import { expect, openReader, test } from '../fixtures/faults.ts'

// The usual setting: menus and pages are animated.
test.use({ contextOptions: { reducedMotion: 'no-preference' } })

test('selects the speed that is clicked, also while the page moves', async ({ page, script }) => {
  await page.setViewportSize({ width: 1_440, height: 600 })
  await openReader(page, script._id)
  await page.getByRole('button', { name: /^Speed/ }).click()
  const item = page.getByRole('menuitem', { name: '2×', exact: true })
  await item.hover()
  const moved = await item.evaluate((element) => {
    const top = () => element.getBoundingClientRect().top
    const [before, at] = [top(), scrollY]
    scrollBy({ top: 200, behavior: 'instant' })
    return { page: scrollY - at, menu: top() - before }
  })
  expect(moved.page).toBeGreaterThan(0)
  expect(moved.menu, 'the menu stays beside its button').toBe(0)
  await page.mouse.down()
  await page.mouse.up()
  await expect(page.getByRole('button', { name: 'Speed 2×', exact: true })).toBeVisible()
})

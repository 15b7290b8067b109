import type { Page } from '@playwright/test'
import type { Script } from '@andscene/contracts/script'
import { audible, expect, openReader, test as base } from '../../fixtures/faults.ts'
import { faultsOf, overflowOf } from '../../fixtures/judged.ts'

/** Controls of the reader that are too small for touch: less than 44 px wide or high. */
const small = (page: Page) =>
  page.evaluate(() =>
    [
      ...document.querySelectorAll(
        'main button, main input, main [role=slider], main [role=option], fieldset button',
      ),
    ]
      .filter((one) => one.checkVisibility())
      // The note margin is as high as its line; the player has a button for the same action.
      .filter((one) => one.parentElement?.dataset['noteMargin'] === undefined)
      // The touch target of a checkbox is its whole label.
      .map((one) => (one.matches('[type=checkbox], [type=radio]') ? one.closest('label')! : one))
      .map((one) => ({ name: one.ariaLabel ?? one.textContent, box: one.getBoundingClientRect() }))
      .filter(({ box }) => box.width < 44 || box.height < 44)
      .map(({ name, box }) => `${name} ${box.width} × ${box.height}`),
  )

/** Two scenes, the first slightly shorter than the second. */
const LAMPS = [
  { type: 'Scene Heading', text: 'EXT. HARBOUR WALL - NIGHT' },
  'Rain falls on the harbour wall, and no one looks up.',
  'A lantern swings above two crates of herring.',
  'The tide is going out.',
  { type: 'Scene Heading', text: 'INT. LAMP ROOM - DAWN' },
  'The lamp is cold, and the glass around it has a crack.',
  'A gull walks along the rail as if it were paid to.',
  'Down below a boy whistles out of tune.',
  'The door opens, and the morning comes in.',
]

const test = base.extend<object, { lamps: Script }>({
  lamps: [async ({ api }, use) => use(await api.readyScript('lamps', LAMPS)), { scope: 'worker' }],
})

test('dual dialogue is side by side, with its chips in the margin', async ({ page, api }) => {
  const { _id, content } = await api.uploadSample()
  const first = content.lines.findIndex(({ dual }) => dual !== undefined)
  const second = content.lines.findIndex(({ dual }) => dual === 'right')
  const reader = await openReader(page, _id)
  await reader.find(content.lines[first + 1]!.text)
  const textOf = async (line: number) => (await reader.lineButton(line).boundingBox())!
  const chipOf = async (line: number) => (await reader.chip(line, 'type').boundingBox())!
  await expect(reader.line(first)).toBeVisible()
  const [left, right] = [await textOf(first), await textOf(second)]
  expect(left.y).toBe(right.y)
  expect(left.x + left.width).toBeLessThan(right.x)
  const column = (await chipOf(first - 1)).x
  const [above, below] = [await chipOf(first), await chipOf(second)]
  for (const { x } of [above, below]) expect(Math.abs(x - column)).toBeLessThan(1)
  expect(above.y + above.height).toBeLessThanOrEqual(below.y + 1)
})

test.describe('on a phone', () => {
  test.use({ viewport: { width: 390, height: 844 }, hasTouch: true })

  test('the mini player plays and moves; nothing is wider than the screen or too small for touch', async ({
    page,
    lamps,
  }) => {
    const reader = await openReader(page, lamps._id)
    const mini = page.getByRole('region', { name: 'Mini player' })
    await expect(mini).toBeInViewport({ ratio: 1 })
    await page.keyboard.press('Home')
    await mini.getByRole('button', { name: 'Next Line' }).tap()
    await mini.getByRole('button', { name: 'Next Line' }).tap()
    await mini.getByRole('button', { name: 'Previous Line' }).tap()
    expect((await reader.place()).line).toBe(1)
    await mini.getByRole('button', { name: 'Play' }).tap()
    await audible(reader, 2)
    await expect(mini).toContainText('Narration')
    await expect(mini).toContainText(/\d:\d\d of \d+:\d\d/)
    await mini.getByRole('button', { name: 'Pause' }).tap()
    await reader.waitForState('paused')

    await expect(reader.chip(2, 'type')).toBeHidden()
    await page.getByRole('button', { name: 'Line details' }).tap()
    await expect(reader.chip(2, 'type')).toBeVisible()

    await page.getByRole('button', { name: 'Find in script' }).tap()
    await expect(page.getByRole('button', { name: 'Stop' })).toBeInViewport()
    await page.getByRole('button', { name: 'Close search' }).tap()
    for (const name of [/^Scene /, 'Controls']) {
      await page.getByRole('button', { name }).first().tap()
      await expect(page.getByRole('dialog')).toBeVisible()
      expect(await overflowOf(page)).toBe(0)
      expect(await small(page)).toEqual([])
      await page.keyboard.press('Escape')
      await expect(page.getByRole('dialog')).toHaveCount(0)
    }
  })
})

test.describe('accessibility', () => {
  // A missing script.
  test.use({ expectedErrors: [/Failed to load resource/] })

  for (const colorScheme of ['light', 'dark'] as const)
    test(`the reader has no axe violations, ${colorScheme}, at 1440, 900 and 390 px, with its menus open`, async ({
      page,
      lamps,
    }) => {
      await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
      await openReader(page, lamps._id)
      const found: string[] = []
      for (const width of [1440, 900, 390]) {
        await page.setViewportSize({ width, height: 900 })
        found.push(...(await faultsOf(page, `${width} px`)))
      }
      for (const [name, role] of [
        [/^Scene /, 'listbox'],
        [/^Speed /, 'menu'],
        ['Controls', 'dialog'],
      ] as const) {
        await page.getByRole('button', { name }).first().click()
        await expect(page.getByRole(role).last()).toBeVisible()
        found.push(...(await faultsOf(page, String(name))))
        await page.keyboard.press('Escape')
        await expect(page.getByRole(role)).toHaveCount(0)
      }
      await page.keyboard.press('/')
      await page.keyboard.type('lantern')
      await expect(page.getByText(/^1 of /).first()).toBeVisible()
      found.push(...(await faultsOf(page, 'search')))
      await page.goto('/scripts/there-is-none')
      await expect(page.getByRole('heading', { level: 1, name: 'Script not found' })).toBeVisible()
      found.push(...(await faultsOf(page, 'no script')))
      expect(found).toEqual([])
    })
})

import { fdxOfLength } from '@andscene/testing/fdx-file'
import type { Page } from '@playwright/test'
import type { Script } from '@andscene/contracts/script'
import { audible, expect, openReader, test as base } from '../fixtures/faults.ts'
import { faultsOf, overflowOf } from '../fixtures/judged.ts'
import { holdRequests } from '../fixtures/test.ts'

/** Lines of the script whose scenes are listed; a scene has 20 of them. */
const LONG = 3_000
const SCENES = LONG / 20

const bar = (page: Page) => page.getByRole('slider', { name: 'Scenes' })
const seconds = (text: string | null) =>
  (text ?? '').split(':').reduce((sum, part) => 60 * sum + Number(part), 0)
const time = async (page: Page, name: string) =>
  seconds(await page.getByRole('timer', { name }).first().textContent())

/** Controls of the reader that a thumb would miss: less than 44 px wide or high. */
const small = (page: Page) =>
  page.evaluate(() =>
    [
      ...document.querySelectorAll(
        'main button, main input, main [role=slider], main [role=option], fieldset button',
      ),
    ]
      .filter((one) => one.checkVisibility())
      // The margin of a line is as high as the line; the player has a button for the same.
      .filter((one) => one.parentElement?.dataset['noteMargin'] === undefined)
      // What is pressed of a box to tick is its whole label.
      .map((one) => (one.matches('[type=checkbox], [type=radio]') ? one.closest('label')! : one))
      .map((one) => ({ name: one.ariaLabel ?? one.textContent, box: one.getBoundingClientRect() }))
      .filter(({ box }) => box.width < 44 || box.height < 44)
      .map(({ name, box }) => `${name} ${box.width} × ${box.height}`),
  )

/** Two scenes, the first a little shorter than the second. */
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

test('product §4 elapsed, remaining and total time agree with the clips, and the bar of scenes moves playing', async ({
  page,
  lamps: { _id, content },
}) => {
  const spoken = content.lines.reduce((sum, line) => sum + (line.audioCache?.durationMs ?? 0), 0)
  const reader = await openReader(page, _id)
  await expect(bar(page)).toHaveAttribute('aria-valuetext', /^Scene 1 of 2, 0:00 of 0:\d\d$/)
  const total = await time(page, 'Total')
  // Seven pauses between lines, and those around the headings.
  expect(total).toBeGreaterThan(spoken / 1_000)
  expect(total).toBeLessThan(spoken / 1_000 + 6)
  expect((await time(page, 'Elapsed')) + (await time(page, 'Remaining'))).toBe(total)

  await reader.play()
  await audible(reader, 1)
  await expect.poll(() => time(page, 'Elapsed')).toBeGreaterThan(0)

  // A press at three quarters: in the second scene, where playback continues.
  const { width, height } = (await bar(page).boundingBox())!
  const position = { x: width * 0.75, y: height / 2 }
  await bar(page).hover({ position })
  await expect(bar(page).getByText('INT. LAMP ROOM - DAWN')).toBeVisible()
  await bar(page).click({ position })
  await audible(reader, 5)
  expect(Math.abs((await time(page, 'Elapsed')) - 0.75 * total)).toBeLessThan(8)
  await reader.pause()

  await bar(page).press('ArrowLeft')
  await expect(bar(page)).toHaveAttribute('aria-valuetext', /^Scene 1 of 2, 0:00 of/)
  expect((await reader.place()).line).toBe(0)
  await bar(page).press('End')
  await expect(reader.line(LAMPS.length - 1)).toHaveAttribute('data-mark', 'current')
})

test('a long script: its scenes are listed, found by words, and gone to by the keyboard alone', async ({
  page,
  api,
}) => {
  const { _id } = await api.upload('long.fdx', fdxOfLength(LONG))
  const reader = await openReader(page, _id)
  const scenes = page.getByRole('button', { name: /^Scene \d+ of \d+$/ })
  await expect(scenes).toHaveText(`Scene 1 of ${SCENES}`)
  await bar(page).press('End')
  await expect(scenes).toHaveText(`Scene ${SCENES} of ${SCENES}`)

  await scenes.press('Enter')
  const field = page.getByRole('combobox', { name: 'Find a scene' })
  await expect(field).toBeFocused()
  await expect(page.getByRole('option', { selected: true })).toContainText(`ROOM ${SCENES} - NIGHT`)
  await expect(page.getByRole('option', { selected: true })).toBeInViewport()
  expect(await page.getByRole('option').count()).toBeLessThan(30)

  await page.keyboard.type('room 46 -')
  await expect(page.getByRole('option')).toHaveCount(1)
  await page.keyboard.press('Enter')
  await expect(field).toBeHidden()
  await expect(scenes).toBeFocused()
  await expect(scenes).toHaveText(`Scene 46 of ${SCENES}`)
  await expect(bar(page)).toHaveAttribute('aria-valuetext', new RegExp(`^Scene 46 of ${SCENES}, \\d`))
  await expect(reader.line(900)).toHaveAttribute('data-mark', 'current')

  await scenes.press('Enter')
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Escape')
  await expect(field).toBeHidden()
  await expect(scenes).toHaveText(`Scene 46 of ${SCENES}`)
})

test('a page that opens within a speech shows faintly whose it is, and is no shorter than paper', async ({
  page,
  api,
}) => {
  const { _id } = await api.uploadLines('speech', [
    { type: 'Character', text: 'מרים' },
    ...Array.from({ length: 22 }, (_, index) => ({ type: 'Dialogue', text: `And ${index}, he said.` })),
  ])
  const narration = await holdRequests(page, /\/narration$/)
  const reader = await openReader(page, _id)
  const before = await reader.line(0).boundingBox()
  narration.release()
  await expect(page.getByText('0 of 23 lines ready, 23 without a voice')).toBeVisible()
  expect(await reader.line(0).boundingBox(), 'the page stays where it is').toEqual(before)
  await expect(page.getByText("(cont'd)")).toBeHidden()
  await page.getByRole('toolbar', { name: 'Playback' }).getByRole('button', { name: 'Next Page' }).click()
  const continued = page.getByText("(cont'd)")
  await expect(continued).toHaveText("מרים (cont'd)")
  // Not one of the lines, neither for the pointer nor for a reader of screens.
  await expect(page.getByRole('button', { name: /cont'd/ })).toHaveCount(0)
  await expect(reader.line(20)).not.toContainText("cont'd")
  const sheet = (await page.getByRole('region', { name: /, page 2$/ }).boundingBox())!
  expect(sheet.height).toBeGreaterThan(900)
})

test('simultaneous speeches are side by side, and their chips in the margin', async ({ page, api }) => {
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

  test('the player at the bottom plays and moves; nothing is wider than the screen or too small for a thumb', async ({
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
    await reader.reaches('paused')

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

test.describe('to axe', () => {
  // A script that is not there.
  test.use({ expectedErrors: [/Failed to load resource/] })

  for (const colorScheme of ['light', 'dark'] as const)
    test(`the reader has no fault, ${colorScheme}, at 1440, 900 and 390 px, with its menus open`, async ({
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

import { expect, openReader, test } from '../../fixtures/faults.ts'

test('product §2 copies the text of the script alone; a double-click selects a word and does not play', async ({
  page,
  context,
  script,
}) => {
  const reader = await openReader(page, script._id)
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  // Loading the notes renders the words again, which ends a selection.
  await expect(reader.addNote(0)).toBeAttached()
  const [first, second] = script.content.lines
  await page.evaluate(() => {
    const words = [...document.querySelectorAll('[data-words]')]
    getSelection()!.setBaseAndExtent(words[0]!, 0, words[1]!, 1)
  })
  await page.keyboard.press('ControlOrMeta+c')
  const copied = await page.evaluate(async () => {
    const items = await navigator.clipboard.read()
    return { types: items.flatMap(({ types }) => types), text: await navigator.clipboard.readText() }
  })
  expect(copied).toEqual({ types: ['text/plain'], text: `${first!.text}\n\n${second!.text}` })

  // The click ends the selection, and nothing else.
  await reader.lineButton(3).click({ position: { x: 12, y: 8 } })
  await expect.poll(() => page.evaluate(() => getSelection()!.isCollapsed)).toBe(true)
  await reader.waitForState('idle')
  await reader.lineButton(3).dblclick({ position: { x: 12, y: 8 } })
  expect(await page.evaluate(() => String(getSelection()).trim())).toMatch(/^[A-Z][a-z]+$/)
  await reader.waitForState('stopped')
  // A double-click while another line plays leaves that one playing.
  await reader.lineButton(1).click({ position: { x: 200, y: 8 } })
  await reader.lineButton(1).click({ position: { x: 200, y: 8 }, delay: 20 })
  await reader.waitForState('playing')
  await reader.lineButton(5).dblclick({ position: { x: 12, y: 8 } })
  await expect(reader.line(5)).toHaveAttribute('data-mark', 'none')
  expect((await reader.place()).line).toBeLessThan(5)
  await reader.waitForState('playing')
})

test('product §2 prints the whole script; large text does not scroll sideways on a phone', async ({
  page,
  script,
}) => {
  await openReader(page, script._id)
  const pages = (await page.pdf({ format: 'Letter' })).toString('latin1').match(/\/Type\s*\/Page\b(?!s)/g)
  // A page with the title, and the lines at six an inch with a blank line between them.
  expect(pages).toHaveLength(3)
  await expect(page.locator('[data-printed-script]')).toHaveCount(0)

  await page.setViewportSize({ width: 390, height: 844 })
  await page.getByRole('button', { name: 'Text size and print' }).click()
  const larger = page.getByRole('button', { name: 'Larger text' })
  while (await larger.isEnabled()) await larger.click()
  await expect(page.getByText('200 %')).toBeVisible()
  await page.reload()
  const size = page.locator('[data-words]').first()
  await expect(size).toHaveCSS('font-size', '28px')
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(390)
})

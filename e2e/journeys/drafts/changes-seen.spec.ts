import { UPLOAD_FIELD } from '@andscene/contracts/limits'
import { uploadDraft } from '@andscene/contracts/routes/drafts'
import { createNote } from '@andscene/contracts/routes/notes'
import { fdxFile, type FdxParagraph } from '@andscene/testing/fdx-file'
import type { Page } from '@playwright/test'
import { expectAccessible, overflowOf } from '../../fixtures/judged.ts'
import { expect, openReader } from '../../fixtures/faults.ts'
import { test } from '../../fixtures/test.ts'

/* The changes of a draft as a writer sees them (product §16). */

const heading = (text: string): FdxParagraph => ({ type: 'Scene Heading', text })
const action = (text: string): FdxParagraph => ({ type: 'Action', text })
const speech = (name: string, text: string): FdxParagraph[] => [
  { type: 'Character', text: name },
  { type: 'Dialogue', text },
]

const OFFICE = [
  heading('INT. OFFICE OF LIGHTS - AFTERNOON'),
  action('A corridor of closed doors. Somewhere a kettle begins.'),
  ...speech('CLERK', 'We have no record of a lighthouse at that position.'),
]
const FERRY = [
  heading('INT. FERRY - CABIN - DAY'),
  action('The cabin smells of oranges and diesel.'),
  ...speech('CAPTAIN ROY', 'You can read that chart?'),
  ...speech('TOBIN', 'My grandmother drew half of it.'),
]
const FIRST = [
  heading('INT. LIGHTHOUSE - LAMP ROOM - NIGHT'),
  action('Rain on the glass. Mara polishes a lens the size of a door.'),
  ...speech('MARA', 'They said that in the spring.'),
  ...speech('TOBIN', 'This time there is a date on it.'),
  action('She does not take the letter.'),
  ...FERRY,
  ...OFFICE,
]
const NEXT = [
  heading('INT. LIGHTHOUSE - LAMP ROOM - NIGHT'),
  action('Rain on the glass. Mara polishes a lens the size of a church door.'),
  ...speech('MARA', 'They said that in the spring.'),
  action('She does not take the letter.'),
  action('He leaves it on the sill, where it sticks to the wet paint.'),
  ...OFFICE,
  ...FERRY,
]

const bar = (page: Page) => page.getByRole('region', { name: 'Changes', exact: true })
const star = (page: Page, line: number) => page.locator(`[data-line-index="${line}"] [data-change-star]`)

/** Where each line is on the page. */
const places = (page: Page) =>
  page.locator('[data-words]').evaluateAll((all) =>
    all.map((words) => {
      const { x, y, width, height } = words.getBoundingClientRect()
      return [x, y + scrollY, width, height].map(Math.round).join(' ')
    }),
  )

test('product §16 what changed is marked, counted and shown alone, and nothing moves on the page', async ({
  page,
  client,
  signIn,
}) => {
  const script = await client.uploadLines('Cape Light', FIRST)
  await client.cast(script)
  const cutLine = script.content.lines[5]!
  await client.call(createNote, {
    params: { id: script._id },
    body: {
      _id: 'note-on-a-cut-line',
      lineId: cutLine._id,
      text: 'Which date?',
      colour: 'pink',
      category: 'Story',
    },
  })
  const body = new FormData()
  body.set(UPLOAD_FIELD, new Blob([fdxFile(NEXT)]), 'Cape Light 2.fdx')
  await client.call(uploadDraft, { params: { id: script._id }, body })
  await signIn()
  const reader = await openReader(page, script._id)

  await test.step('the note on the line that was cut is at the place of the cut', async () => {
    await page.getByRole('button', { name: '1 line cut, 1 note' }).press('Enter')
    const cut = page.getByRole('region', { name: '1 line cut' })
    await expect(cut.locator('del')).toHaveText('This time there is a date on it.')
    const mark = cut.getByRole('button', { name: '1 note on this line' })
    const [beside, words] = await Promise.all([mark.boundingBox(), cut.locator('del').boundingBox()])
    expect(Math.abs(beside!.y - words!.y)).toBeLessThan(12)
    await mark.press('Enter')
    await expect(page.getByRole('dialog', { name: 'Notes on this line' })).toContainText('Which date?')
    await page.keyboard.press('Escape')
    await cut.getByRole('button', { expanded: true }).press('Enter')
    await expect(cut).toBeHidden()
  })

  await test.step('switching the changes on moves no line', async () => {
    const before = await places(page)
    await page.keyboard.press('c')
    await expect(bar(page)).toContainText('4 changes')
    await expect(star(page, 1)).toContainText('Reworded')
    expect(await places(page)).toEqual(before)
    await expect(reader.line(5)).toContainText('New')
    await expect(reader.line(6)).toContainText('Moved from after scene 2')
  })

  await test.step('keys and buttons move between the changes', async () => {
    await page.keyboard.press('c')
    await expect(bar(page)).toContainText('1 of 4')
    await expect.poll(async () => (await reader.place()).line).toBe(1)
    await page.keyboard.press('Shift+C')
    await expect(bar(page)).toContainText('4 of 4')
    await bar(page).getByRole('button', { name: 'Next change' }).click()
    await expect(bar(page)).toContainText('1 of 4')
  })

  await test.step('the list of scenes counts the changes', async () => {
    await page.getByRole('button', { name: /^Scene 1/ }).click()
    await expect(page.getByRole('option', { name: /LAMP ROOM/ })).toContainText('3 changes')
    await page.keyboard.press('Escape')
  })

  await test.step('at three widths, in both themes', async () => {
    for (const width of [1440, 900, 390]) {
      await page.setViewportSize({ width, height: 844 })
      await expectAccessible(page, `changes at ${width}`)
      expect(await overflowOf(page)).toBe(0)
    }
    await page.setViewportSize({ width: 1280, height: 800 })
    await page.emulateMedia({ colorScheme: 'light' })
  })

  await test.step('changes only', async () => {
    await bar(page).getByRole('checkbox', { name: 'Changes only' }).click()
    await expect(page.getByRole('region', { name: '2 lines cut' })).toBeVisible()
    await expect(page).toHaveURL(/changes=.*only/)
    await expect(reader.line(11)).toHaveCount(0)
    await expectAccessible(page, 'changes only')
    await page.reload()
    await expect(page.getByRole('region', { name: '2 lines cut' })).toBeVisible()
    await bar(page).getByRole('button', { name: 'Hide changes' }).click()
    await expect(star(page, 1)).toHaveCount(0)
  })

  await test.step('an older draft is marked, is read only, and leads back', async () => {
    await page.goto(`/scripts/${script._id}?draft=1`)
    const head = page.getByRole('region', { name: 'Draft', exact: true })
    await expect(head).toContainText('Draft 1, not the present one')
    await expect(reader.line(5)).toContainText('This time there is a date on it.')
    await expect(reader.notes(5)).toBeVisible()
    await expect(page.getByRole('button', { name: 'Assign Voices' })).toHaveCount(0)
    await expectAccessible(page, 'older draft')
    await head.getByRole('button', { name: 'Open present draft' }).click()
    await expect(reader.line(5)).toContainText('He leaves it on the sill')
    await expect(head).toHaveCount(0)
  })
})

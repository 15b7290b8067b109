import { listDrafts } from '@andscene/contracts/routes/drafts'
import { readCasting } from '@andscene/contracts/routes/scripts'
import type { Page } from '@playwright/test'
import { draftFile, FIRST_DRAFT, NEXT_DRAFT, OTHER_SCRIPT } from '../../fixtures/draft-pair.ts'
import { faultsOf, overflowOf } from '../../fixtures/judged.ts'
import { expect, test } from '../../fixtures/test.ts'

/* A new draft of a script, from the library and from the reader (product §16). */

// The questions.
test.use({ expectedErrors: [/status of 409 .*\/drafts\)/] })

const TITLE = 'Eleven Boats'
const dialog = (page: Page) => page.getByRole('dialog', { name: `Drafts of “${TITLE}”` })
const row = (page: Page, name: string) =>
  dialog(page)
    .getByRole('listitem')
    .filter({ has: page.getByRole('button', { name: 'Download' }) })
    .filter({ hasText: name })
const press = (page: Page, name: string) => dialog(page).getByRole('button', { name, exact: true }).click()
/** Answers the question on top of the dialog. */
const agree = (page: Page, question: string, name: string) =>
  page.getByRole('dialog', { name: question }).getByRole('button', { name, exact: true }).click()

test('product §16 the owner uploads the next draft: questions, changes, list, and back again', async ({
  page,
  client,
  signIn,
}) => {
  const script = await client.uploadLines(TITLE, FIRST_DRAFT)
  await client.cast(script)
  const params = { id: script._id }
  const voiceOf = async (name: string) =>
    (await client.call(readCasting, { params })).characterAssignments[name]
  const voice = await voiceOf('LT. KAREN')
  await signIn()
  const judged = async (state: string) => {
    expect(await faultsOf(page, state)).toEqual([])
    expect(await overflowOf(page), state).toBe(0)
  }

  await test.step('the file of another script is not uploaded without a question', async () => {
    const card = page.getByRole('article', { name: TITLE })
    await card.getByRole('button', { name: 'Drafts' }).press('Enter')
    await expect(page.getByRole('menuitem', { name: 'New Draft' })).toBeFocused()
    await page.keyboard.press('Enter')
    await dialog(page).getByLabel('Script file').setInputFiles(draftFile(OTHER_SCRIPT, 'Desert Road'))
    await expect(dialog(page).getByRole('alert')).toContainText(`little in common with “${TITLE}”: 0`)
    await judged('another script')
    await press(page, 'Cancel')
    await expect(dialog(page).getByRole('button', { name: 'New Draft' })).toBeFocused()
    expect((await client.call(listDrafts, { params })).data.drafts).toHaveLength(1)
  })

  await test.step('the renamed character is asked about, and keeps its voice', async () => {
    await press(page, 'New Draft')
    await dialog(page).getByLabel('Script file').setInputFiles(draftFile(NEXT_DRAFT, 'Eleven Boats 2'))
    const question = dialog(page).getByRole('group', { name: 'Is LT. KAREN now KAREN?' })
    await expect(question.getByRole('radio', { name: 'Yes' })).toBeChecked()
    await judged('questions')
    expect((await client.call(listDrafts, { params })).data.drafts).toHaveLength(1)
    await page.keyboard.press('Tab')
    await expect(question.getByRole('radio', { name: 'Yes' })).toBeFocused()
    await dialog(page).getByRole('textbox', { name: 'Name of the draft (optional)' }).fill('Blue')
    await page.keyboard.press('Enter')
    const result = dialog(page).getByRole('region', { name: 'New Draft' })
    await expect(result).toContainText(/Blue: \d+ changed lines \(.*reworded.*new.*cut.*moved.*\)/)
    await judged('result')
    expect(await voiceOf('KAREN')).toBe(voice)
  })

  await test.step('Play Changes opens the reader with the changes', async () => {
    await press(page, 'Play Changes')
    await expect(page).toHaveURL(new RegExp(`/scripts/${script._id}\\?changes=1$`))
    await expect(page.getByText('I can be both before breakfast.')).toBeVisible()
    await expect(page.getByRole('region', { name: 'Play Changes' })).toBeVisible()
  })

  await test.step('the same file again changes nothing', async () => {
    await page.getByRole('button', { name: 'Drafts', exact: true }).click()
    await page.getByRole('menuitem', { name: 'New Draft' }).click()
    await dialog(page).getByLabel('Script file').setInputFiles(draftFile(NEXT_DRAFT, 'Eleven Boats 2'))
    await expect(dialog(page)).toContainText('This is the file of Blue. Nothing was changed.')
    await press(page, 'Done')
  })

  await test.step('the older draft becomes the present one, and is renamed', async () => {
    await expect(dialog(page).getByText('2 drafts')).toBeVisible()
    await judged('list')
    await row(page, 'Draft 1').getByRole('button', { name: 'Rename' }).click()
    await dialog(page).getByRole('textbox', { name: 'Name of the draft' }).fill('White')
    await page.keyboard.press('Enter')
    await expect(row(page, 'White').getByRole('button', { name: 'Rename' })).toBeFocused()
    await row(page, 'White').getByRole('button', { name: 'Make Present' }).click()
    await agree(page, 'Make White the present draft?', 'Make Present')
    await expect(row(page, 'White')).toContainText('Present')
    expect(await voiceOf('LT. KAREN')).toBe(voice)
  })

  await test.step('the file of a draft is downloaded', async () => {
    const downloading = page.waitForEvent('download')
    await row(page, 'Blue').getByRole('button', { name: 'Download' }).click()
    expect((await downloading).suggestedFilename()).toBe(`${TITLE} Blue.fdx`)
  })

  await test.step('the present draft is deleted, then the only one is kept', async () => {
    await row(page, 'White').getByRole('button', { name: 'Delete' }).click()
    await expect(page.getByText(/^Blue becomes the present draft\. /)).toBeVisible()
    await agree(page, 'Delete White?', 'Delete')
    await expect(dialog(page).getByText('1 draft', { exact: true })).toBeVisible()
    await expect(dialog(page).getByText(/The only draft cannot be deleted/)).toBeVisible()
    await expect(dialog(page).getByRole('button', { name: 'Delete' })).toHaveCount(0)
    const { drafts, present } = (await client.call(listDrafts, { params })).data
    expect(drafts.map(({ name, number }) => [name, number])).toEqual([['Blue', present]])
  })
})

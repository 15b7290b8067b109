import { listScripts, renameScript } from '@andscene/contracts/routes/scripts'
import { fdxFile } from '@andscene/testing/fdx-file'
import type { Page } from '@playwright/test'
import { randomUUID } from 'node:crypto'
import { Reader } from '../../fixtures/reader.ts'
import { clientOf, expect, test } from '../../fixtures/test.ts'

/*
   product §10: user input and uploads are shown as text everywhere. Markup that ran, a loaded image or a violation of
   the Content-Security-Policy would log an error to the console, which fails the test.
 */
const IMAGE = '<img src=x onerror=hit``>'
const BREAKOUT = `"><script>hit\`\`</script>`
const LINK = 'javascript:hit``'
/** Character names are stored in capitals, which HTML ignores. */
const CUE = `${IMAGE.toUpperCase()} ANNA`
const TITLE = `${BREAKOUT} ${IMAGE} ${LINK}`
const FILE = `"><img src=x onerror=hit\`\`> draft.fdx`
/** E-mail addresses contain no spaces. */
const EMAIL = `<img/src=x/onerror=hit\`\`>${randomUUID().slice(0, 8)}@andscene.example`

const SCRIPT = fdxFile([
  { type: 'Scene Heading', text: `INT. ${IMAGE} - DAY` },
  { type: 'Action', text: `${BREAKOUT} ${LINK}` },
  { type: 'Character', text: CUE },
  { type: 'Parenthetical', text: `(${IMAGE})` },
  { type: 'Dialogue', text: `Say <b onclick=hit\`\`>it</b>. ${IMAGE}` },
  { type: 'Dialogue', text: `<a href="${LINK}">More</a>` },
])

/** No part of it became an element. */
async function expectText(page: Page) {
  await expect(
    page.locator('[onerror], [onload], [onclick], img[src="x" i], [href^="javascript:" i]'),
  ).toHaveCount(0)
  expect(await page.locator('script:not([src])').count(), 'scripts without an address').toBe(0)
}

test.beforeEach(async ({ page }) => {
  await page.addInitScript(() => {
    for (const name of ['hit', 'HIT'])
      Object.assign(globalThis, { [name]: () => console.error('markup was run') })
  })
  page.on('dialog', (dialog) => {
    throw new Error(`A dialog of the browser: ${dialog.message()}`)
  })
})

test('in a script’s title, cues, lines and file name', async ({ page, signIn }) => {
  await signIn()
  await page.getByRole('button', { name: 'Upload Script' }).click()
  const file = { name: FILE, mimeType: 'application/xml', buffer: Buffer.from(SCRIPT) }
  await page.locator('input[type=file]').setInputFiles(file)
  await expect(page.getByText('Script uploaded and parsed successfully!')).toBeVisible()
  await expect(page.getByRole('heading', { name: '<img src=x onerror=hit' })).toBeVisible()
  await expectText(page)

  const { id, title } = await rename(page)
  expect(title).toBe(TITLE)
  await page.reload()
  await expect(page.getByRole('heading', { name: TITLE })).toBeVisible()
  await expectText(page)
  const card = page.getByRole('article').filter({ hasText: TITLE })
  await card.getByRole('button', { name: /^Delete/ }).click()
  await expect(
    page.getByRole('dialog', { name: `Are you sure you want to delete "${TITLE}"?` }),
  ).toBeVisible()
  await expectText(page)
  await page.getByRole('button', { name: 'Cancel' }).click()
  await card.getByRole('button', { name: /^Clear Cache/ }).click()
  await page
    .getByRole('dialog', { name: `Clear all audio cache for "${TITLE}"?` })
    .getByRole('button', { name: 'Clear Cache' })
    .click()
  await expect(page.getByText(`Cache cleared successfully for "${TITLE}"!`).first()).toBeVisible()
  await expectText(page)

  await page.goto(`/scripts/${id}`)
  const reader = new Reader(page)
  await expect(reader.line(1)).toContainText(`${BREAKOUT} ${LINK}`)
  await expect(reader.line(2)).toContainText(CUE)
  await expect(reader.line(4)).toContainText('Say <b onclick=hit``>it</b>.')
  await expect(page).toHaveTitle(`${TITLE} – And Scene`)
  const panel = page.getByRole('complementary', { name: 'Characters' })
  await expect(panel.getByText(CUE, { exact: true })).toBeVisible()
  await expectText(page)

  await panel.getByRole('button', { name: `Assign a voice to ${CUE}` }).click()
  const dialog = page.getByRole('dialog')
  await expect(dialog.getByText(CUE).first()).toBeVisible()
  await expectText(page)
  await dialog.getByRole('button', { name: 'CANCEL' }).click()
  await reader.lineButton(4).click()
  const required = page.getByRole('dialog', { name: 'Voice Assignment Required' })
  await expect(required.getByText(`The character "${CUE}" needs a voice assignment`)).toBeVisible()
  await expectText(page)
})

/** Renames the account's only script to a title with markup. */
async function rename(page: Page) {
  const api = clientOf(page)
  const [script] = (await api.call(listScripts, {})).data.scripts
  const id = script!._id
  await api.call(renameScript, { params: { id }, body: { title: TITLE } })
  return { id, title: (await api.script(id)).title }
}

test('in the name and address of an account of the local account chooser', async ({ page }) => {
  await page.goto('/secret-login')
  const opening = page.waitForEvent('popup')
  await page.getByRole('button', { name: 'Continue with Google' }).click()
  const popup = await opening
  await popup.getByLabel('Another account').fill(EMAIL)
  await popup.getByRole('button', { name: 'Continue' }).click()
  await expect(page).toHaveURL(/\/dashboard$/)
  await page.getByRole('link', { name: 'Settings' }).click()
  await expect(page.getByText(EMAIL)).toBeVisible()
  await expect(page.getByText(EMAIL.split('@')[0]!, { exact: true })).toBeVisible()
  await expectText(page)
})

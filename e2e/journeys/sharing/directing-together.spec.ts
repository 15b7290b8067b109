import { listDirections } from '@andscene/contracts/routes/directions'
import { checkCache } from '@andscene/contracts/routes/scripts'
import type { Page } from '@playwright/test'
import type { PlatformClient } from '@andscene/platform-client/platform-client'
import { invitedPage } from '../../fixtures/invited-page.ts'
import { expect, test } from '../../fixtures/test.ts'

/* The owner of a script and an editor direct the same line, each in a separate browser (product §5). */

// The save that did not know of the other one.
test.use({ expectedErrors: [/status of 409/] })

const WORDS = [
  'The ferry comes in from the east.',
  'A woman with a suitcase counts the windows.',
  'No one comes ashore tonight.',
]
const LINE = 1

const dialog = (page: Page) => page.getByRole('dialog', { name: /^Direct:/ })
const press = (page: Page, name: string) => dialog(page).getByRole('button', { name, exact: true }).click()

/** Opens the dialog of the line by the keyboard. */
async function direct(page: Page) {
  await page.locator(`[data-line-index="${LINE}"] [role="button"]`).first().focus()
  await page.keyboard.press('d')
  await expect(dialog(page).getByRole('group', { name: 'Delivery' })).toBeVisible()
}

const pathsOf = async (client: PlatformClient, id: string) =>
  (
    await client.call(checkCache, { params: { id }, body: { startLineIndex: 0, linesToCheck: WORDS.length } })
  ).data.updatedLines.map(({ audioCache }) => audioCache?.path)

test('product §5 two directors of one line: the later one sees the other change first, nothing is lost, and only this line is made again', async ({
  page,
  browser,
  client: owner,
  platform,
  signIn,
}) => {
  const script = await owner.readyScript('The Pier', WORDS)
  const params = { id: script._id }
  const before = await pathsOf(owner, script._id)
  await signIn()
  const other = await invitedPage({ browser, owner, script, origin: platform.origin })
  for (const each of [page, other]) await each.goto(`/scripts/${script._id}`)

  await direct(page)
  await press(page, 'Fast')
  // The owner's page receives no news of the editor's change.
  await page.route('**/api/scripts/*/directions', () => undefined)
  await direct(other)
  await press(other, 'Slow')
  await press(other, 'Keep take')
  await expect(dialog(other).getByText('Saved')).toBeVisible()

  await press(page, 'Keep take')
  await expect(dialog(page).getByRole('alert')).toContainText(
    'changed this line. Your change is not saved yet.',
  )
  await expect(dialog(page).getByRole('radio', { name: /^Take 1 Slow/ })).toBeChecked()
  await expect(dialog(page).getByRole('button', { name: 'Fast' })).toHaveAttribute('aria-pressed', 'true')
  await press(page, 'Save mine too')
  await expect(dialog(page).getByRole('radio', { name: /^Take 2 Fast/ })).toBeChecked()
  // The editor's open dialog follows.
  await expect(dialog(other).getByRole('radio', { name: /^Take 2 Fast/ })).toBeChecked()

  const { directions } = (await owner.call(listDirections, { params })).data
  expect(directions[0]!.takes.map(({ delivery }) => delivery.name)).toEqual(['slow', 'fast'])
  await expect
    .poll(async () => (await pathsOf(owner, script._id)).map((path, line) => path === before[line]))
    .toEqual([true, false, true])
  await expect
    .poll(async () => (await pathsOf(owner, script._id)).every((path) => path !== undefined), {
      timeout: 60_000,
    })
    .toBe(true)

  await dialog(page).getByRole('button', { name: 'Close' }).click()
  await expect(page.locator(`[data-line-index="${LINE}"] [data-directed]`)).toBeVisible()
  await other.context().close()
})

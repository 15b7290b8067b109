import { readSharing } from '@andscene/contracts/routes/sharing'
import type { BrowserContext, Page } from '@playwright/test'
import { createVerifiedAccount } from '@andscene/platform-client/accounts'
import { Reader } from '../../fixtures/reader.ts'
import { ferryLines } from '../../fixtures/script-lines.ts'
import { expect, login, submitLogin, test } from '../../fixtures/test.ts'

/* A guest who closes the tab and returns (decision 0065). */

const FRIENDS = { name: 'Friends', role: 'commenter', days: 30 } as const
const WORDS = ferryLines(12)

type Guest = { page: Page; reader: Reader }
async function openLink(context: BrowserContext, address: string): Promise<Guest> {
  const page = await context.newPage()
  await page.goto(address)
  await expect(page.getByText('The writer sees how far you listened.')).toBeVisible()
  return { page, reader: new Reader(page) }
}
/** Listens to two lines, and enters a name before the first note. */
async function beginNote({ page, reader }: Guest): Promise<void> {
  await page.getByRole('region', { name: 'Listen' }).getByRole('button', { name: 'Play' }).click()
  await reader.listenUntil(1)
  await reader.pause()
  await reader.addNote(1).click()
  await page.getByLabel('Your name').fill('Grace')
  await page.getByRole('button', { name: 'Continue', exact: true }).click()
}
const openNotes = async (page: Page, reader: Reader, line: number) => {
  await reader.notes(line).click()
  return page.getByRole('dialog', { name: 'Notes on this line' })
}

test('decision 0065: a guest keeps their identity, can be forgotten on request, and can become an account', async ({
  browser,
  client: api,
  platform,
}) => {
  test.setTimeout(180_000)
  const script = await api.readyScript('The Ferry', WORDS)
  const params = { id: script._id }
  const { token } = await api.link(script._id, FRIENDS)
  const address = `/listen#${token}`
  const linkNow = async () => (await api.call(readSharing, { params })).data.links[0]!
  const context = await browser.newContext({ baseURL: platform.origin })

  // First visit: a name, a note, a position.
  const first = await openLink(context, address)
  await beginNote(first)
  await first.page.getByLabel('Your note').fill('Slower, with the wind.')
  await first.page.getByRole('button', { name: 'Send', exact: true }).click()
  await expect(first.reader.notes(1)).toBeVisible()
  await expect.poll(async () => (await linkNow()).guests[0]?.heard).toBeGreaterThan(0)
  await first.page.close()

  // A later visit in the same browser: the same guest, who may edit the note.
  const second = await openLink(context, address)
  await expect(second.page.getByText('Listening as Grace')).toBeVisible()
  await expect(second.page.getByRole('button', { name: 'Continue listening' })).toBeVisible()
  const card = await openNotes(second.page, second.reader, 1)
  await expect(card.getByText('Slower, with the wind.')).toBeVisible()
  await card.getByRole('button', { name: 'Edit' }).click()
  await card.getByRole('textbox').fill('Slower, and louder.')
  await card.getByRole('button', { name: 'Save' }).click()
  await expect(card.getByText('Slower, and louder.')).toBeVisible()
  await second.page.keyboard.press('Escape')
  expect(await linkNow()).toMatchObject({ opens: 1, guests: [{ name: 'Grace' }] })

  // Longer than a guest token is valid (decision 0063): it is renewed, and playback continues.
  const renewal = second.page.waitForResponse('**/api/listen')
  const bar = second.page.getByRole('region', { name: 'Listen' })
  await second.page.clock.setSystemTime(Date.now() + 16 * 60_000)
  await bar.getByRole('button', { name: 'Continue listening' }).click()
  expect((await renewal).status()).toBe(200)
  await second.reader.listenUntil(4)
  await second.reader.pause()
  await expect(second.page.getByText('Listening as Grace')).toBeVisible()
  expect((await linkNow()).opens).toBe(1)

  // Keep my notes: the account that signs in receives notes and position.
  const account = await createVerifiedAccount(platform.origin)
  await second.page.getByRole('button', { name: 'Keep my notes' }).click()
  await second.page.getByRole('button', { name: 'Sign in' }).click()
  await expect(second.page).toHaveURL(/\/secret-login$/)
  await submitLogin(second.page, account)
  const move = second.page.getByRole('group', { name: 'Keep my notes' })
  await expect(move.getByText(`Your notes, place and name move to ${account.email}.`)).toBeVisible()
  await move.getByRole('button', { name: 'Keep my notes' }).click()
  await expect(second.page).toHaveURL(new RegExp(`/scripts/${script._id}$`))
  await expect(second.page.getByRole('heading', { name: 'The Ferry' })).toBeVisible()
  const own = await openNotes(second.page, second.reader, 1)
  await expect(own.getByText('Slower, and louder.')).toBeVisible()
  await expect(own.getByRole('button', { name: 'Edit' })).toBeVisible()
  const { collaborators, links } = (await api.call(readSharing, { params })).data
  expect(collaborators).toMatchObject([{ email: account.email, role: 'commenter' }])
  expect(collaborators[0]!.heard).toBeGreaterThan(0)
  expect(links[0]!.guests).toEqual([])
  await second.page.close()

  // The next visitor in this browser is another guest, and can be forgotten on request.
  const third = await openLink(context, address)
  await expect(third.page.getByText('Listening as Guest')).toBeVisible()
  await third.page.getByRole('button', { name: 'Your name' }).click()
  await third.page.getByLabel('Your name').fill('Mia')
  await third.page.getByRole('button', { name: 'Save' }).click()
  await expect(third.page.getByText('Listening as Mia')).toBeVisible()
  await third.page.getByRole('button', { name: 'Forget me here' }).click()
  const question = third.page.getByRole('group', { name: 'Forget me here' })
  await question.getByRole('button', { name: 'Forget me here' }).click()
  await expect(third.page.getByText('Listening as Guest')).toBeVisible()
  const { opens, guests } = await linkNow()
  expect([opens, guests.map(({ name }) => name)]).toEqual([3, [undefined, 'Mia']])
  await context.close()
})

test('decision 0065: an account that signs out in another tab does not affect a guest', async ({
  browser,
  client,
  platform,
}) => {
  const script = await client.readyScript('The Ferry', WORDS)
  const { token } = await client.link(script._id, FRIENDS)
  const context = await browser.newContext({ baseURL: platform.origin })
  const accounts = await context.newPage()
  await login(accounts, await createVerifiedAccount(platform.origin))
  const guest = await openLink(context, `/listen#${token}`)
  const { page } = guest
  const note = page.getByRole('textbox', { name: 'Your note' })
  await beginNote(guest)
  await note.fill('Slower')

  await accounts.bringToFront()
  await accounts.getByRole('button', { name: 'Sign Out' }).click()
  await expect(accounts).toHaveURL(/\/secret-login$/)
  await expect.poll(() => accounts.evaluate(() => localStorage.getItem('andscene_signed_out'))).toBeNull()

  await page.bringToFront()
  await expect(note).toHaveValue('Slower')
  await note.press('End')
  await note.pressSequentially(', please')
  await page.reload()
  await expect(page.getByText('Listening as Grace')).toBeVisible()
  await expect(page.getByText('From line 2 of 12')).toBeVisible()
  await page.getByRole('button', { name: 'Continue your note', exact: true }).click()
  await expect(note).toHaveValue('Slower, please')
  await context.close()
})

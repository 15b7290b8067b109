import { readProgress } from '@andscene/contracts/routes/progress'
import { signIn as tokenOf, type Account } from '@andscene/platform-client/accounts'
import type { Browser, Page } from '@playwright/test'
import { audible, openReader, playFrom, sentences } from '../../fixtures/faults.ts'
import { Reader } from '../../fixtures/reader.ts'
import { clientOf, expect, login, submitLogin, test } from '../../fixtures/test.ts'

const NEW_PASSWORD = 'Table-Read-3'
const PROGRESS = /\/api\/scripts\/[^/]+\/progress$/

test.use({ expectedErrors: [/Failed to load resource.*401/] })

/** Changes the password in the settings, in another browser. */
async function changePasswordElsewhere(browser: Browser, origin: string, person: Account) {
  const context = await browser.newContext({ baseURL: origin })
  const page = await context.newPage()
  await login(page, person)
  await page.goto('/settings')
  await page.getByRole('button', { name: 'Change Password' }).click()
  const form = page.getByRole('form', { name: 'Change password' })
  await form.getByLabel('Current password', { exact: true }).fill(person.password)
  await form.getByLabel('New password', { exact: true }).fill(NEW_PASSWORD)
  await form.getByLabel('Confirm new password', { exact: true }).fill(NEW_PASSWORD)
  await form.getByRole('button', { name: 'Save Password' }).click()
  await expect(page.getByText('Your password has been changed.')).toBeVisible()
  await context.close()
}

/**
 * Sends the last lines with another token of the user. The gateway believes a token for up to five minutes; it has not
 * seen this one, and asks the identity service, as it does for each token then.
 */
async function sendLinesWith(page: Page, token: string) {
  const sent: number[] = []
  await page.route(PROGRESS, async (route) => {
    const request = route.request()
    if (request.method() !== 'PUT') return route.fallback()
    sent.push((request.postDataJSON() as { lastPlayedLineIndex: number }).lastPlayedLineIndex)
    await route.continue({ headers: { ...request.headers(), authorization: `Bearer ${token}` } })
  })
  return sent
}

/** Plays a script until the session ends, because the password was changed in another browser. */
async function listenUntilTheEnd(page: Page, browser: Browser, person: Account) {
  const { origin } = new URL(page.url())
  const script = await clientOf(page).readyScript('evening', sentences(30))
  const unused = await tokenOf(origin, person)
  const reader = await openReader(page, script._id)
  await playFrom(reader, 0)
  await audible(reader, 1)
  await changePasswordElsewhere(browser, origin, person)
  const sent = await sendLinesWith(page, unused)
  await expect(page).toHaveURL(/\/secret-login$/)
  await page.unrouteAll()
  return { scriptId: script._id, line: sent[0]! }
}

test('product §6 the session ends while the user listens: the login says why, and leads back to the line', async ({
  page,
  browser,
  person,
  signIn,
}) => {
  await signIn()
  const { scriptId, line } = await listenUntilTheEnd(page, browser, person)
  await expect(page.getByRole('alert')).toHaveText(
    'Your session ended because your password was changed. Log in to continue listening.',
  )
  await submitLogin(page, { ...person, password: NEW_PASSWORD })
  await expect(page).toHaveURL(new RegExp(`/scripts/${scriptId}$`))
  const reader = new Reader(page)
  await expect.poll(() => reader.place()).toMatchObject({ line, state: 'idle' })
  await expect
    .poll(() => clientOf(page).call(readProgress, { params: { id: scriptId } }))
    .toMatchObject({ lastPlayedLineIndex: line })
  await reader.play()
  await audible(reader, line)
})

test("product §6 another person who logs in there gets to the dashboard, and nothing of the user's", async ({
  page,
  browser,
  person,
  signIn,
  platform,
}) => {
  await signIn()
  await listenUntilTheEnd(page, browser, person)
  await submitLogin(page, platform.listeners[0]!)
  await expect(page).toHaveURL(/\/dashboard$/)
  const left = await page.evaluate(() => [...Object.keys(localStorage), ...Object.keys(sessionStorage)])
  expect(left.filter((key) => /last_line|wanted_page|ended_session/.test(key))).toEqual([])
})

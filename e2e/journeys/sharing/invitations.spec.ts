import { inviteCollaborator } from '@andscene/contracts/routes/sharing'
import type { Browser, Page } from '@playwright/test'
import { createVerifiedAccount } from '@andscene/platform-client/accounts'
import { PlatformClient } from '@andscene/platform-client/platform-client'
import { expect, newEmail, PASSWORD, submitLogin, test } from '../../fixtures/test.ts'

/* Invitations from the recipient's side: two browsers, the owner's and the invited user's. */

const WORDS = ['A boat comes home.', 'The quay is empty.']
const SUBJECT = 'A script was shared with you on And Scene'

/** A script whose owner has a verified address, and a function that invites to it. */
async function createOwnedScript(origin: string) {
  const owner = await createVerifiedAccount(origin)
  const api = new PlatformClient(origin, owner.token)
  const script = await api.readyScript('The Loan', WORDS)
  const params = { id: script._id }
  const invite = (email: string) =>
    api.call(inviteCollaborator, { params, body: { email, role: 'commenter' } })
  return {
    scriptId: script._id,
    invite,
  }
}

const newBrowser = async (browser: Browser, baseURL: string): Promise<Page> =>
  (await browser.newContext({ baseURL })).newPage()

/** Opens the link of the newest mail with this subject. */
async function openMail(page: Page, email: string, subject: string): Promise<void> {
  await page.goto('/mailbox')
  await page
    .getByRole('article', { name: subject })
    .filter({ hasText: email })
    .first()
    .getByRole('link', { name: 'Open link' })
    .click()
}

/** From the registration form, which has the address filled in, to the script. */
async function registerAndVerify(page: Page, email: string, scriptId: string): Promise<void> {
  await expect(page.getByLabel('Email')).toHaveValue(email)
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD)
  await page.getByLabel('Confirm password', { exact: true }).fill(PASSWORD)
  await page.getByRole('button', { name: 'Register' }).click()
  await expect(page.getByText('Your account has been created successfully!')).toBeVisible()
  // A link in a mail opens a new tab, without a session.
  const tab = await page.context().newPage()
  await openMail(tab, email, 'Verify your email address')
  await expect(tab.getByRole('alert')).toHaveText(/^Sign in as .….@/)
  await tab.getByRole('button', { name: 'Sign in' }).click()
  await submitLogin(tab, { email, password: PASSWORD })
  await expect(tab.getByText('Your email has been successfully verified!')).toBeVisible()
  await tab.getByRole('button', { name: 'Continue to Login' }).click()
  await expect(tab).toHaveURL(new RegExp(`/scripts/${scriptId}$`))
  await expect(tab.getByRole('heading', { name: 'The Loan' })).toBeVisible()
}

test.describe('decision 0067: an invitation', () => {
  test('by mail to a user without an account opens the script after registration and verification', async ({
    page,
    platform,
  }) => {
    const { scriptId, invite } = await createOwnedScript(platform.origin)
    const email = newEmail()
    await invite(email)
    await openMail(page, email, SUBJECT)
    await expect(page.getByRole('heading', { name: 'A script was shared with you' })).toBeVisible()
    await expect(page.getByText('“The Loan”')).toBeVisible()
    await expect(page.getByText(/^The invitation is for .….@/)).toBeVisible()
    await page.getByRole('button', { name: 'Create account' }).click()
    await registerAndVerify(page, email, scriptId)
  })

  test('by mail to a user with an account opens the script after sign-in, and works only once', async ({
    page,
    browser,
    platform,
  }) => {
    const { scriptId, invite } = await createOwnedScript(platform.origin)
    const bob = await createVerifiedAccount(platform.origin)
    await invite(bob.email.toUpperCase())
    await openMail(page, bob.email, SUBJECT)
    await page.getByRole('button', { name: 'Sign in' }).click()
    await expect(page.getByLabel('Username')).toHaveValue(bob.email)
    await submitLogin(page, bob)
    await expect(page).toHaveURL(new RegExp(`/scripts/${scriptId}$`))
    await expect(page.getByRole('heading', { name: 'The Loan' })).toBeVisible()
    await page.goto('/dashboard')
    await expect(
      page
        .getByRole('region', { name: /^Shared with you/ })
        .getByRole('link', { name: 'The Loan', exact: true }),
    ).toBeVisible()

    const other = await newBrowser(browser, platform.origin)
    await openMail(other, bob.email, SUBJECT)
    await expect(other.getByRole('heading', { name: 'This invitation was already used' })).toBeVisible()
    await other.context().close()
  })
})

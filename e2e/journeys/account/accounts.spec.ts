import type { Page } from '@playwright/test'
import { expect, newEmail, PASSWORD, register, submitLogin, test } from '../../fixtures/test.ts'

/* From the landing page to a session: the audio sample, an account, its mail. */

const mailTo = (page: Page, email: string, subject: string) =>
  page.getByRole('article', { name: subject }).filter({ hasText: email })

test('product §1 Hear it: loads the recording once, after the page, and highlights the current line', async ({
  page,
}) => {
  const asked: string[] = []
  page.on('request', (request) => {
    if (request.url().endsWith('.mp3')) asked.push(request.url())
  })
  await page.goto('/')
  const button = page.getByRole('button', { name: 'Hear it' })
  await expect(button).toBeVisible()
  await expect.poll(() => asked.length).toBe(1)
  await button.press('Enter')
  await expect(page.getByRole('button', { name: 'Pause' })).toBeFocused()
  await expect(page.locator('figure [data-current]')).toHaveCount(1)
  expect(asked).toHaveLength(1)
})

test.describe('an account', () => {
  test('product §2, decisions 0024, 0068: register → mailbox → sign in → verified @core', async ({
    page,
  }) => {
    const email = newEmail()
    await register(page, email)
    await page.getByRole('link', { name: 'Open the development mailbox' }).click()
    const mail = mailTo(page, email, 'Verify your email address')
    await mail.getByRole('link', { name: 'Open link' }).click()
    await expect(page.getByRole('alert')).toHaveText(
      /^Sign in as .….@\S+ first, then open this link again\.$/,
    )
    await page.getByRole('button', { name: 'Sign in' }).click()
    await expect(page).toHaveURL(/\/secret-login$/)
    await expect(page.getByLabel('Username')).toHaveValue(email)
    await submitLogin(page, { email, password: PASSWORD })
    await expect(page).toHaveURL(/\/verify-email\?oobCode=/)
    await expect(page.getByText('Your email has been successfully verified!')).toBeVisible()
    await page.getByRole('button', { name: 'Continue to Login' }).click()
    await expect(page).toHaveURL(/\/dashboard$/)
    await expect(page.getByRole('button', { name: 'Send New Verification Email' })).toBeHidden()
    // The link has been used.
    await page.goto('/mailbox')
    await expect(mail.getByText('Link used')).toBeVisible()
  })

  test("decision 0068: when a stranger has registered an address, its owner's click on the mail verifies nothing", async ({
    page,
    browser,
    person,
    signIn,
    platform,
  }) => {
    await signIn()
    await page.getByRole('button', { name: 'Send New Verification Email' }).click()
    await expect(page.getByText('Verification email sent! Please check your inbox.')).toBeVisible()
    const victim = await (await browser.newContext({ baseURL: platform.origin })).newPage()
    await victim.goto('/mailbox')
    await mailTo(victim, person.email, 'Verify your email address')
      .getByRole('link', { name: 'Open link' })
      .click()
    await expect(victim.getByRole('alert')).toHaveText(/^Sign in as /)
    await victim.context().close()
    await page.reload()
    await expect(page.getByText(`Please verify ${person.email}.`)).toBeVisible()
  })
})

import type { Page } from '@playwright/test'
import { expect, login, newEmail, PASSWORD, register, submitLogin, test } from '../../fixtures/test.ts'

/* From the landing page to a session: the sign-up, the sample, an account, its mails, a new password. */

const NEW_PASSWORD = 'Scene-Two-2'

const mailTo = (page: Page, email: string, subject: string) =>
  page.getByRole('article', { name: subject }).filter({ hasText: email })

test.describe('the launch list', () => {
  test('product §2, §4: subscribe, reload, thanks; and the form does not return', async ({ page }) => {
    await page.goto('/')
    const closing = page.getByRole('button', { name: 'Notify Me at Launch' })
    await closing.click()
    await expect(page.getByRole('textbox', { name: 'Email address' })).toBeFocused()
    await page.keyboard.type(newEmail())
    await page.keyboard.press('Enter')
    await expect(page.getByText("Thanks! You're on the list!")).toBeVisible()
    await expect(closing).toBeHidden()
    await page.reload()
    await expect(page.getByText("Thanks! You're on the list!")).toBeVisible()
    await expect(page.getByText("We'll notify you when the product launches.")).toBeVisible()
    await expect(closing).toBeHidden()
  })
})

test('product §1 Hear it: the sample is loaded when it is asked for, and the page follows it', async ({
  page,
}) => {
  const asked: string[] = []
  page.on('request', (request) => {
    if (request.url().endsWith('.mp3')) asked.push(request.url())
  })
  await page.goto('/')
  const button = page.getByRole('button', { name: 'Hear it' })
  await expect(button).toBeVisible()
  await page.waitForLoadState('networkidle')
  expect(asked).toEqual([])
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
    // The link has done what it was for.
    await page.goto('/mailbox')
    await expect(mail.getByText('Link used')).toBeVisible()
  })

  test('decision 0068: the click of a user whose address a stranger has registered verifies nothing', async ({
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

  test('product §2, §6: reset through the mailbox, which shows the mail automatically → login', async ({
    page,
    context,
    person,
  }) => {
    const mailbox = await context.newPage()
    await mailbox.goto('/mailbox')
    await page.goto('/secret-login')
    await page.getByLabel('Username').fill(person.email)
    await page.getByRole('link', { name: 'Forgot your password?' }).click()
    await expect(page.getByLabel('Email')).toHaveValue(person.email)
    await page.getByRole('button', { name: 'Reset Password' }).click()
    await expect(page.getByText('Password reset email sent')).toBeVisible()
    await expect(page.getByRole('link', { name: 'Open the development mailbox' })).toBeVisible()

    await mailTo(mailbox, person.email, 'Reset your password')
      .getByRole('link', { name: 'Open link' })
      .click()
    // Until the form has come the mailbox is shown, which names the address twice.
    await expect(mailbox.getByRole('heading', { name: 'Choose a new password' })).toBeVisible()
    await expect(mailbox.getByText(person.email)).toBeVisible()
    await mailbox.getByLabel('New password', { exact: true }).fill(NEW_PASSWORD)
    await mailbox.getByLabel('Confirm password', { exact: true }).fill(NEW_PASSWORD)
    await mailbox.getByRole('button', { name: 'Set New Password' }).click()
    await mailbox.getByRole('link', { name: 'Go to Login' }).click()
    await expect(mailbox.getByLabel('Username')).toHaveValue(person.email)
    await mailbox.close()
    await login(page, { ...person, password: NEW_PASSWORD })
  })

  for (const screen of ['/register', '/secret-login'])
    test(`product §6: the account chooser of Google's button signs in from ${screen}`, async ({
      page,
      context,
    }) => {
      await page.goto(screen)
      const opening = context.waitForEvent('page')
      await page.getByRole('button', { name: 'Continue with Google' }).click()
      const chooser = await opening
      await chooser.getByLabel('Another account').fill(newEmail())
      const closed = chooser.waitForEvent('close')
      await chooser.getByRole('button', { name: 'Continue' }).click()
      await closed
      await expect(page).toHaveURL(/\/dashboard$/)
    })
})

import type { Page } from '@playwright/test'
import { randomUUID } from 'node:crypto'
import { expectAccessible, overflowOf } from '../../fixtures/judged.ts'
import { expect, holdRequests, newEmail, PASSWORD, test } from '../../fixtures/test.ts'

/* The states of the visitors' screens: no horizontal scrolling at any width, and no axe violations, in both themes. */

const NEW_PASSWORD = 'Scene-Two-2'
const WIDTHS = [1440, 900, 390, 320]

/** A single word wider than a phone. */
const longEmail = () => `maximiliana.${randomUUID()}@a-very-long-department-name.university.example`

async function expectToFit(page: Page, state: string): Promise<void> {
  for (const width of WIDTHS) {
    await page.setViewportSize({ width, height: 800 })
    await expect.poll(() => overflowOf(page), `${state}, ${width} px wide, scrolls sideways`).toBe(0)
  }
}

async function judge(page: Page, state: string): Promise<void> {
  await expectToFit(page, state)
  await expectAccessible(page, state)
}

const message = (page: Page, text: string) => page.getByRole('status').filter({ hasText: text })

async function fillPasswords(page: Page, label: string, password: string): Promise<void> {
  await page.getByLabel(label, { exact: true }).fill(password)
  await page.getByLabel('Confirm password', { exact: true }).fill(password)
  await page.keyboard.press('Enter')
}

test('product §9: from registration to a new password every state is accessible and fits', async ({
  page,
}) => {
  const email = longEmail()
  const mail = (subject: string) =>
    page.getByRole('article', { name: subject }).filter({ hasText: email }).getByRole('link')

  await page.goto('/register')
  await page.getByRole('button', { name: 'Register' }).click()
  await judge(page, 'registration with errors')
  await page.getByLabel('Email').fill(email)
  await fillPasswords(page, 'Password', PASSWORD)
  await expect(message(page, 'Your account has been created successfully!')).toBeFocused()
  await judge(page, 'registered')
  await page.getByRole('link', { name: 'Open the development mailbox' }).click()
  await expect(mail('Verify your email address')).toBeVisible()
  await judge(page, 'mailbox')

  await mail('Verify your email address').click()
  await expect(page.getByRole('alert')).toHaveText(/^Sign in as /)
  await judge(page, 'verification of an account that is not signed in')
  await page.getByRole('button', { name: 'Sign in' }).click()

  // Apply the code only after the state was checked.
  const applied = await holdRequests(page, '**/accounts:update*')
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD)
  await page.keyboard.press('Enter')
  await expect(page.getByText('Verifying your email...')).toBeVisible()
  await judge(page, 'verifying')
  applied.release()
  await expect(message(page, 'Your email has been successfully verified!')).toBeVisible()
  await judge(page, 'verified')

  await page.goto('/reset-password')
  await page.getByLabel('Email').fill(email)
  await page.getByRole('button', { name: 'Reset Password' }).click()
  await expect(message(page, 'Password reset email sent')).toBeVisible()
  await judge(page, 'reset, sent')
  await page.getByRole('link', { name: 'Open the development mailbox' }).click()
  await mail('Reset your password').click()
  await expect(page.getByText(email)).toBeVisible()
  await page.getByRole('button', { name: 'Set New Password' }).click()
  await judge(page, 'new password with errors')
  await fillPasswords(page, 'New password', NEW_PASSWORD)
  await expect(message(page, 'Your password has been changed.')).toBeFocused()
  await judge(page, 'reset done')
})

test('product §2, §6: the account chooser and the login page are accessible and fit', async ({
  page,
  context,
}) => {
  await page.goto('/secret-login')
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await page.getByRole('button', { name: 'Login', exact: true }).click()
  await judge(page, 'login with errors')
  const opening = context.waitForEvent('page')
  await page.getByRole('button', { name: 'Continue with Google' }).press('Enter')
  const chooser = await opening
  await chooser.getByRole('button', { name: 'Continue' }).click()
  await expect(chooser.getByLabel('Another account')).toBeFocused()
  await judge(chooser, 'account chooser with an error')

  const waiting = page.getByRole('button', { name: 'Loading...' })
  await expect(waiting).toBeFocused()
  await expectAccessible(page, 'login behind the chooser')
  const closed = chooser.waitForEvent('close')
  await chooser.close()
  await closed
  await expect(page.getByRole('alert')).toHaveText('Login cancelled')
  await expect(page.getByRole('button', { name: 'Continue with Google' })).toBeFocused()
})

test('product §2, §9: the landing page and other pages for visitors are accessible and fit every width', async ({
  page,
}) => {
  for (const address of [
    '/',
    '/verify-email',
    '/auth/action?mode=resetPassword&oobCode=',
    '/health',
    '/scriptorium',
  ]) {
    await page.goto(address)
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    await judge(page, address)
  }
  await page.goto('/')
  await expect(page.locator('.host-prerendered')).toHaveCount(0)
  await page.getByRole('textbox', { name: 'Email address' }).fill(newEmail())
  await page.getByRole('button', { name: 'Notify Me', exact: true }).click()
  await expect(page.getByText("Thanks! You're on the list!")).toBeVisible()
  await judge(page, 'landing, on the list')
})

import { expect, test } from '../fixtures/test.ts'

const token = () => localStorage.getItem('firebase_token')

test('product §6 sign-out leads to /secret-login and leaves no token', async ({ page, signIn }) => {
  await signIn()
  expect(await page.evaluate(token)).not.toBeNull()
  await page.getByRole('button', { name: 'Sign Out' }).click()
  await expect(page).toHaveURL(/\/secret-login$/)
  expect(await page.evaluate(token)).toBeNull()
})

test('product §6 logout on the dashboard leads to /secret-login too', async ({ page, signIn }) => {
  await signIn()
  await page.getByRole('button', { name: 'Logout' }).click()
  await expect(page).toHaveURL(/\/secret-login$/)
})

test.describe('a wrong password', () => {
  // The browser itself reports the refusal of the identity service.
  test.use({ expectedErrors: [/status of 400/] })

  test('product §8 shows the error and stays', async ({ page, person }) => {
    await page.goto('/secret-login')
    await page.getByLabel('Username').fill(person.email)
    await page.getByLabel('Password', { exact: true }).fill('Wrong-Password-1')
    await page.getByRole('button', { name: 'Login', exact: true }).click()
    await expect(page.getByText('Invalid email or password')).toBeVisible()
    await expect(page).toHaveURL(/\/secret-login$/)
  })
})

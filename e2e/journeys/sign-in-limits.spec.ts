import { expect, submitLogin, test } from '../fixtures/test.ts'

test.describe('too many attempts', () => {
  // The browser itself reports the refusal of the identity service.
  test.use({ expectedErrors: [/status of 400/] })

  test('product §8 a refused sign-in is said in the specified words', async ({ page, person }) => {
    // As the edge refuses (sign-in-limits.test.ts); reached for real it would shut out the other journeys.
    await page.route('**/accounts:signInWithPassword*', (route) =>
      route.fulfill({ status: 400, json: { error: { code: 400, message: 'TOO_MANY_ATTEMPTS_TRY_LATER' } } }),
    )
    await page.goto('/secret-login')
    await submitLogin(page, person)
    await expect(page.getByText('An error occurred during login')).toBeVisible()
    await expect(page).toHaveURL(/\/secret-login$/)
  })
})

import type { Page, Route } from '@playwright/test'
import { clientOf, expect, holdRequests, login, test } from '../../fixtures/test.ts'

const DASHBOARD_FAILED = 'An error occurred while rendering the dashboard.'
const SCRIPT_LIST = /\/api\/scripts(\?.*)?$/
const bar = (page: Page) => page.getByRole('banner')

const withoutDashboard = async (route: Route) => {
  const response = await route.fetch()
  const { remotes } = (await response.json()) as { remotes: { name: string }[] }
  await route.fulfill({ json: { remotes: remotes.filter(({ name }) => name !== 'dashboard') } })
}

test.describe('a remote missing from the registry', () => {
  test('redirects a visitor to /, shows an error to a signed-in user, and Retry loads it', async ({
    page,
    person,
  }) => {
    await page.route('**/remotes.json', withoutDashboard)
    await page.goto('/dashboard')
    await expect(page).toHaveURL(/\/$/)
    await login(page, person)
    const main = page.getByRole('main')
    await expect(main.getByRole('heading', { name: DASHBOARD_FAILED })).toBeVisible()
    await expect(main).not.toContainText('The page you are looking for does not exist.')
    await page.unroute('**/remotes.json')
    await main.getByRole('button', { name: 'Retry' }).click()
    await expect(page.getByRole('heading', { level: 1, name: 'Your Scripts' })).toBeVisible()
  })
})

test.describe('the gateway is unavailable', () => {
  test.use({ expectedErrors: [/Failed to load resource|ERR_FAILED|ERR_CONNECTION/] })
  const API = /\/api\//

  test('during a session: loaded data stays, missing data shows why, and the user stays signed in @core', async ({
    page,
    signIn,
  }) => {
    await signIn()
    const script = await clientOf(page).uploadSample()
    await page.reload()
    const card = page.getByRole('heading', { name: script.title })
    await expect(card).toBeVisible()
    await page.route(API, (route) => route.abort('connectionrefused'))
    await card.click()
    await expect(page).toHaveURL(new RegExp(`/scripts/${script._id}`))
    await expect(page.getByText(/^Error loading script: \S/)).toBeVisible()
    await bar(page).getByRole('link', { name: 'Scripts' }).click()
    await expect(card).toBeVisible()
    await page.unroute(API)
    await card.click()
    await expect(page.locator('[data-line-index="0"]')).toBeVisible()
  })
})

test('on a slow network the shell loads first, then the page, then its data', async ({ page, signIn }) => {
  await signIn()
  const held = {
    code: await holdRequests(page, /\/assets\/.*\.js$/),
    remote: await holdRequests(page, /\/remotes\/dashboard\//),
    data: await holdRequests(page, SCRIPT_LIST),
  }
  const main = page.getByRole('main')

  await page.reload({ waitUntil: 'commit' })
  await expect(bar(page), 'before any code').toContainText('And Scene')
  await expect(main).toContainText('Loading...')

  held.code.release()
  await expect(bar(page).getByRole('button', { name: 'Sign Out' })).toBeVisible()
  await expect(main).toContainText('Loading...')
  await expect(page.getByTestId('route-progress')).toBeVisible()

  held.remote.release()
  await expect(main.getByRole('heading', { level: 1, name: 'Your Scripts' })).toBeVisible()
  await expect(main).toContainText('Loading scripts...')
  await expect(page.getByTestId('route-progress')).toBeHidden()

  held.data.release()
  await expect(main).toContainText('No scripts uploaded yet')
})

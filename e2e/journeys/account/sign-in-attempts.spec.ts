import type { Page, Route } from '@playwright/test'
import { expect, holdRequests, login, newEmail, register, submitLogin, test } from '../../fixtures/test.ts'

/** product §6: only a successful attempt signs in, and only its own user; in every tab. */

// The browser logs error responses of the identity service, and requests that a test aborts.
test.use({ expectedErrors: [/status of 400|ERR_FAILED/] })

/** After a registration the page opens the login after 10 s (product §2), too soon on a busy machine. */
test.beforeEach(({ context }) =>
  context.addInitScript(() => {
    const setTimer = globalThis.setTimeout.bind(globalThis)
    const later = (run: TimerHandler, ms?: number, ...rest: unknown[]) =>
      setTimer(run, ms === 10_000 ? 600_000 : ms, ...rest)
    globalThis.setTimeout = later as typeof globalThis.setTimeout
  }),
)

/** The user that the identity SDK has stored in this browser, and the session token. */
const stored = (page: Page) =>
  page.evaluate(async () => {
    const opening = indexedDB.open('firebaseLocalStorageDb')
    const db = await new Promise<IDBDatabase>((resolve, reject) => {
      opening.addEventListener('success', () => resolve(opening.result))
      opening.addEventListener('error', () => reject(new Error('IndexedDB cannot be opened')))
    })
    const isThere = db.objectStoreNames.contains('firebaseLocalStorage')
    const reading = isThere
      ? db.transaction('firebaseLocalStorage').objectStore('firebaseLocalStorage').getAllKeys()
      : undefined
    const keys = await new Promise<IDBValidKey[]>((resolve) => {
      if (!reading) return resolve([])
      reading.addEventListener('success', () => resolve(reading.result))
    })
    db.close()
    if (!isThere) indexedDB.deleteDatabase('firebaseLocalStorageDb')
    return {
      identities: keys.filter((key) => String(key).startsWith('firebase:authUser')).length,
      token: localStorage.getItem('firebase_token'),
    }
  })
const SIGNED_OUT = { identities: 0, token: null }

/** Submits a wrong password; an open login page is not reloaded. */
async function tryToLogIn(page: Page, email: string) {
  if (!page.url().endsWith('/secret-login')) await page.goto('/secret-login')
  await submitLogin(page, { email, password: 'Wrong-Password-1' })
  await expect(page.getByText('Invalid email or password')).toBeVisible()
}

/** Expects no user to be signed in: not on this page, not on a new one, not in storage. */
async function expectSignedOut(page: Page) {
  await expect(page).toHaveURL(/\/secret-login$/)
  expect(await stored(page)).toEqual(SIGNED_OUT)
  const other = await page.context().newPage()
  await other.goto('/dashboard')
  await expect(other).toHaveURL(/\/$/)
  await expect(other.getByRole('button', { name: 'Sign Out' })).toBeHidden()
  await other.close()
  await page.goto('/dashboard')
  await expect(page).toHaveURL(/\/$/)
}

const WAYS: Record<string, (page: Page) => Promise<unknown>> = {
  Home: (page) => page.getByRole('link', { name: 'And Scene' }).first().click(),
  'a reload': (page) => page.reload(),
  'another address': (page) => page.goto('/secret-login'),
}
for (const [way, leave] of Object.entries(WAYS)) {
  test(`after registration, left by ${way}, a wrong password does not sign in`, async ({ page }) => {
    const email = newEmail()
    await register(page, email)
    expect(await stored(page)).toEqual(SIGNED_OUT)
    await leave(page)
    await tryToLogIn(page, email)
    await expectSignedOut(page)
  })
}

test('after registration, with its tab closed, a wrong password for another account does not sign in', async ({
  page,
  person,
}) => {
  const first = await page.context().newPage()
  await register(first, newEmail())
  await first.close()
  await tryToLogIn(page, person.email)
  await expectSignedOut(page)
})

test('while one tab shows a registration, a wrong password in another tab signs in neither account', async ({
  page,
  person,
}) => {
  const other = await page.context().newPage()
  await tryToLogIn(other, person.email)
  await register(page, newEmail())
  await tryToLogIn(other, person.email)
  await expect(page.getByRole('heading', { name: 'Registration Successful' })).toBeVisible()
  expect(await stored(page)).toEqual(SIGNED_OUT)
  await other.close()
  await page.getByRole('button', { name: 'Go to Login' }).click()
  await expectSignedOut(page)
})

test('a tab with a failed attempt takes over the session that another tab starts', async ({
  page,
  person,
}) => {
  const other = await page.context().newPage()
  await tryToLogIn(other, newEmail())
  await login(page, person)
  await expect(other).toHaveURL(/\/dashboard$/)
  await page.getByRole('button', { name: 'Sign Out' }).click()
  await expect(page).toHaveURL(/\/secret-login$/)
  await expect(other).toHaveURL(/\/$/)
  expect(await stored(page)).toEqual(SIGNED_OUT)
  await other.close()
})

test('when the login page is left before the identity service responds, the attempt does not sign in', async ({
  page,
  person,
}) => {
  const { asked, release } = await holdRequests(page, /accounts:signInWithPassword/)
  await page.goto('/secret-login')
  await submitLogin(page, person)
  await asked
  await page.getByRole('link', { name: 'Create an account' }).click()
  const lookedUp = page.waitForResponse(/accounts:lookup/)
  release()
  await lookedUp
  await expect(page).toHaveURL(/\/register$/)
  await page.goto('/secret-login')
  await expectSignedOut(page)
})

/** URL of the chunk that contains the identity SDK, once it is loaded. */
async function sdkChunk(page: Page): Promise<string> {
  const response = await page.waitForResponse(
    async (one) =>
      one.request().resourceType() === 'script' &&
      // The body of a response is not available after the page was left.
      (await one.text().catch(() => '')).includes('securetoken.googleapis.com'),
  )
  return response.url()
}

test('a sign-out that cannot load the identity SDK ends the session, and completes at a later start', async ({
  page,
  signIn,
}) => {
  const sdk = sdkChunk(page)
  await signIn()
  // The stored session cannot be deleted, and on the next page the SDK cannot be loaded.
  await page.evaluate(() => {
    IDBObjectStore.prototype.delete = () => {
      throw new DOMException('blocked', 'UnknownError')
    }
  })
  await page.getByRole('button', { name: 'Sign Out' }).click()
  await expect(page).toHaveURL(/\/secret-login$/)
  expect(await page.evaluate(() => localStorage.getItem('firebase_token'))).toBeNull()
  await expect.poll(async () => (await stored(page)).identities).toBe(1)

  const chunk = await sdk
  let blocked = 0
  const block = (route: Route) => {
    blocked += 1
    return route.abort()
  }
  await page.route(chunk, block)
  await page.goto('/dashboard')
  await expect(page).toHaveURL(/\/$/)
  await expect.poll(() => blocked, 'the SDK was asked for').toBeGreaterThan(0)
  expect(await stored(page)).toEqual({ identities: 1, token: null })

  await page.unroute(chunk, block)
  await page.goto('/dashboard')
  await expect(page).toHaveURL(/\/$/)
  await expect.poll(() => stored(page)).toEqual(SIGNED_OUT)
})

import { screen, within } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { loadFrame, REMOTES, showApp } from '../testing/app.tsx'

/** The component that throws during rendering. */
const broken = vi.hoisted(() => ({ part: '', message: 'a bug' }))
const failing = vi.hoisted(() => (part: string, Real: () => unknown) => () => {
  if (broken.part === part) throw new Error(broken.message)
  return Real()
})
vi.mock('../navigation/logo.tsx', async (load) => ({
  Logo: failing('bar', (await load<typeof import('../navigation/logo.tsx')>()).Logo),
}))
vi.mock('../pages/not-found-page.tsx', () => ({ NotFoundPage: failing('404', () => 'no such page') }))
vi.mock('../pages/health-page.tsx', () => ({ HealthPage: failing('health', () => 'all is well') }))
vi.mock('@andscene/web-kit/session', async () => {
  const session = await import('../testing/session.ts')
  return { ...session, useSession: failing('session', session.useSession) }
})

loadFrame()
beforeEach(() => {
  Object.assign(broken, { part: '', message: 'a bug' })
  vi.spyOn(console, 'error').mockImplementation(() => undefined)
})
afterEach(() => void vi.restoreAllMocks())
const retry = () => screen.queryByRole('button', { name: 'Retry' })
const breakPart = (part: string, message = 'a bug') => Object.assign(broken, { part, message })

test.each([
  ['404', '/nowhere', 'An error occurred while rendering this page.'],
  ['health', '/health', 'An error occurred while rendering the health page.'],
])('product §2 every route has its own error text: %s', async (part, path, text) => {
  breakPart(part)
  showApp(path)
  const heading = await screen.findByRole('heading', { level: 1 })
  expect(heading.textContent).toBe(text)
  expect(screen.getByRole('main').contains(heading)).toBe(true)
  expect(within(screen.getByRole('banner')).getByRole('link', { name: 'Home' })).toBeTruthy()
})

test("product §2 a failed bar shows 'Something went wrong', while pages and navigation work", async () => {
  breakPart('bar')
  const { goTo } = showApp('/')
  expect(await screen.findByText('The landing page')).toBeTruthy()
  expect(within(screen.getByRole('alert')).getByRole('heading').textContent).toBe('Something went wrong')
  breakPart('')
  await goTo('/secret-login')
  expect(await screen.findByText('The login page')).toBeTruthy()
  expect(screen.queryByText('Something went wrong')).toBeNull()
})

test("product §2 when the shell itself fails, shows 'Unexpected Application Error!' until the next navigation", async () => {
  breakPart('session', 'no session at all, nor a fetch')
  const { goTo } = showApp('/dashboard')
  expect((await screen.findByRole('heading', { level: 1 })).textContent).toBe('Unexpected Application Error!')
  expect(screen.getByText('no session at all, nor a fetch')).toBeTruthy()
  expect(screen.getByRole('button', { name: 'Reload page' })).toBeTruthy()
  expect(retry()).toBeNull()
  breakPart('')
  await goTo('/')
  expect(await screen.findByText('The landing page')).toBeTruthy()
  expect(screen.queryByText('Unexpected Application Error!')).toBeNull()
})

test("the product's routes match the descriptions of its remotes", async () => {
  const { productRouteOf } = await import('./product-routes.ts')
  for (const name of ['landing', 'dashboard', 'reader']) {
    const file = `../../../../remotes/${name}/remote.json`
    const { routes } = ((await import(file)) as { default: { routes: (typeof REMOTES)[0]['routes'] } })
      .default
    for (const { path, access, errorText } of routes)
      expect([undefined, { path, access, errorText }]).toContainEqual(productRouteOf(path))
  }
  expect(productRouteOf('/scripts/s1')?.access).toBe('user')
})

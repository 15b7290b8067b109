import '@andscene/web-kit/testing/jsdom'
import type { PublicConfig } from '@andscene/contracts/platform'
import { setConfig } from '@andscene/web-kit/config'
import { memoryRouter } from '@andscene/web-kit/testing/memory-router'
import { forgetPage } from '@andscene/web-kit/wanted-page'
import { cleanup, fireEvent, render, screen } from '@testing-library/react'
import type { RouteObject } from 'react-router-dom'
import { afterEach, beforeEach } from 'vitest'
import { routes } from '../routes.tsx'

/** Opens a path of this remote. Routes of other remotes render their path. */
export function showAt(path: string) {
  const elsewhere: RouteObject = { path: '*', element: <p>elsewhere</p> }
  const router = memoryRouter([...routes, elsewhere], path)
  render(router.element)
  return router
}

export const MAILBOX = 'http://localhost:4200/identity/mailbox'

export const configure = (more: Partial<PublicConfig> = {}) =>
  setConfig({ apiBaseUrl: '/api', firebase: { apiKey: 'k', authDomain: 'd', projectId: 'p' }, ...more })

beforeEach(() => {
  configure()
  forgetPage()
})
afterEach(cleanup)

export const coded = (code: string) => Object.assign(new Error(code), { code })

export const type = (label: string, value: string) =>
  fireEvent.change(screen.getByLabelText(label), { target: { value } })
export const press = (name: string) => fireEvent.click(screen.getByRole('button', { name }))
export const alertText = async () => (await screen.findByRole('alert')).textContent
/** Resolves with the value of a field once it is shown. */
export const valueOf = async (label: string) => (await screen.findByLabelText<HTMLInputElement>(label)).value
export const mailboxLink = () => screen.queryByRole('link', { name: 'Open the development mailbox' })

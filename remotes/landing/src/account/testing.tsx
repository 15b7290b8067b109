import type { PublicConfig } from '@andscene/contracts/platform'
import { setConfig } from '@andscene/web-kit/config'
import { memoryRouter } from '@andscene/web-kit/testing/memory-router'
import { render } from '@testing-library/react'
import type { RouteObject } from 'react-router-dom'
import { routes } from '../routes.tsx'

/** Shows a path of this remote. Other routes of the application are shown as their path. */
export function showAt(path: string) {
  const elsewhere: RouteObject = { path: '*', element: <p>elsewhere</p> }
  const router = memoryRouter([...routes, elsewhere], path)
  render(router.element)
  return router
}

export const MAILBOX = 'http://localhost:4200/identity/mailbox'

export const configure = (more: Partial<PublicConfig>) =>
  setConfig({ apiBaseUrl: '/api', firebase: { apiKey: 'k', authDomain: 'd', projectId: 'p' }, ...more })

export const coded = (code: string) => Object.assign(new Error(code), { code })

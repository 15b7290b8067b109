import '@andscene/web-kit/testing/jsdom'
import { readHealth } from '@andscene/contracts/routes/health'
import { readPreferences } from '@andscene/contracts/routes/preferences'
import { readProfile } from '@andscene/contracts/routes/profile'
import { listScripts, readScript } from '@andscene/contracts/routes/scripts'
import { listSharedScripts } from '@andscene/contracts/routes/sharing'
import { listNarrations } from '@andscene/contracts/routes/speech'
import type { Script, ScriptListItem } from '@andscene/contracts/script'
import type { SharedScript } from '@andscene/contracts/sharing/sharing'
import { beginOf } from '@andscene/web-kit/begin'
import { saverOf } from '@andscene/web-kit/preferences-saver'
import { createQueryClient } from '@andscene/web-kit/query-client'
import { setLoginNavigation } from '@andscene/web-kit/session'
import { SnackbarProvider } from '@andscene/web-kit/snackbar'
import { memoryRouter } from '@andscene/web-kit/testing/memory-router'
import { backend } from '@andscene/web-kit/testing/backend'
import { failed, stub } from '@andscene/web-kit/testing/stub'
import { ThemeProvider } from '@andscene/web-kit/theme'
import { useTooltips } from '@andscene/web-kit/tooltip'
import { QueryClientProvider, type QueryClient } from '@tanstack/react-query'
import { act, cleanup, render, screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { Suspense } from 'react'
import { Outlet } from 'react-router-dom'
import { afterEach, beforeEach } from 'vitest'
import { routes } from '../routes.tsx'

/** The profile of a user who has changed nothing. */
export const PROFILE = { defaultName: 'demo', dailyNotes: false, sendsMail: true }

/** The user's scripts, and those that others share with them. */
export const library: { own: ScriptListItem[]; shared: SharedScript[] } = { own: [], shared: [] }

export const server = backend(
  stub(listNarrations, () => ({ success: true, data: { narrations: [] } })),
  stub(listScripts, () => ({ success: true, data: { scripts: library.own } })),
  stub(listSharedScripts, () => ({ success: true, data: { scripts: library.shared } })),
  stub(readHealth, () => ({ success: true, status: 'ok', version: '1', services: {} })),
  stub(readScript, () => failed('NOT_FOUND', 'No such script')),
  stub(readProfile, () => ({ success: true, data: { profile: PROFILE } })),
  stub(readPreferences, () => ({ success: true, data: { preferences: { skippedLineTypes: [] } } })),
)

const clients: QueryClient[] = []

beforeEach(() => void Object.assign(library, { own: [], shared: [] }))
afterEach(() => {
  cleanup()
  // Discards unsaved changes, which would otherwise reach the backend of the next test.
  for (const client of clients.splice(0)) saverOf(client).forget()
})

/** A listed script that is neither cast nor played. */
export const listed = (id: string, title = `Draft ${id}`): ScriptListItem => ({
  _id: id,
  title,
  characterCount: 1,
  pages: 1,
  lineCount: 1,
  uploadedAt: '2026-11-20T12:00:00.000Z',
  castCount: 0,
})

export const withLines = (item: ScriptListItem): Script => ({
  ...item,
  content: { lines: [], characters: [] },
})

function Shell() {
  useTooltips()
  return (
    <ThemeProvider>
      <SnackbarProvider>
        <Suspense fallback={null}>
          <Outlet />
        </Suspense>
      </SnackbarProvider>
    </ThemeProvider>
  )
}

/** Renders this remote's routes as in the shell; routes of other remotes render their path. */
export function openPage(path: string) {
  const router = memoryRouter(
    [
      {
        element: <Shell />,
        children: [...routes, { path: '*', element: <p>another page</p> }],
      },
    ],
    path,
  )
  const client = createQueryClient()
  clients.push(client)
  setLoginNavigation(() => router.navigate('/secret-login'))
  render(<QueryClientProvider client={client}>{router.element}</QueryClientProvider>)
  return {
    client,
    location: () => router.state.location.pathname,
    begin: () => beginOf(router.state.location.state),
    go: (to: string) => act(() => router.navigate(to)),
  }
}

export const cardOf = async (title: string) =>
  within((await screen.findByRole('heading', { name: title })).closest('article')!)
/** Clicks a button of the open confirmation. */
export const answer = async (name: string, question?: string) => {
  const dialog = await screen.findByRole('dialog', question === undefined ? {} : { name: question })
  await userEvent.click(within(dialog).getByRole('button', { name }))
  return dialog
}

import type { RegisteredRemote } from '@andscene/contracts/platform'
import '@andscene/web-kit/testing/jsdom'
import { ThemeProvider } from '@andscene/web-kit/theme'
import { act, cleanup, render } from '@testing-library/react'
import { useParams, type RouteObject } from 'react-router-dom'
import { afterEach, beforeAll, vi } from 'vitest'
import type { FederationRuntime } from '../federation/federation-runtime.ts'
import { RemoteStore } from '../federation/remote-store.ts'
import { ReleaseWatch } from '../releases/release-watch.ts'
import { AppRouter } from '../routes/app-router.tsx'
import { openHistory } from '../routes/page-history.ts'

/** The shell's routes with remotes in memory, for the shell's own tests. */

afterEach(cleanup)
// jsdom does not implement modal dialogs.
Object.assign(HTMLDialogElement.prototype, {
  showModal(this: HTMLDialogElement) {
    this.open = true
    this.querySelector('button')?.focus()
  },
  close(this: HTMLDialogElement) {
    this.open = false
    this.dispatchEvent(new Event('close'))
  },
})

/** Loads the frame of signed-in routes first, because that takes longer than the timeout of a query for a text. */
export const loadFrame = () => beforeAll(async () => void (await import('../routes/user-frame.tsx')), 60_000)

const remote = (
  name: string,
  routes: RegisteredRemote['routes'],
  more: Partial<RegisteredRemote> = {},
): RegisteredRemote => ({ name, version: '1', entry: `http://x/${name}/mf-manifest.json`, routes, ...more })

export const REMOTES: RegisteredRemote[] = [
  remote('landing', [
    { path: '/', access: 'visitor', errorText: 'An error occurred while rendering the home page.' },
    { path: '/secret-login', access: 'visitor', errorText: 'x' },
    { path: '/alone', access: 'visitor', errorText: 'x', bare: true },
  ]),
  remote('dashboard', [
    { path: '/dashboard', access: 'user', errorText: 'An error occurred while rendering the dashboard.' },
  ]),
  remote(
    'reader',
    [
      {
        path: '/scripts/:scriptId',
        access: 'user',
        errorText: 'An error occurred while rendering the script.',
      },
      { path: '/listen', access: 'guest', errorText: 'x' },
    ],
    { navigation: true },
  ),
]

const screenOf =
  (text: string): RouteObject['lazy'] =>
  async () => ({ Component: () => <h1>{text}</h1> })

/** The modules that the remotes expose; a test may replace any of them with an error. */
export const exposed = (): Record<string, unknown> => ({
  'landing/routes': {
    routes: [
      { path: '/', lazy: screenOf('The landing page') },
      { path: '/secret-login', lazy: screenOf('The login page') },
      { path: '/alone', lazy: screenOf('Alone') },
    ],
  },
  'dashboard/routes': { routes: [{ path: '/dashboard', lazy: screenOf('The dashboard') }] },
  'reader/routes': {
    routes: [
      {
        path: '/scripts/:scriptId',
        lazy: async () => ({ Component: () => <h1>Script {useParams().scriptId}</h1> }),
      },
      { path: '/listen', lazy: screenOf('The script of a link') },
    ],
  },
  'reader/navigation': { Navigation: () => <span>Voices of {useParams().scriptId}</span> },
})

export function fakeRuntime(parts: Record<string, unknown>) {
  return {
    register: vi.fn<FederationRuntime['register']>(),
    load: vi.fn<FederationRuntime['load']>(async (id) => {
      const part = parts[id]
      if (part instanceof Error) throw part
      return part
    }),
  }
}

/** `reread`: the remotes of the registry when it is read again. */
export function showApp(path: string, parts = exposed(), reread = () => REMOTES) {
  const runtime = fakeRuntime(parts)
  const readRegistry = async () => ({ shell: 'a', remotes: reread(), refused: [] })
  const store = new RemoteStore({ shell: 'a', remotes: REMOTES, refused: [] }, runtime, readRegistry)
  let time = 0
  // Checks only when a test calls `look`; the clock advances on each call, so that the check is allowed.
  const releases = new ReleaseWatch('a', {
    readRegistry,
    follow: (registry) => store.follow(registry),
    now: () => (time += 11_000),
  })
  window.history.pushState(null, '', path)
  const history = openHistory()
  render(
    <ThemeProvider>
      <AppRouter history={history} remotes={store} releases={releases} />
    </ThemeProvider>,
  )
  const goTo = (to: string) => act(async () => history.push(to))
  return { history, goTo, runtime, parts, releases }
}

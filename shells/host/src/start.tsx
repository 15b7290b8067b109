import { askEarly } from '@andscene/web-kit/api-client'
import { loadConfig } from '@andscene/web-kit/config'
import { ErrorPanel } from '@andscene/web-kit/error-boundary'
import { setPreload } from '@andscene/web-kit/preload'
import { mayBeSignedIn, setLoginNavigation, startSession } from '@andscene/web-kit/session'
import { ThemeProvider } from '@andscene/web-kit/theme'
import { startTransition } from 'react'
import { createRoot } from 'react-dom/client'
import { loadRegistry, RegistryTooNew } from './federation/registry.ts'
import { RemoteStore } from './federation/remote-store.ts'
import { claimStyles, keepPrerendered } from './loading/prerendered.ts'
import { openWatch } from './releases/release-watch.ts'
import { AppRouter } from './routes/app-router.tsx'
import { openHistory } from './routes/page-history.ts'

const element = document.getElementById('root')
if (!element) throw new Error('Failed to find the root element')
const root = createRoot(element)
// Immediately, because the user may be scrolling the prerendered page.
const history = openHistory()

async function start(): Promise<void> {
  try {
    const [, registry] = await Promise.all([loadConfig(), loadRegistry()])
    for (const name of registry.refused) {
      reportError(new Error(`The registry's row of the remote "${name}" cannot be used`))
    }
    startSession()
    const remotes = new RemoteStore(registry)
    const releases = openWatch(registry, remotes)
    setPreload((pathname) => remotes.preload(pathname))
    const { remote, route } = remotes.matchOf(location.pathname) ?? {}
    const removeStale = claimStyles(remote?.entry)
    // Preloads the page before the frame renders.
    let screen: Promise<void> | undefined
    if (route?.access !== 'user' || mayBeSignedIn()) {
      screen = remotes.preload(location.pathname)
      remotes.dataOf(location.pathname).forEach((path) => askEarly(path))
    }
    if (route?.access === 'guest') {
      // The page retries after a failure.
      import('@andscene/web-kit/guest-session')
        .then((guests) => guests.openLinkEarly())
        .catch(() => undefined)
    }
    // Synchronously: in a transition, the guard of the old page would redirect to / first.
    setLoginNavigation(() => history.push('/secret-login', null, { flushSync: true }))
    await keepPrerendered(screen)
    removeStale()
    // A transition does not block scrolling.
    startTransition(() =>
      root.render(
        <ThemeProvider>
          <AppRouter history={history} remotes={remotes} releases={releases} />
        </ThemeProvider>,
      ),
    )
  } catch (error) {
    root.render(<main>{failure(error)}</main>)
  }
}

function failure(error: unknown) {
  if (error instanceof RegistryTooNew)
    return <ErrorPanel error={error} text="And Scene was updated. Please reload the page." />
  return (
    <ErrorPanel
      error={error instanceof Error ? error : new Error(String(error))}
      text="And Scene could not start"
      onRetry={() => void start()}
    />
  )
}

void start()

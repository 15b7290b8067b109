import { createPath, NavigationType, type Location, type NavigateOptions, type To } from 'react-router-dom'
import { ScrollRestoration } from './scroll-restoration.ts'

/** An entry of the browser's history, and the navigation that created it. */
export type Entry = {
  location: Location
  action: NavigationType
  /** Keeps the scroll position, unless the entry has one or a hash. */
  keepsScroll: boolean
}

/** `isUrgent`: render synchronously, not in a transition. */
type Listener = (entry: Entry, isUrgent: boolean) => void

export type PageHistory = ReturnType<typeof openHistory>

export function openHistory() {
  // A new document is at the top, unless the user scrolled before the code had loaded.
  let shown: Entry = { location: readLocation(), action: NavigationType.Pop, keepsScroll: true }
  const scroll = new ScrollRestoration(shown.location)
  let listener: Listener | undefined

  function show(action: NavigationType, options: NavigateOptions = {}): void {
    // The document still has the scroll position of the previous entry.
    scroll.keep()
    shown = { location: readLocation(), action, keepsScroll: options.preventScrollReset === true }
    listener?.(shown, options.flushSync === true)
  }

  return {
    createHref,
    createURL,
    encodeLocation(to: To) {
      const { pathname, search, hash } = createURL(to)
      return { pathname, search, hash }
    },
    go: (delta: number) => history.go(delta),

    push(to: To, state?: unknown, options?: NavigateOptions): void {
      const url = createURL(to).href
      if (!isAccepted(() => history.pushState(newState(state), '', url))) return location.assign(url)
      show(NavigationType.Push, options)
    },

    replace(to: To, state?: unknown, options?: NavigateOptions): void {
      const url = createURL(to).href
      if (!isAccepted(() => history.replaceState(newState(state), '', url))) return location.replace(url)
      show(NavigationType.Replace, options)
    },

    shown: (): Entry => shown,

    /** Calls the only listener with the current entry and each later one, until the returned function is called. */
    listen(tell: Listener): () => void {
      const stop = new AbortController()
      const { signal } = stop
      listener = tell
      addEventListener('popstate', () => show(NavigationType.Pop), { signal })
      // The browser restores other documents of the tab; one from its back/forward cache is restored here again.
      addEventListener('pageshow', () => (history.scrollRestoration = 'manual'), { signal })
      addEventListener(
        'pagehide',
        () => {
          scroll.keep()
          scroll.store()
          history.scrollRestoration = 'auto'
        },
        { signal },
      )
      // The browser may have navigated within this document meanwhile.
      const { key } = (history.state ?? {}) as Partial<State>
      if (key && key !== shown.location.key) shown = { ...shown, location: readLocation() }
      history.scrollRestoration = 'manual'
      tell(shown, false)
      return () => {
        stop.abort()
        listener = undefined
        history.scrollRestoration = 'auto'
      }
    },

    /** Call it with every rendered entry. Returns a function that stops the scrolling. */
    scroll: (entry: Entry) => scroll.show(entry),
  }
}

type State = { usr: unknown; key: string }

const newState = (usr: unknown = null): State => ({ usr, key: Math.random().toString(36).slice(2, 10) })

/** Returns whether the browser accepts a history change: Safari rejects more than a hundred within seconds. */
function isAccepted(change: () => void): boolean {
  try {
    change()
    return true
  } catch (error) {
    if (error instanceof DOMException && error.name === 'SecurityError') return false
    throw error
  }
}

/** Returns the current entry. Entries that the browser created (a typed address, a plain link) get their key here. */
function readLocation(): Location {
  let state = history.state as Partial<State> | null
  if (!state?.key) {
    const named = newState(state?.usr)
    state = named
    // If rejected, the key is lost with the next navigation.
    isAccepted(() => history.replaceState(named, ''))
  }
  const { pathname, search, hash } = location
  return { pathname, search, hash, state: state.usr ?? null, key: state.key! }
}

const createHref = (to: To): string => (typeof to === 'string' ? to : createPath(to))

function createURL(to: To): URL {
  const href = createHref(to)
  // A path that begins with two slashes must not be read as a host.
  return new URL(href.startsWith('//') ? location.origin + href : href, location.origin)
}

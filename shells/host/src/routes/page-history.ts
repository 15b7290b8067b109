import { createPath, NavigationType, type Location, type NavigateOptions, type To } from 'react-router-dom'
import { ScrollRestoration } from './scroll-restoration.ts'

/** An entry of the browser's history, and how it came to be shown. */
export type Entry = {
  location: Location
  action: NavigationType
  /** Unless the entry says where to scroll to, the page stays as it is scrolled. */
  keepsScroll: boolean
}

/** `isUrgent`: to be drawn before the navigation returns, not in a transition. */
type Listener = (entry: Entry, isUrgent: boolean) => void

/** The browser's history as React Router's `Navigator`, which also scrolls what it shows. */
export type PageHistory = ReturnType<typeof openHistory>

export function openHistory() {
  // A new document is at its top, unless somebody has scrolled what it showed before its code was there.
  let shown: Entry = { location: readLocation(), action: NavigationType.Pop, keepsScroll: true }
  const scroll = new ScrollRestoration(shown.location)
  let listener: Listener | undefined

  function show(action: NavigationType, options: NavigateOptions = {}): void {
    // The document is still scrolled as the entry before left it.
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

    /** Tells of the present entry and of each that follows, until the returned function is called. There is one listener. */
    listen(tell: Listener): () => void {
      const stop = new AbortController()
      const { signal } = stop
      listener = tell
      addEventListener('popstate', () => show(NavigationType.Pop), { signal })
      // Other documents of the tab are left to the browser; what comes back from its cache is ours again.
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
      // Since it was opened the browser may have gone to another entry of this document, and scrolled it.
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

    /** To be called with every entry that is drawn. Returns what ends the scrolling. */
    scroll: (entry: Entry) => scroll.show(entry),
  }
}

/** What history.state holds of an entry: what the page gave it, and a name of its own. */
type State = { usr: unknown; key: string }

const newState = (usr: unknown = null): State => ({ usr, key: Math.random().toString(36).slice(2, 10) })

/** Whether the browser makes this change of the history: Safari refuses more than a hundred within seconds. */
function isAccepted(change: () => void): boolean {
  try {
    change()
    return true
  } catch (error) {
    if (error instanceof DOMException && error.name === 'SecurityError') return false
    throw error
  }
}

/** The entry that is shown. One that the browser made (an address typed, a plain link to a part) gets its key here. */
function readLocation(): Location {
  let state = history.state as Partial<State> | null
  if (!state?.key) {
    const named = newState(state?.usr)
    state = named
    // Refused, the key lasts as long as the entry is shown.
    isAccepted(() => history.replaceState(named, ''))
  }
  const { pathname, search, hash } = location
  return { pathname, search, hash, state: state.usr ?? null, key: state.key! }
}

const createHref = (to: To): string => (typeof to === 'string' ? to : createPath(to))

function createURL(to: To): URL {
  const href = createHref(to)
  // A path that begins with two slashes is no host.
  return new URL(href.startsWith('//') ? location.origin + href : href, location.origin)
}

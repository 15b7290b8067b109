import { createPath, NavigationType, type Location, type NavigateOptions, type To } from 'react-router-dom'
import { ScrollRestoration } from './scroll-restoration.ts'

/** An entry of the browser's history, and the navigation that led to it. */
export type Entry = {
  location: Location
  action: NavigationType
  /** Keeps the scroll position, unless the entry has one or a hash. */
  keepsScroll: boolean
}

/** `isUrgent`: render before the navigation returns, not in a transition. */
type Listener = (entry: Entry, isUrgent: boolean) => void

export type PageHistory = ReturnType<typeof openHistory>

export function openHistory() {
  // A new document is at its top, unless the user scrolled it before the code had loaded.
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

    /** Calls the one listener with the current entry and each that follows, until the returned function is called. */
    listen(tell: Listener): () => void {
      const stop = new AbortController()
      const { signal } = stop
      listener = tell
      addEventListener('popstate', () => show(NavigationType.Pop), { signal })
      // The browser restores other documents of the tab; one from its cache is restored here again.
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
      // The browser may have changed the entry of this document meanwhile.
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

/** Whether the browser accepts a change of the history: Safari rejects more than a hundred within seconds. */
function isAccepted(change: () => void): boolean {
  try {
    change()
    return true
  } catch (error) {
    if (error instanceof DOMException && error.name === 'SecurityError') return false
    throw error
  }
}

/** The current entry. One that the browser created (a typed address, a plain link) gets its key here. */
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
  // A path that begins with two slashes is not a host.
  return new URL(href.startsWith('//') ? location.origin + href : href, location.origin)
}

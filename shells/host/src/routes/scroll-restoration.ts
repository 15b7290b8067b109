import type { Location } from 'react-router-dom'
import type { Entry } from './page-history.ts'

/** In session storage, so that a reload restores positions. */
const STORAGE_KEY = 'andscene_scroll'
/** Maximum number of stored entries. */
const KEPT = 100
/** The scroll position is not restored after this time. Milliseconds. */
const WAIT_MS = 10_000
const DONE = () => undefined

/** Stores and restores scroll positions of history entries. Lengths are in pixels. */
export class ScrollRestoration {
  /** Scroll positions by the entry's key, the latest last. */
  readonly #positions = read()
  #renderedKey: string
  #opening: Opening | undefined

  constructor(first: Location) {
    this.#renderedKey = first.key
    this.#opening = watchOpening(this.#positions.get(first.key), first)
  }

  keep(): void {
    this.#positions.delete(this.#renderedKey)
    this.#positions.set(this.#renderedKey, scrollY)
    for (const key of [...this.#positions.keys()].slice(0, -KEPT)) this.#positions.delete(key)
  }

  store(): void {
    try {
      sessionStorage.setItem(STORAGE_KEY, JSON.stringify(Object.fromEntries(this.#positions)))
    } catch {
      // Storage is full or blocked: a reload starts at the top.
    }
  }

  /**
   * Scrolls to the entry's stored position, else to its hash, else to the top, and again while content loads. Does
   * nothing if the user scrolled before the code had loaded. The returned function stops it.
   */
  show({ location: { key, hash }, keepsScroll }: Entry): () => void {
    const isScrolled = this.#opening?.end() === true && key === this.#renderedKey
    this.#opening = undefined
    this.#renderedKey = key
    if (isScrolled) return DONE
    const top = this.#positions.get(key)
    if (top !== undefined) return whenLongEnough(top)
    if (hash && scrollToPart(hash)) return DONE
    if (!keepsScroll) scrollTo({ top: 0, behavior: hash ? 'instant' : 'auto' })
    return hash ? whenGrown(() => scrollToPart(hash)) : DONE
  }
}

/** Observes scrolling before the code has loaded. */
type Opening = {
  /** Stops observing. Returns whether the user has scrolled. */
  end(): boolean
}

function watchOpening(top: number | undefined, { hash }: Location): Opening {
  const stop = new AbortController()
  let isScrolled = false
  const check = () => {
    // Not scrolled: the browser may still restore the position.
    if (scrollY < 1) return
    const targets = [top, topOfPart(hash)].map((target) => Math.min(target ?? 0, end()))
    isScrolled ||= targets.every((target) => Math.abs(scrollY - target) > 2)
  }
  check()
  addEventListener('scroll', check, { signal: stop.signal })
  onInteraction(() => (isScrolled = true), stop.signal)
  return {
    end() {
      stop.abort()
      return isScrolled
    },
  }
}

/**
 * Calls `tell` when the user interacts with the page. Ignores keys with modifiers, which are shortcuts, for example for
 * a reload.
 */
function onInteraction(tell: () => void, signal: AbortSignal): void {
  const options = { signal, capture: true, passive: true }
  for (const type of ['wheel', 'touchstart', 'pointerdown']) addEventListener(type, tell, options)
  const onKey = (event: KeyboardEvent) => {
    if (!event.ctrlKey && !event.metaKey && !event.altKey) tell()
  }
  addEventListener('keydown', onKey, options)
}

const end = () => Math.max(0, document.documentElement.scrollHeight - innerHeight)

function whenLongEnough(top: number): () => void {
  const attempt = () => {
    scrollTo({ top, behavior: 'instant' })
    return end() >= Math.floor(top)
  }
  return attempt() ? DONE : whenGrown(attempt)
}

const partOf = (hash: string) => document.getElementById(decoded(hash.slice(1)))

function topOfPart(hash: string): number | undefined {
  const part = partOf(hash)
  if (!part) return undefined
  const lengths = [
    getComputedStyle(document.documentElement).scrollPaddingTop,
    getComputedStyle(part).scrollMarginTop,
  ]
  const above = lengths.reduce((sum, length) => sum + (parseFloat(length) || 0), 0)
  return Math.max(0, scrollY + part.getBoundingClientRect().top - above)
}

function scrollToPart(hash: string): boolean {
  const part = partOf(hash)
  part?.scrollIntoView()
  return part !== null
}

/** Repeats `attempt` whenever the height changes, until it succeeds, the user interacts, or the timeout is reached. */
function whenGrown(attempt: () => boolean): () => void {
  const stop = new AbortController()
  let from = scrollY
  const observer = new ResizeObserver(() => {
    if (attempt()) stop.abort()
    from = scrollY
  })
  observer.observe(document.body)
  const timer = setTimeout(() => stop.abort(), WAIT_MS)
  stop.signal.addEventListener('abort', () => {
    clearTimeout(timer)
    observer.disconnect()
  })
  onInteraction(() => stop.abort(), stop.signal)
  const onScroll = () => {
    // A page that becomes shorter scrolls to its end automatically.
    if (Math.abs(scrollY - from) >= 1 && scrollY < end() - 1) stop.abort()
  }
  addEventListener('scroll', onScroll, { signal: stop.signal })
  return () => stop.abort()
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}

function read(): Map<string, number> {
  try {
    const stored: unknown = JSON.parse(sessionStorage.getItem(STORAGE_KEY) ?? '{}')
    const entries = Object.entries(stored ?? {})
    return new Map(entries.filter((entry): entry is [string, number] => typeof entry[1] === 'number'))
  } catch {
    return new Map()
  }
}

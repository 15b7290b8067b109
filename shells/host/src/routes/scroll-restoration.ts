import type { Location } from 'react-router-dom'
import type { Entry } from './page-history.ts'

/** In session storage, so that a reload finds them. */
const STORAGE_KEY = 'andscene_scroll'
/** Of so many entries, those left last. */
const KEPT = 100
/** Content that comes later than this no longer moves the page. */
const WAIT_MS = 10_000
const DONE = () => undefined

/** Where entries of the history were scrolled to, and how to get there again. Lengths are in pixels. */
export class ScrollRestoration {
  /** By the entry's key, how far it was scrolled when it was left. The one left last is the last. */
  readonly #positions = read()
  /** The key of the entry that the document shows: one that is still to be drawn has not been scrolled. */
  #drawn: string
  /** Until the first entry is drawn. */
  #opening: Opening | undefined

  constructor(first: Location) {
    this.#drawn = first.key
    this.#opening = watchOpening(this.#positions.get(first.key), first)
  }

  /** The entry that the document still shows is being left. */
  keep(): void {
    this.#positions.delete(this.#drawn)
    this.#positions.set(this.#drawn, scrollY)
    for (const key of [...this.#positions.keys()].slice(0, -KEPT)) this.#positions.delete(key)
  }

  store(): void {
    try {
      sessionStorage.setItem(STORAGE_KEY, JSON.stringify(Object.fromEntries(this.#positions)))
    } catch {
      // Storage is full or blocked: a reload begins at the top.
    }
  }

  /**
   * Scrolls to where the entry was left, else to what its hash names, else to the top; a document that somebody has scrolled
   * before its code was there stays so. Content that is still on its way is waited for, until the returned function is called.
   */
  show({ location: { key, hash }, keepsScroll }: Entry): () => void {
    const isScrolled = this.#opening?.end() === true && key === this.#drawn
    this.#opening = undefined
    this.#drawn = key
    if (isScrolled) return DONE
    const top = this.#positions.get(key)
    if (top !== undefined) return whenLongEnough(top)
    if (hash && scrollToPart(hash)) return DONE
    if (!keepsScroll) scrollTo({ top: 0, behavior: hash ? 'instant' : 'auto' })
    return hash ? whenGrown(() => scrollToPart(hash)) : DONE
  }
}

/** Watches a document that is shown and has no code yet. */
type Opening = {
  /** Returns whether somebody has scrolled it. */
  end(): boolean
}

function watchOpening(top: number | undefined, { hash }: Location): Opening {
  const stop = new AbortController()
  let isScrolled = false
  const check = () => {
    // Not scrolled at all: the browser may not have got to it.
    if (scrollY < 1) return
    const targets = [top, topOfPart(hash)].map((target) => Math.min(target ?? 0, end()))
    isScrolled ||= targets.every((target) => Math.abs(scrollY - target) > 2)
  }
  check()
  addEventListener('scroll', check, { signal: stop.signal })
  onHand(() => (isScrolled = true), stop.signal)
  return {
    end() {
      stop.abort()
      return isScrolled
    },
  }
}

/** Somebody takes hold of the page. A key pressed with another one is a shortcut, such as that of the reload itself. */
function onHand(tell: () => void, signal: AbortSignal): void {
  const options = { signal, capture: true, passive: true }
  for (const type of ['wheel', 'touchstart', 'pointerdown']) addEventListener(type, tell, options)
  const onKey = (event: KeyboardEvent) => {
    if (!event.ctrlKey && !event.metaKey && !event.altKey) tell()
  }
  addEventListener('keydown', onKey, options)
}

/** How far the page can be scrolled. */
const end = () => Math.max(0, document.documentElement.scrollHeight - innerHeight)

function whenLongEnough(top: number): () => void {
  const attempt = () => {
    scrollTo({ top, behavior: 'instant' })
    return end() >= Math.floor(top)
  }
  return attempt() ? DONE : whenGrown(attempt)
}

const partOf = (hash: string) => document.getElementById(decoded(hash.slice(1)))

/** How far the browser scrolls to show what the hash names. */
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

/** Tries again whenever the page has another length, until it succeeds, somebody takes hold of it, or time is up. */
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
  onHand(() => stop.abort(), stop.signal)
  const onScroll = () => {
    // A page that became shorter scrolls by itself, to its end.
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

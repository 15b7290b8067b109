import type { Entry } from './page-history.ts'

/** In session storage, so that a reload finds them. */
const STORAGE_KEY = 'andscene_scroll'

/** Where entries of the history were scrolled to, and how to get there again. Lengths are in pixels. */
export class ScrollRestoration {
  /** By the entry's key, how far it was scrolled when it was left. */
  private readonly positions: Record<string, number> = read()

  /** The entry that the document still shows is being left. */
  keep(key: string): void {
    this.positions[key] = scrollY
  }

  store(): void {
    try {
      sessionStorage.setItem(STORAGE_KEY, JSON.stringify(this.positions))
    } catch {
      // Storage is full or blocked: a reload begins at the top.
    }
  }

  /**
   * Scrolls to where the entry was left, else to what its hash names, else to the top. Content that is still on its way is
   * waited for, until the returned function is called.
   */
  show({ location: { key, hash }, keepsScroll }: Entry): () => void {
    const top = this.positions[key]
    if (top !== undefined) return whenLongEnough(top)
    if (hash && scrollToPart(hash)) return () => undefined
    if (!keepsScroll) scrollTo({ top: 0, behavior: hash ? 'instant' : 'auto' })
    return hash ? whenGrown(() => scrollToPart(hash)) : () => undefined
  }
}

/** How far the page can be scrolled. */
const end = () => Math.max(0, document.documentElement.scrollHeight - innerHeight)

function whenLongEnough(top: number): () => void {
  const attempt = () => {
    scrollTo({ top, behavior: 'instant' })
    return end() >= Math.floor(top)
  }
  return attempt() ? () => undefined : whenGrown(attempt)
}

function scrollToPart(hash: string): boolean {
  const part = document.getElementById(decoded(hash.slice(1)))
  part?.scrollIntoView()
  return part !== null
}

/** Tries again whenever the page has another length, until it succeeds, or somebody scrolls. */
function whenGrown(attempt: () => boolean): () => void {
  const stop = new AbortController()
  let from = scrollY
  const observer = new ResizeObserver(() => {
    if (attempt()) stop.abort()
    from = scrollY
  })
  observer.observe(document.body)
  stop.signal.addEventListener('abort', () => observer.disconnect())
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

function read(): Record<string, number> {
  try {
    return (JSON.parse(sessionStorage.getItem(STORAGE_KEY) ?? '{}') ?? {}) as Record<string, number>
  } catch {
    return {}
  }
}

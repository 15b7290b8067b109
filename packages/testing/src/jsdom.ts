import { afterEach, beforeEach, vi } from 'vitest'

class NoObserver {
  observe(): void {}
  unobserve(): void {}
  disconnect(): void {}
}

/** Width of the window that media queries are answered for. Pixels; set it at the start of a test. */
export const screenSize = { width: 1440 }

const bound = (query: string, name: string): number | undefined => {
  const found = new RegExp(`${name}-width:\\s*([\\d.]+)px`).exec(query)?.[1]
  return found === undefined ? undefined : Number(found)
}

const matches = (query: string): boolean => {
  const least = bound(query, 'min')
  const most = bound(query, 'max')
  if (least === undefined && most === undefined) return false
  return screenSize.width >= (least ?? 0) && screenSize.width <= (most ?? Number.POSITIVE_INFINITY)
}

// The types of the browser are not this package's.
const page = globalThis as unknown as { HTMLElement: { prototype: object } }
function show(this: { style: { display: string } }): void {
  this.style.display = 'block'
}

/** What a browser has and jsdom lacks, for tests that render antd. Call it once, at the top of a test file. */
export function setUpJsdom(): void {
  beforeEach(() => {
    screenSize.width = 1440
    vi.stubGlobal('ResizeObserver', NoObserver)
    Object.defineProperty(page.HTMLElement.prototype, 'showPopover', { configurable: true, value: show })
    vi.stubGlobal('matchMedia', (query: string) => ({
      media: query,
      matches: matches(query),
      addEventListener: () => undefined,
      removeEventListener: () => undefined,
      addListener: () => undefined,
      removeListener: () => undefined,
    }))
  })
  afterEach(() => vi.unstubAllGlobals())
}

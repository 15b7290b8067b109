import { configure } from '@testing-library/react'
import { afterEach, beforeEach, vi } from 'vitest'

/** Timeout of waits in tests of pages: a busy machine loads a screen slowly. */
configure({ asyncUtilTimeout: 30_000 })

/** The system's color scheme; `change(dark)` changes it while a page is open. */
export const system = {
  dark: false,
  /**
   * Prefers reduced motion. Dialogs require it to close: they close at the end of an animation, which jsdom does not
   * play.
   */
  still: false,
  listeners: new Set<() => void>(),
  change(dark: boolean) {
    system.dark = dark
    for (const listener of system.listeners) listener()
  },
}

const WINDOW_WIDTH_PX = 1440

class NoObserver {
  observe(): void {}
  unobserve(): void {}
  disconnect(): void {}
}

function showPopover(this: HTMLElement): void {
  this.style.display = 'block'
}

function matches(query: string): boolean {
  if (query.includes('dark')) return system.dark
  if (query.includes('reduced-motion')) return system.still
  const [least, most] = ['min', 'max'].map((name) =>
    new RegExp(`${name}-width:\\s*([\\d.]+)px`).exec(query)?.at(1),
  )
  if (least === undefined && most === undefined) return false
  return WINDOW_WIDTH_PX >= Number(least ?? 0) && WINDOW_WIDTH_PX <= Number(most ?? Infinity)
}

// Browser APIs that jsdom lacks, for tests that render antd, follow the system's theme or scroll. Import it for its
// side effects in a test file or its harness.
beforeEach(() => {
  system.dark = false
  system.still = false
  system.listeners.clear()
  vi.stubGlobal('ResizeObserver', NoObserver)
  vi.stubGlobal('matchMedia', (query: string) => ({
    media: query,
    get matches() {
      return matches(query)
    },
    addEventListener: (_: string, listener: () => void) => system.listeners.add(listener),
    removeEventListener: (_: string, listener: () => void) => system.listeners.delete(listener),
    addListener: () => undefined,
    removeListener: () => undefined,
  }))
  HTMLElement.prototype.showPopover = showPopover
  Element.prototype.scrollIntoView = () => undefined
  Range.prototype.getBoundingClientRect ??= () => new DOMRect()
  window.scrollTo = () => undefined
})
afterEach(() => {
  vi.unstubAllGlobals()
  localStorage.clear()
})

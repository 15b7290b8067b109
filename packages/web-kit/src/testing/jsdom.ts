import { afterEach, beforeEach, vi } from 'vitest'

/**
 * What a browser has and jsdom lacks, for tests that render antd or follow the system's theme. Import it for its
 * effect. `system.dark` is what the operating system prefers; `system.change(dark)` changes it as a person would.
 */
export const system = {
  dark: false,
  listeners: new Set<() => void>(),
  change(dark: boolean) {
    system.dark = dark
    for (const listener of system.listeners) listener()
  },
}

class NoObserver {
  observe(): void {}
  unobserve(): void {}
  disconnect(): void {}
}

beforeEach(() => {
  system.dark = false
  system.listeners.clear()
  vi.stubGlobal('ResizeObserver', NoObserver)
  vi.stubGlobal('matchMedia', (query: string) => ({
    media: query,
    get matches() {
      return query.includes('dark') && system.dark
    },
    addEventListener: (_: string, listener: () => void) => system.listeners.add(listener),
    removeEventListener: (_: string, listener: () => void) => system.listeners.delete(listener),
    addListener: () => undefined,
    removeListener: () => undefined,
  }))
  Element.prototype.scrollIntoView = () => undefined
  window.scrollTo = () => undefined
})
afterEach(() => {
  vi.unstubAllGlobals()
  localStorage.clear()
})

import { createContext, use, useEffect, useLayoutEffect, useMemo, useState, type ReactNode } from 'react'
import { readKey, THEME_KEY, writeKey } from '../storage-keys.ts'

export type ThemeMode = 'light' | 'dark'

const DARK_QUERY = '(prefers-color-scheme: dark)'
const systemQuery = () => (typeof matchMedia === 'function' ? matchMedia(DARK_QUERY) : undefined)
const systemMode = (): ThemeMode => (systemQuery()?.matches ? 'dark' : 'light')
const savedMode = (): ThemeMode | undefined => {
  const saved = readKey(THEME_KEY)
  return saved === 'light' || saved === 'dark' ? saved : undefined
}

type ThemeState = {
  mode: ThemeMode
  /** The mode is the operating system's preference (product §2: ' (matching system)'). */
  matchesSystem: boolean
  toggle: () => void
}
const ThemeContext = createContext<ThemeState | undefined>(undefined)

/**
 * The theme of product §4: explicit default, else the saved choice, else the system's (followed live), else light;
 * toggling saves. Sets `data-theme` on <html> and the `theme-color` of the page. Does not use antd.
 */
export function ThemeProvider({ defaultMode, children }: { defaultMode?: ThemeMode; children: ReactNode }) {
  const [system, setSystem] = useState(systemMode)
  const [saved, setSaved] = useState(savedMode)
  const [chosen, setChosen] = useState(defaultMode)
  const mode = chosen ?? saved ?? system

  useEffect(() => {
    const query = systemQuery()
    const follow = () => setSystem(systemMode())
    // Applies a choice made in another tab.
    const adopt = (event: StorageEvent) => {
      if (event.key === THEME_KEY || event.key === null) setSaved(savedMode())
    }
    query?.addEventListener('change', follow)
    addEventListener('storage', adopt)
    return () => {
      query?.removeEventListener('change', follow)
      removeEventListener('storage', adopt)
    }
  }, [])

  useLayoutEffect(() => paint(mode), [mode])

  const value = useMemo(
    () => ({
      mode,
      matchesSystem: mode === system,
      toggle: () => {
        const next = mode === 'dark' ? 'light' : 'dark'
        writeKey(THEME_KEY, next)
        setChosen(undefined)
        setSaved(next)
      },
    }),
    [mode, system],
  )
  return <ThemeContext value={value}>{children}</ThemeContext>
}

/** Applies the mode to the page and to the browser's toolbar. */
function paint(mode: ThemeMode): void {
  const root = document.documentElement
  root.dataset.theme = mode
  root.style.colorScheme = mode
  const surface = getComputedStyle(root).getPropertyValue('--as-surface').trim()
  if (!surface) return
  for (const meta of document.querySelectorAll<HTMLMetaElement>('meta[name="theme-color"]')) {
    meta.content = surface
  }
}

/** Returns the mode, whether it matches the system's, and the toggle. */
export function useThemeMode(): ThemeState {
  const state = use(ThemeContext)
  if (!state) throw new Error('useThemeMode needs a ThemeProvider above it')
  return state
}

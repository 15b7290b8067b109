import { ConfigProvider, theme, type ThemeConfig } from 'antd'
import { useCallback, useSyncExternalStore, type ReactNode } from 'react'
import { ANTD_PREFIX, antdTheme } from './antd-tokens.ts'
import type { Mode } from './look.ts'
import { useThemeMode } from './theme.tsx'

/** product §9, tooltip. Seconds, as in antd. */
const TOOLTIP_ENTER_SECONDS = 0.1

const ALGORITHMS = { light: theme.defaultAlgorithm, dark: theme.darkAlgorithm }
/** Created once each: antd styles every control again for a new object. */
const themes = new Map<string, ThemeConfig>()

function themeOf(mode: Mode, still: boolean, touch: boolean): ThemeConfig {
  const key = [mode, still, touch].join()
  const known = themes.get(key) ?? antdTheme(mode, ALGORITHMS[mode], { motion: !still, touch })
  themes.set(key, known)
  return known
}

function useMedia(text: string): boolean {
  const subscribe = useCallback(
    (listener: () => void) => {
      const query = queryOf(text)
      query?.addEventListener('change', listener)
      return () => query?.removeEventListener('change', listener)
    },
    [text],
  )
  return useSyncExternalStore(subscribe, () => queryOf(text)?.matches ?? false)
}
const queryOf = (text: string) => (typeof matchMedia === 'function' ? matchMedia(text) : undefined)

/** Menus and lists open within the landmark or dialog of their trigger, so that screen readers find them. */
const popupContainer = (trigger?: HTMLElement): HTMLElement =>
  trigger?.closest<HTMLElement>('[role="dialog"] > *, main, header') ?? document.body

/**
 * antd with the look of product §9, in the current mode. Wrap only components that use antd, so that the rest of a page
 * does not wait for it (decision 0036).
 */
export function AntdProvider({ children }: { children: ReactNode }) {
  const { mode } = useThemeMode()
  const still = useMedia('(prefers-reduced-motion: reduce)')
  const touch = useMedia('(pointer: coarse)')
  return (
    <ConfigProvider
      prefixCls={ANTD_PREFIX}
      theme={themeOf(mode, still, touch)}
      tooltip={{ mouseEnterDelay: TOOLTIP_ENTER_SECONDS }}
      getPopupContainer={popupContainer}
      button={{ autoInsertSpace: false }}
    >
      {children}
    </ConfigProvider>
  )
}

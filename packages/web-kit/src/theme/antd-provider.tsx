import { ConfigProvider, theme } from 'antd'
import { useSyncExternalStore, type ReactNode } from 'react'
import { ANTD_PREFIX, antdTheme } from './antd-tokens.ts'
import { useThemeMode } from './theme.tsx'

/** product §9, tooltip. Seconds, as in antd. */
const TOOLTIP_ENTER_SECONDS = 0.1

const { darkAlgorithm, defaultAlgorithm } = theme
const THEMES = { light: antdTheme('light', defaultAlgorithm), dark: antdTheme('dark', darkAlgorithm) }
/** The same without motion. */
const STILL = {
  light: antdTheme('light', defaultAlgorithm, { motion: false }),
  dark: antdTheme('dark', darkAlgorithm, { motion: false }),
}
const stillQuery = () =>
  typeof matchMedia === 'function' ? matchMedia('(prefers-reduced-motion: reduce)') : undefined
const watchStill = (listener: () => void) => {
  const query = stillQuery()
  query?.addEventListener('change', listener)
  return () => query?.removeEventListener('change', listener)
}
const isStill = () => stillQuery()?.matches ?? false

/** Menus and lists open within the landmark or dialog of their trigger, so that screen readers find them. */
const popupContainer = (trigger?: HTMLElement): HTMLElement =>
  trigger?.closest<HTMLElement>('[role="dialog"] > *, main, header') ?? document.body

/**
 * antd with the look of product §9, in the current mode. Wrap only components that use antd, so that the rest of a page
 * does not wait for it (decision 0036).
 */
export function AntdProvider({ children }: { children: ReactNode }) {
  const { mode } = useThemeMode()
  const still = useSyncExternalStore(watchStill, isStill)
  return (
    <ConfigProvider
      prefixCls={ANTD_PREFIX}
      theme={(still ? STILL : THEMES)[mode]}
      tooltip={{ mouseEnterDelay: TOOLTIP_ENTER_SECONDS }}
      getPopupContainer={popupContainer}
      button={{ autoInsertSpace: false }}
    >
      {children}
    </ConfigProvider>
  )
}

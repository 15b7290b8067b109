import { App, ConfigProvider, theme } from 'antd'
import type { ReactNode } from 'react'
import { ANTD_PREFIX, antdTheme } from './antd-tokens.ts'
import { useThemeMode } from './theme.tsx'

/** SPEC §9, tooltip. Seconds, as antd counts. */
const TOOLTIP_ENTER_SECONDS = 0.1

const { darkAlgorithm, defaultAlgorithm } = theme
const THEMES = { light: antdTheme('light', defaultAlgorithm), dark: antdTheme('dark', darkAlgorithm) }
const HOLDER = { flex: 1, display: 'flex', flexDirection: 'column', minHeight: 0 } as const

/** antd with the look of SPEC §9, in the theme's mode. Stands above every signed-in route. */
export function AntdProvider({ children }: { children: ReactNode }) {
  const { mode } = useThemeMode()
  return (
    <ConfigProvider
      prefixCls={ANTD_PREFIX}
      theme={THEMES[mode]}
      tooltip={{ mouseEnterDelay: TOOLTIP_ENTER_SECONDS }}
      button={{ autoInsertSpace: false }}
    >
      <App style={HOLDER} message={{ maxCount: 3 }}>
        {children}
      </App>
    </ConfigProvider>
  )
}

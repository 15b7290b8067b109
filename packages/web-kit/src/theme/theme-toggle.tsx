import { Switch } from 'antd'
import { useThemeMode } from './theme.tsx'
import { tip } from '../components/tooltip.tsx'

const SWITCH = { dark: 'Switch to light mode', light: 'Switch to dark mode' } as const

/**
 * The theme toggle of product §2: its tooltip names the action, and whether the mode matches the system's.
 * `labelledBy`: id of the element that labels the switch; the default label is the tooltip's text.
 */
export function ThemeToggle({ labelledBy }: { labelledBy?: string }) {
  const { mode, matchesSystem, toggle } = useThemeMode()
  const title = `${SWITCH[mode]}${matchesSystem ? ' (matching system)' : ''}`
  return (
    <Switch
      {...tip(title)}
      checked={mode === 'dark'}
      onChange={toggle}
      {...(labelledBy ? { 'aria-labelledby': labelledBy } : { 'aria-label': title })}
    />
  )
}

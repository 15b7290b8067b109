import { Switch } from 'antd'
import { useThemeMode } from './theme.tsx'
import { tip } from '../components/tooltip.tsx'

const SWITCH = { dark: 'Switch to light mode', light: 'Switch to dark mode' } as const

/**
 * The theme toggle of product §2: its tooltip names what a click does, and whether the mode is the system's. `labelledBy`:
 * id of the element that names the switch; without it the tooltip's words do.
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

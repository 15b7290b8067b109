import { Switch } from 'antd'
import { useThemeMode } from './theme.tsx'
import { tip } from '../components/tooltip.tsx'

type Props = {
  /** `fixed` puts it in the top-right corner of the window (product §2). */
  placement?: 'inline' | 'fixed'
  /** Id of the element that names the switch; without it the tooltip's words do. */
  labelledBy?: string
}

const CORNER = { position: 'fixed', insetBlockStart: 16, insetInlineEnd: 16, zIndex: 1000 } as const

const SWITCH = { dark: 'Switch to light mode', light: 'Switch to dark mode' } as const

/** The theme toggle of product §2: its tooltip names what a click does, and whether the mode is the system's. */
export function ThemeToggle({ placement = 'inline', labelledBy }: Props) {
  const { mode, matchesSystem, toggle } = useThemeMode()
  const title = `${SWITCH[mode]}${matchesSystem ? ' (matching system)' : ''}`
  return (
    <span style={placement === 'fixed' ? CORNER : undefined}>
      <Switch
        {...tip(title)}
        checked={mode === 'dark'}
        onChange={toggle}
        {...(labelledBy ? { 'aria-labelledby': labelledBy } : { 'aria-label': title })}
      />
    </span>
  )
}

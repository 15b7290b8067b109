import { cleanup, render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, expect, test } from 'vitest'
import { AntdProvider } from './antd-provider.tsx'
import '../testing/jsdom.ts'
import { ThemeToggle } from './theme-toggle.tsx'
import { ThemeProvider } from './theme.tsx'
import { useTooltips } from '../components/tooltip.tsx'

afterEach(cleanup)

/** As in the shell. */
function Page() {
  useTooltips()
  return <ThemeToggle />
}

test("product §2 the tooltip names the action, and whether the mode matches the system's", async () => {
  const user = userEvent.setup()
  render(
    <ThemeProvider>
      <AntdProvider>
        <Page />
      </AntdProvider>
    </ThemeProvider>,
  )
  const toggle = screen.getByRole('switch')
  await user.hover(toggle)
  expect((await screen.findByRole('tooltip')).textContent).toBe('Switch to dark mode (matching system)')
  await user.click(toggle)
  expect(toggle.getAttribute('aria-checked')).toBe('true')
  expect(toggle.getAttribute('aria-label')).toBe('Switch to light mode')
})

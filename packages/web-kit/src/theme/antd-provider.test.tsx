import { cleanup, render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { Dropdown } from 'antd'
import { afterEach, expect, test } from 'vitest'
import { AntdProvider } from './antd-provider.tsx'
import '../testing/jsdom.ts'
import { ThemeProvider } from './theme.tsx'

afterEach(cleanup)

test('a menu opens within the landmark of what opens it', async () => {
  render(
    <ThemeProvider>
      <AntdProvider>
        <main>
          <Dropdown trigger={['click']} menu={{ items: [{ key: '1', label: '1.25×' }] }}>
            <button type="button">Speed</button>
          </Dropdown>
        </main>
      </AntdProvider>
    </ThemeProvider>,
  )
  await userEvent.click(screen.getByRole('button', { name: 'Speed' }))
  const menu = await screen.findByRole('menu')
  expect(screen.getByRole('main').contains(menu)).toBe(true)
})

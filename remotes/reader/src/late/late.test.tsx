import { SnackbarProvider } from '@andscene/web-kit/snackbar'
import '@andscene/web-kit/testing/jsdom'
import { cleanup, render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { useState } from 'react'
import { afterEach, expect, test, vi } from 'vitest'
import { lateParts, type PopupProps } from './late-parts.tsx'

afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

const parts = {
  AntdProvider: ({ children }: { children: React.ReactNode }) => <div data-testid="antd">{children}</div>,
  Menu: ({ open, children }: PopupProps) => (
    <>
      {children}
      {open && <p>the menu</p>}
    </>
  ),
}

/** Renders a button with a popup whose code is loaded with `load`. */
function openPage(load: () => Promise<typeof parts>) {
  const { late, useLoadWhenIdle } = lateParts(load)
  const Menu = late((loaded) => loaded.Menu)
  function Page() {
    const [open, setOpen] = useState(false)
    useLoadWhenIdle(true)
    return (
      <Menu open={open} onOpen={() => setOpen(true)} onClose={() => setOpen(false)}>
        <button type="button" aria-expanded={open}>
          Open
        </button>
      </Menu>
    )
  }
  render(<Page />, { wrapper: SnackbarProvider })
}
const button = () => screen.getByRole('button', { name: 'Open' })

test('renders only the button of a popup until it is opened, then loads and opens the popup', async () => {
  const load = vi.fn<() => Promise<typeof parts>>(async () => parts)
  openPage(load)
  expect(load).not.toHaveBeenCalled()
  expect(screen.queryByTestId('antd')).toBeNull()
  await userEvent.click(button())
  expect(await screen.findByText('the menu')).toBeTruthy()
  expect(button().getAttribute('aria-expanded')).toBe('true')
  expect(load).toHaveBeenCalledOnce()
})

test('loads code when idle, and renders nothing until the popup is opened', async () => {
  const load = vi.fn<() => Promise<typeof parts>>(async () => parts)
  const idle: (() => void)[] = []
  vi.stubGlobal('requestIdleCallback', (callback: () => void) => idle.push(callback))
  vi.stubGlobal('cancelIdleCallback', () => undefined)
  openPage(load)
  idle[0]!()
  await vi.waitFor(() => expect(load).toHaveBeenCalledOnce())
  expect(screen.queryByTestId('antd')).toBeNull()
  await userEvent.click(button())
  expect(screen.getByText('the menu')).toBeTruthy()
  expect(load).toHaveBeenCalledOnce()
})

test('a second click while loading does not cancel it; the button is marked busy', async () => {
  const held = Promise.withResolvers<typeof parts>()
  openPage(() => held.promise)
  await userEvent.click(button())
  await userEvent.click(button())
  expect(button().getAttribute('aria-busy')).toBe('true')
  held.resolve(parts)
  expect(await screen.findByText('the menu')).toBeTruthy()
  expect(button().getAttribute('aria-busy')).toBeNull()
})

test.each([
  ['a click elsewhere', () => userEvent.click(document.body), false],
  ['a key press', () => userEvent.keyboard('{Escape}'), false],
  ['a key press, even if loading fails later,', () => userEvent.keyboard('{Escape}'), true],
])('%s while loading cancels the opening without a message', async (_what, act, fails) => {
  const held = Promise.withResolvers<typeof parts>()
  openPage(() => held.promise)
  await userEvent.click(button())
  await act()
  expect(button().getAttribute('aria-expanded')).toBe('false')
  if (fails) held.reject(new Error('offline'))
  else held.resolve(parts)
  await held.promise.catch(() => undefined)
  await new Promise(requestAnimationFrame)
  expect(screen.queryByText('the menu')).toBeNull()
  expect(screen.queryByText('This part of the page could not be loaded.')).toBeNull()
})

test('when loading fails, shows a message and closes; the next click retries', async () => {
  const load = vi
    .fn<() => Promise<typeof parts>>(async () => parts)
    .mockRejectedValueOnce(new Error('offline'))
  openPage(load)
  await userEvent.click(button())
  expect(await screen.findByText('This part of the page could not be loaded.')).toBeTruthy()
  expect(screen.getByRole('button', { name: 'Reload page' })).toBeTruthy()
  expect(button().getAttribute('aria-expanded')).toBe('false')
  await userEvent.click(button())
  expect(await screen.findByText('the menu')).toBeTruthy()
})

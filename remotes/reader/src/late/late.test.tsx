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

/** A page with a button and its popup, whose code comes as `load` says. */
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

test('a popup is its button alone until it is opened; then it opens with what was loaded', async () => {
  const load = vi.fn<() => Promise<typeof parts>>(async () => parts)
  openPage(load)
  expect(load).not.toHaveBeenCalled()
  expect(screen.queryByTestId('antd')).toBeNull()
  await userEvent.click(button())
  expect(await screen.findByText('the menu')).toBeTruthy()
  expect(button().getAttribute('aria-expanded')).toBe('true')
  expect(load).toHaveBeenCalledOnce()
})

test('what is idly loaded stands ready, and draws nothing before it is opened', async () => {
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

test('a second press while it loads does not cancel it; its button is busy', async () => {
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
  ['a press elsewhere', () => userEvent.click(document.body), false],
  ['a key', () => userEvent.keyboard('{Escape}'), false],
  ['a key, though it fails,', () => userEvent.keyboard('{Escape}'), true],
])('%s while it loads cancels the opening, without a message', async (_what, act, fails) => {
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

test('a failed load shows a message and closes it; the next press tries again', async () => {
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

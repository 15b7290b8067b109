import { act, cleanup, fireEvent, renderHook, screen } from '@testing-library/react'
import type { ReactNode } from 'react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { SnackbarProvider, SnackbarSlot, useSnackbar, type Snackbar } from './snackbar.tsx'

/** A page whose frame, which shows messages, can unmount while the page stays. */
const app = { page: '/one', hasFrame: true, hasDialog: false }
const Shell = ({ children }: { children: ReactNode }) => (
  <SnackbarProvider page={app.page}>
    {app.hasFrame && children}
    {app.hasDialog && (
      <footer>
        <SnackbarSlot />
      </footer>
    )}
  </SnackbarProvider>
)
let snackbar: Snackbar
let change: (to: Partial<typeof app>) => void
const goTo = (page: string) => change({ page })

const say = (run: () => void) => act(run)
const pass = (ms: number) => act(() => vi.advanceTimersByTime(ms))
const shown = () => [...document.querySelectorAll('p')].map((message) => message.textContent)

beforeEach(() => {
  vi.useFakeTimers()
  Object.assign(app, { page: '/one', hasFrame: true, hasDialog: false })
  const { result, rerender } = renderHook(() => useSnackbar(), { wrapper: Shell })
  snackbar = result.current
  change = (to) => {
    Object.assign(app, to)
    rerender()
  }
})
afterEach(() => {
  cleanup()
  vi.useRealTimers()
})

test('shows one message at a time: a success replaces an earlier failure', () => {
  say(() => snackbar.error('It failed'))
  expect(shown()).toEqual(['It failed'])
  say(() => snackbar.success('It worked'))
  expect(shown()).toEqual(['It worked'])
})

test('hides a success after 4 s and a failure after 8 s', () => {
  say(() => snackbar.success('It worked'))
  pass(3_999)
  expect(shown()).toEqual(['It worked'])
  pass(1)
  expect(shown()).toEqual([])
  say(() => snackbar.error('It failed'))
  pass(7_999)
  expect(shown()).toEqual(['It failed'])
  pass(1)
  expect(shown()).toEqual([])
})

test('a message with an action stays for 8 s and closes when the action runs', () => {
  const open = vi.fn<() => void>()
  say(() => snackbar.success('It worked', { action: { label: 'Open', run: open } }))
  pass(7_999)
  expect(shown()).toEqual(['It worked'])
  fireEvent.click(screen.getByRole('button', { name: 'Open' }))
  expect(open).toHaveBeenCalledOnce()
  expect(shown()).toEqual([])
})

test('stays while it has the focus', () => {
  say(() => snackbar.success('It worked'))
  const dismiss = screen.getByRole('button', { name: 'Dismiss message' })
  dismiss.focus()
  pass(20_000)
  expect(shown()).toEqual(['It worked'])
  dismiss.blur()
  pass(1_000)
  expect(shown()).toEqual([])
})

test('can be dismissed with its button and by its key', () => {
  say(() => snackbar.error('It failed'))
  fireEvent.click(screen.getByRole('button', { name: 'Dismiss message' }))
  expect(shown()).toEqual([])
  say(() => snackbar.error('Offline', 'network'))
  say(() => snackbar.dismiss('other'))
  expect(shown()).toEqual(['Offline'])
  say(() => snackbar.dismiss('network'))
  expect(shown()).toEqual([])
})

test('closes on navigation, unless it stays on navigation', () => {
  say(() => snackbar.error('It failed'))
  goTo('/two')
  expect(shown()).toEqual([])
  say(() => snackbar.success('Your account is deleted', { staysOnNavigation: true }))
  goTo('/three')
  expect(shown()).toEqual(['Your account is deleted'])
})

test('an unmounted frame can still show a message on the next page', () => {
  goTo('/two')
  change({ hasFrame: false })
  say(() => snackbar.error('An error occurred during logout'))
  expect(shown()).toEqual(['An error occurred during logout'])
})

const live = () =>
  [...document.querySelectorAll('[aria-live]')].map((region) => [
    region.getAttribute('aria-live'),
    region.textContent,
  ])
test('announces a success politely, a failure assertively', () => {
  expect(live()).toEqual([
    ['polite', ''],
    ['assertive', ''],
  ])
  say(() => snackbar.success('It worked'))
  expect(live()).toContainEqual(['polite', 'It worked'])
  say(() => snackbar.error('It failed'))
  expect(live()).toContainEqual(['assertive', 'It failed'])
})

const inDialog = () => screen.getByRole('region', { name: 'Messages' }).closest('footer') !== null

test('messages are shown in an open dialog, and in the corner once it closes', () => {
  change({ hasDialog: true })
  expect(inDialog(), 'the live regions are there before their text').toBe(true)
  say(() => snackbar.success('It worked'))
  expect(shown()).toEqual(['It worked'])
  expect(inDialog()).toBe(true)
  pass(2_000)
  change({ hasDialog: false })
  expect(shown()).toEqual(['It worked'])
  expect(inDialog()).toBe(false)
  pass(2_000)
  expect(shown()).toEqual([])
})

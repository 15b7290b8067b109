import { act, cleanup, fireEvent, render, screen } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import { THEME_KEY } from '../storage-keys.ts'
import { system } from '../testing/jsdom.ts'
import { ThemeProvider, useThemeMode, type ThemeMode } from './theme.tsx'

afterEach(cleanup)

function Mode() {
  const { mode, matchesSystem, toggle } = useThemeMode()
  return <button onClick={toggle}>{`${mode} ${matchesSystem ? 'as system' : 'chosen'}`}</button>
}
const show = (defaultMode?: ThemeMode) =>
  render(
    <ThemeProvider {...(defaultMode && { defaultMode })}>
      <Mode />
    </ThemeProvider>,
  )
const shown = () => screen.getByRole('button').textContent

test.each([
  ['the explicit default', 'light', 'dark', true, 'light chosen'],
  ['the saved preference', undefined, 'dark', false, 'dark chosen'],
  ['the mode of the system when an unknown one is saved', undefined, 'sepia', true, 'dark as system'],
  ['light otherwise', undefined, undefined, false, 'light as system'],
] as const)('product §4 the initial mode is %s', (_which, defaultMode, saved, isDark, expected) => {
  if (saved) localStorage.setItem(THEME_KEY, saved)
  system.dark = isDark
  show(defaultMode)
  expect(shown()).toBe(expected)
  expect(document.documentElement.dataset.theme).toBe(expected.split(' ')[0])
})

test('product §4 follows the system live while no mode is saved', () => {
  show()
  act(() => system.change(true))
  expect(shown()).toBe('dark as system')
})

test('product §4 toggling saves the mode and stops following the system', () => {
  show()
  fireEvent.click(screen.getByRole('button'))
  expect(localStorage.getItem(THEME_KEY)).toBe('dark')
  act(() => system.change(true))
  act(() => system.change(false))
  expect(shown()).toBe('dark chosen')
})

const colour = () => document.querySelector('meta')?.content
test("the browser's toolbar has the color of the mode, chosen or the system's", () => {
  const style = document.createElement('style')
  style.textContent = ":root { --as-surface: #fff } :root[data-theme='dark'] { --as-surface: #111 }"
  document.head.innerHTML = '<meta name="theme-color" content="#123456" />'
  document.head.append(style)
  show()
  expect(colour()).toBe('#fff')
  act(() => system.change(true))
  expect(colour()).toBe('#111')
  fireEvent.click(screen.getByRole('button'))
  expect(colour()).toBe('#fff')
  document.head.replaceChildren()
})

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

test('product §4 the initial mode is the explicit default before all else', () => {
  localStorage.setItem(THEME_KEY, 'dark')
  show('light')
  expect(shown()).toBe('light as system')
})

test('product §4 else the saved preference', () => {
  localStorage.setItem(THEME_KEY, 'dark')
  show()
  expect(shown()).toBe('dark chosen')
  expect(document.documentElement.dataset.theme).toBe('dark')
})

test('product §4 only light and dark are accepted as saved', () => {
  localStorage.setItem(THEME_KEY, 'sepia')
  system.dark = true
  show()
  expect(shown()).toBe('dark as system')
})

test('product §4 else light', () => {
  show()
  expect(shown()).toBe('light as system')
})

test('product §4 while nothing is saved, the system switches the mode live', () => {
  show()
  act(() => system.change(true))
  expect(shown()).toBe('dark as system')
})

test('product §4 toggling saves, and the system no longer switches', () => {
  show()
  fireEvent.click(screen.getByRole('button'))
  expect(localStorage.getItem(THEME_KEY)).toBe('dark')
  act(() => system.change(true))
  act(() => system.change(false))
  expect(shown()).toBe('dark chosen')
})

const colour = () => document.querySelector('meta')?.content
test('the bar of the browser follows the theme: a choice, and the system while nothing is saved', () => {
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

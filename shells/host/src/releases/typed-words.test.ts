import { fireEvent } from '@testing-library/react'
import { hold, isHeld } from '@andscene/web-kit/safe-moment'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { watchTyping } from './typed-words.ts'

let end: () => void
beforeEach(() => {
  vi.useFakeTimers()
  end = watchTyping(hold)
})
afterEach(() => {
  end()
  document.body.replaceChildren()
  vi.useRealTimers()
})

function show(html: string): HTMLInputElement {
  document.body.innerHTML = html
  return document.querySelector<HTMLInputElement>('input, textarea')!
}
const type = (field: HTMLInputElement, value: string) => fireEvent.input(field, { target: { value } })

test.each(['<input type="email">', '<input type="password">', '<input>', '<textarea></textarea>'])(
  'product §14 text typed into %s holds the page until it is deleted',
  (html) => {
    const field = show(html)
    expect(isHeld()).toBe(false)
    type(field, 'Ada')
    expect(isHeld()).toBe(true)
    type(field, '')
    expect(isHeld()).toBe(false)
  },
)

test('releases the hold when code empties the field or removes its form', () => {
  const field = show('<form><input></form>')
  type(field, 'Ada')
  field.value = ''
  vi.advanceTimersByTime(1_000)
  expect(isHeld()).toBe(false)
  type(field, 'Ada')
  field.form!.remove()
  vi.advanceTimersByTime(1_000)
  expect(isHeld()).toBe(false)
  expect(vi.getTimerCount()).toBe(0)
})

test.each([
  '<input type="search">',
  '<input inputmode="search">',
  '<input role="combobox">',
  '<input role="spinbutton">',
  '<input type="checkbox">',
  '<input type="range">',
])('searching and choosing do not hold: %s', (html) => {
  type(show(html), '1')
  expect(isHeld()).toBe(false)
})

test('releases the hold when stopped', () => {
  type(show('<input>'), 'Ada')
  end()
  expect(isHeld()).toBe(false)
})

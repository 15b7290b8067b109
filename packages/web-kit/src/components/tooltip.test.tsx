import { act, cleanup, fireEvent, render, screen } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import '../testing/jsdom.ts'
import { tip, useTooltips } from './tooltip.tsx'

const pressed = vi.fn<() => void>()
const shown = () => screen.queryByRole('tooltip')?.textContent ?? null
const button = () => screen.getByRole('button', { name: 'Rename' })
const pass = (ms: number) => act(() => vi.advanceTimersByTime(ms))
const touch = { pointerType: 'touch' }
const mouse = { pointerType: 'mouse' }

beforeEach(() => {
  vi.useFakeTimers()
  pressed.mockClear()
})
afterEach(() => {
  cleanup()
  vi.useRealTimers()
})

function Page({ title }: { title: string | undefined }) {
  useTooltips()
  return (
    <main>
      <button type="button" aria-label="Rename" onClick={pressed} {...tip(title)}>
        <svg />
      </button>
      <p>elsewhere</p>
      <span {...tip('A very long name', { whenCut: true })}>A very long name</span>
    </main>
  )
}
const show = (title?: string) => render(<Page title={title} />)

describe('product §9 tooltip', () => {
  beforeEach(() => void show('Give it another title'))

  test('appears 100 ms after the pointer enters, and closes once the pointer has left element and tooltip', () => {
    fireEvent.pointerOver(button(), mouse)
    pass(50)
    fireEvent.pointerOver(screen.getByText('elsewhere'), mouse)
    pass(50)
    expect(shown(), 'it left before').toBeNull()
    fireEvent.pointerOver(button().firstElementChild!, mouse)
    pass(99)
    expect(shown()).toBeNull()
    pass(1)
    expect(shown()).toBe('Give it another title')
    expect(button().getAttribute('aria-describedby')).toBe(screen.getByRole('tooltip').id)
    fireEvent.pointerOver(screen.getByText('elsewhere'), mouse)
    fireEvent.pointerOver(screen.getByRole('tooltip'), mouse)
    pass(10_000)
    expect(shown()).not.toBeNull()
    fireEvent.pointerOver(screen.getByText('elsewhere'), mouse)
    pass(100)
    expect(shown()).toBeNull()
    expect(button().getAttribute('aria-describedby')).toBeNull()
  })

  test('after a long press without a click, the next key press still activates the button', () => {
    fireEvent.pointerDown(button(), touch)
    pass(700)
    fireEvent.pointerUp(button(), touch)
    pass(1_500)
    expect(shown()).toBeNull()
    fireEvent.keyDown(button(), { key: 'Enter' })
    fireEvent.click(button())
    expect(pressed).toHaveBeenCalledOnce()
  })

  test('appears after a long press of 700 ms, closes 1,500 ms after it, and suppresses the click', () => {
    fireEvent.pointerDown(button(), touch)
    pass(699)
    expect(shown()).toBeNull()
    pass(1)
    expect(shown()).toBe('Give it another title')
    fireEvent.pointerUp(button(), touch)
    fireEvent.click(button())
    expect(pressed).not.toHaveBeenCalled()
    pass(1_499)
    expect(shown()).not.toBeNull()
    pass(1)
    expect(shown()).toBeNull()
  })

  test.each(['pointerUp', 'pointerCancel'] as const)(
    'does not appear on a touch that ends or scrolls (%s) within 700 ms, and keeps its click',
    (end) => {
      fireEvent.pointerDown(button(), touch)
      pass(300)
      fireEvent[end](button(), touch)
      fireEvent.click(button())
      expect(pressed).toHaveBeenCalledOnce()
      pass(10_000)
      expect(shown()).toBeNull()
    },
  )

  test('closes on Escape, a press and scrolling', () => {
    const leave = [
      () => fireEvent.keyDown(button(), { key: 'Escape' }),
      () => fireEvent.pointerDown(button(), mouse),
      () => fireEvent.scroll(document),
    ]
    for (const go of leave) {
      fireEvent.pointerOver(button(), mouse)
      pass(100)
      expect(shown()).not.toBeNull()
      go()
      expect(shown()).toBeNull()
    }
  })

  test('closes when its element is removed', async () => {
    fireEvent.pointerOver(button(), mouse)
    pass(100)
    expect(shown()).not.toBeNull()
    // React removes it with its screen.
    button().remove()
    await act(async () => undefined)
    expect(shown()).toBeNull()
  })
})

test('appears on keyboard focus', () => {
  show('Give it another title')
  button().focus()
  pass(100)
  expect(shown()).toBe('Give it another title')
  button().blur()
  expect(shown()).toBeNull()
})

test('does not appear without a text', () => {
  show()
  fireEvent.pointerOver(button(), mouse)
  pass(1_000)
  expect(shown()).toBeNull()
})

test('with `whenCut`, appears only while the text is cut off', () => {
  show()
  const name = screen.getByText('A very long name')
  fireEvent.pointerOver(name, mouse)
  pass(100)
  expect(shown()).toBeNull()
  Object.defineProperties(name, { scrollWidth: { value: 300 }, clientWidth: { value: 100 } })
  fireEvent.pointerOver(name, mouse)
  pass(100)
  expect(shown()).toBe('A very long name')
})

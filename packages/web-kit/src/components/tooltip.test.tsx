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

  test('a pointer sees it after 100 ms, and it goes when the pointer has left both', () => {
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

  test('a long press that brings no click does not swallow the next press of a key', () => {
    fireEvent.pointerDown(button(), touch)
    pass(700)
    fireEvent.pointerUp(button(), touch)
    pass(1_500)
    expect(shown()).toBeNull()
    fireEvent.keyDown(button(), { key: 'Enter' })
    fireEvent.click(button())
    expect(pressed).toHaveBeenCalledOnce()
  })

  test('a finger sees it after 700 ms and for 1,500 ms more, and presses nothing', () => {
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
    'a touch that ends or scrolls the page (%s) within 700 ms presses, and shows no tooltip',
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

  test('Escape, a press and scrolling take it back', () => {
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

  test('it goes with the element it belongs to', async () => {
    fireEvent.pointerOver(button(), mouse)
    pass(100)
    expect(shown()).not.toBeNull()
    // As React does when a screen without it is shown.
    button().remove()
    await act(async () => undefined)
    expect(shown()).toBeNull()
  })
})

test('the keyboard’s focus shows it', () => {
  show('Give it another title')
  button().focus()
  pass(100)
  expect(shown()).toBe('Give it another title')
  button().blur()
  expect(shown()).toBeNull()
})

test('without words there is none', () => {
  show()
  fireEvent.pointerOver(button(), mouse)
  pass(1_000)
  expect(shown()).toBeNull()
})

test('words that only repeat a text appear while it is cut off', () => {
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

import { fireEvent, renderHook } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { useOwnScrolling } from './use-own-scrolling.ts'

beforeEach(() => {
  document.body.innerHTML = '<ul></ul><button>Pause</button>'
  vi.useFakeTimers({ toFake: ['performance'] })
})
afterEach(() => {
  document.body.replaceChildren()
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

/** Scrolls the window, without any user input. */
function scrollBy(by: number) {
  vi.stubGlobal('scrollY', scrollY + by)
  fireEvent.scroll(window)
}
function wheel(over: Element = document.body, more: object = {}) {
  fireEvent.wheel(over, { deltaY: 400, ...more })
  scrollBy(400)
}
const touches = (clientX: number, clientY: number) => ({ touches: [{ clientX, clientY }] })
function drag(x: number, y: number) {
  fireEvent.touchStart(document.body, touches(200, 400))
  fireEvent.touchMove(document.body, touches(200 + x, 400 + y))
  scrollBy(-y || 1)
}
function key(press: object, by: number, on: Element = document.body) {
  fireEvent.keyDown(on, press)
  scrollBy(by)
}
const pressScrollbar = () => fireEvent.pointerDown(document.documentElement, { clientX: innerWidth })

test.each<[string, boolean, () => void]>([
  ['the wheel', true, () => wheel()],
  ['a swipe', true, () => drag(0, -80)],
  ['Page Down', true, () => key({ key: 'PageDown' }, 600)],
  ['Shift+Space', true, () => key({ key: ' ', shiftKey: true }, -5)],
  ['Ctrl+End', true, () => key({ key: 'End', ctrlKey: true }, 600)],
  ['Ctrl+Home', true, () => key({ key: 'Home', ctrlKey: true }, -5)],
  ['Cmd+↓', true, () => key({ key: 'ArrowDown', metaKey: true }, 600)],
  ['Cmd+↑', true, () => key({ key: 'ArrowUp', metaKey: true }, -5)],
  [
    'the scrollbar',
    true,
    () => {
      pressScrollbar()
      scrollBy(-5)
    },
  ],
  ['the page itself, or Tab', false, () => key({ key: 'Tab' }, 400)],
  ['the wheel with Ctrl (zoom)', false, () => wheel(document.body, { ctrlKey: true })],
  [
    'Shift+Space on a button',
    false,
    () => key({ key: ' ', shiftKey: true }, -5, document.querySelector('button')!),
  ],
  ['a horizontal swipe', false, () => drag(90, -20)],
  [
    'the wheel over a scrollable list',
    false,
    () => {
      const list = document.querySelector('ul')!
      list.style.overflowY = 'auto'
      Object.defineProperties(list, { scrollHeight: { value: 900 }, clientHeight: { value: 300 } })
      wheel(list)
    },
  ],
  [
    "code against the wheel's direction",
    false,
    () => {
      fireEvent.wheel(document.body, { deltaY: -400 })
      scrollBy(400)
    },
  ],
  [
    'code after an unreported release of the scrollbar',
    false,
    () => {
      pressScrollbar()
      fireEvent.pointerCancel(document.documentElement)
      vi.advanceTimersByTime(400)
      key({ key: 'b' }, 400)
    },
  ],
  [
    'the wheel over a dialog',
    false,
    () => {
      document.body.insertAdjacentHTML('beforeend', '<div aria-modal="true"></div>')
      wheel(document.querySelector('[aria-modal]')!)
    },
  ],
])("product §4 scrolling by %s counts as the user's own: %s", (_what, isOwn, scroll) => {
  const report = vi.fn<() => void>()
  const { unmount } = renderHook(() => useOwnScrolling(report))
  scroll()
  expect(report.mock.calls.length > 0).toBe(isOwn)
  unmount()
})

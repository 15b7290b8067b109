import { renderHook } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { hold, holdWhile, isHeld, useHold, watchHolds } from './safe-moment.ts'

test('is held until the last hold is released; releasing one twice has no effect', () => {
  const [first, second] = [hold(), hold()]
  first()
  first()
  expect(isHeld()).toBe(true)
  second()
  expect(isHeld()).toBe(false)
})

test('notifies watchers when a hold begins and ends', () => {
  const listener = vi.fn<() => void>()
  const unwatch = watchHolds(listener)
  hold()()
  expect(listener).toHaveBeenCalledTimes(2)
  unwatch()
  hold()()
  expect(listener).toHaveBeenCalledTimes(2)
})

test('a component holds while it is busy and mounted', () => {
  const { rerender, unmount } = renderHook(({ busy }) => useHold(busy), { initialProps: { busy: false } })
  expect(isHeld()).toBe(false)
  rerender({ busy: true })
  expect(isHeld()).toBe(true)
  rerender({ busy: false })
  expect(isHeld()).toBe(false)
  rerender({ busy: true })
  unmount()
  expect(isHeld()).toBe(false)
})

test('`holdWhile` holds while `isBusy` returns true', () => {
  let busy = true
  let tell: () => void = vi.fn<() => void>()
  const unsubscribe = vi.fn<() => void>()
  const end = holdWhile(
    (listener) => {
      tell = listener
      return unsubscribe
    },
    () => busy,
  )
  expect(isHeld()).toBe(true)
  busy = false
  tell()
  expect(isHeld()).toBe(false)
  busy = true
  tell()
  tell()
  end()
  expect(isHeld()).toBe(false)
  expect(unsubscribe).toHaveBeenCalledOnce()
})

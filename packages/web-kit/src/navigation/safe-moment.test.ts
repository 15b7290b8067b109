import { renderHook } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { hold, holdWhile, isHeld, useHold, watchHolds } from './safe-moment.ts'

test('it is held until the last one has let go, however often each says so', () => {
  const [first, second] = [hold(), hold()]
  first()
  first()
  expect(isHeld()).toBe(true)
  second()
  expect(isHeld()).toBe(false)
})

test('who watches is told of every begin and end', () => {
  const told = vi.fn<() => void>()
  const unwatch = watchHolds(told)
  hold()()
  expect(told).toHaveBeenCalledTimes(2)
  unwatch()
  hold()()
  expect(told).toHaveBeenCalledTimes(2)
})

test('a component holds while it is busy, and lets go when it is gone', () => {
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

test('what is subscribed to holds while it says that it is busy', () => {
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

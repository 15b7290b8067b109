import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { Player } from '../../player/engine/player.ts'
import { bringIntoSight, focusLineIfLost } from './in-sight.ts'

const scroll = vi.fn<(options: ScrollIntoViewOptions) => void>()
beforeEach(() => {
  vi.stubGlobal('innerHeight', 800)
  vi.stubGlobal('matchMedia', () => ({ matches: true }))
})
afterEach(() => {
  vi.unstubAllGlobals()
  scroll.mockReset()
  document.body.replaceChildren()
})

function rowAt(top: number, height: number): HTMLElement {
  const row = document.createElement('div')
  row.getBoundingClientRect = () => ({ top, height, bottom: top + height }) as DOMRect
  row.scrollIntoView = (options) => scroll(options as ScrollIntoViewOptions)
  return row
}

test.each([
  ['fully in view is not scrolled', 300, 40, true, []],
  ['out of view is scrolled to the middle', 1_200, 40, true, ['center']],
  ['taller than the view, below it, is aligned to its top', 700, 1_500, true, ['start']],
  ['taller than the view, above it, is aligned to its top', -900, 1_500, true, ['start']],
  ['taller than the view and covering it is aligned to its top', -100, 1_500, true, ['start']],
  ["tall and no longer new keeps the user's scroll position", -600, 1_500, false, []],
  ['tall, no longer new and out of view is aligned to its top', -2_000, 1_500, false, ['start']],
])('product §2 a line that is %s', (_where, top, height, isNew, blocks) => {
  bringIntoSight(rowAt(top, height), isNew)
  expect(scroll.mock.calls).toEqual(blocks.map((block) => [{ block, behavior: 'auto' }]))
})

test.each([
  ['no focus, focuses the line', 6, '', 'Yes.'],
  ['a focused element, keeps its focus', 6, 'button', 'Play'],
  ['no focus and the line on another page, does nothing', 7, '', undefined],
])('with %s', (_where, current, focused, text) => {
  document.body.innerHTML =
    '<div data-line-index="6"><div role="button" tabindex="0">Yes.</div></div><button>Play</button>'
  if (focused) document.querySelector<HTMLElement>(focused)?.focus()
  focusLineIfLost({ getSnapshot: () => ({ line: current }) } as Player)
  const { activeElement } = document
  expect(activeElement === document.body ? undefined : activeElement?.textContent).toBe(text)
})

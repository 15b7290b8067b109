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
})

/** A row of the sheet at this position. */
function rowAt(top: number, height: number): HTMLElement {
  const row = document.createElement('div')
  row.getBoundingClientRect = () => ({ top, height, bottom: top + height }) as DOMRect
  row.scrollIntoView = (options) => scroll(options as ScrollIntoViewOptions)
  return row
}

test('a line that is well in sight stays where it is', () => {
  bringIntoSight(rowAt(300, 40))
  expect(scroll).not.toHaveBeenCalled()
})

test('a line out of sight comes to the middle', () => {
  bringIntoSight(rowAt(1_200, 40))
  expect(scroll).toHaveBeenCalledExactlyOnceWith({ block: 'center', behavior: 'auto' })
})

test.each([
  ['below', 700],
  ['above', -900],
  ['over all of', -100],
])('product §2 a line taller than the view that stands %s it is aligned to its top', (_where, top) => {
  bringIntoSight(rowAt(top, 1_500))
  expect(scroll).toHaveBeenCalledExactlyOnceWith({ block: 'start', behavior: 'auto' })
})

test('a tall line that has been the current one for a while stays where its reader has come to', () => {
  bringIntoSight(rowAt(-600, 1_500), false)
  expect(scroll).not.toHaveBeenCalled()
  bringIntoSight(rowAt(-2_000, 1_500), false)
  expect(scroll).toHaveBeenCalledExactlyOnceWith({ block: 'start', behavior: 'auto' })
})

const ROW = '<div data-line-index="6"><div role="button" tabindex="0">Yes.</div></div>'

afterEach(() => document.body.replaceChildren())

const line = () => document.querySelector('[role=button]')

const at = (index: number) => ({ getSnapshot: () => ({ line: index }) }) as Player

test('a focus that is nowhere goes to the line', () => {
  document.body.innerHTML = ROW
  focusLineIfLost(at(6))
  expect(document.activeElement).toBe(line())
})

test('a focus that is somewhere stays there', () => {
  document.body.innerHTML = `${ROW}<button>Play</button>`
  document.querySelector('button')?.focus()
  focusLineIfLost(at(6))
  expect(document.activeElement?.textContent).toBe('Play')
})

test('a line on another page stays unchanged', () => {
  document.body.innerHTML = ROW
  focusLineIfLost(at(7))
  expect(document.activeElement).toBe(document.body)
})

import { act, cleanup, render, screen } from '@testing-library/react'
import { useRef } from 'react'
import { afterEach, expect, test, vi } from 'vitest'
import { usePopupPosition } from './use-popup-position.ts'

type Box = { left: number; top: number; width: number; height: number }

const layout = { field: { left: 0, top: 0, width: 0, height: 44 }, view: { width: 1440, height: 900 } }
function boxOf(element: Element): Box {
  if (element.getAttribute('data-testid') === 'field') return layout.field
  const { width, maxHeight, left, top } = (element as HTMLElement).style
  const [w, h, x, y] = [width, maxHeight, left, top].map((text) => Number.parseFloat(text) || 0)
  return { left: x!, top: y!, width: w!, height: h! }
}

function Probe() {
  const field = useRef<HTMLDivElement>(null)
  const { popup, style } = usePopupPosition(field)
  return (
    <>
      <div ref={field} data-testid="field" />
      <div ref={popup} data-testid="popup" style={style} />
    </>
  )
}

async function open(field: Box, view = { width: 1440, height: 900 }): Promise<void> {
  Object.assign(layout, { field, view })
  vi.spyOn(document.documentElement, 'clientWidth', 'get').mockImplementation(() => layout.view.width)
  vi.spyOn(document.documentElement, 'clientHeight', 'get').mockImplementation(() => layout.view.height)
  vi.spyOn(HTMLElement.prototype, 'offsetWidth', 'get').mockImplementation(function width(this: HTMLElement) {
    return boxOf(this).width
  })
  vi.spyOn(HTMLElement.prototype, 'offsetHeight', 'get').mockImplementation(function height(
    this: HTMLElement,
  ) {
    return boxOf(this).height
  })
  vi.spyOn(Element.prototype, 'getBoundingClientRect').mockImplementation(function rect(this: Element) {
    const { left, top, width, height } = boxOf(this)
    return DOMRect.fromRect({ x: left, y: top, width, height })
  })
  await act(async () => void render(<Probe />))
}
const popup = () => screen.getByTestId('popup').style

afterEach(() => {
  cleanup()
  vi.restoreAllMocks()
})

test.each([
  ['below its field', [100, 200, 480], undefined, ['100px', '248px', '480px', '300px']],
  ['above where there is more room', [100, 700, 480], undefined, ['100px', '396px', '480px', '300px']],
  ['inside a small window', [300, 40, 200], { width: 390, height: 320 }, ['22px', '88px', '360px', '224px']],
] as const)(
  'product §9 a list is at most 300 px high, %s',
  async (_where, [left, top, width], view, shown) => {
    await open({ left, top, width, height: 44 }, view)
    const { left: x, top: y, width: w, maxHeight } = popup()
    expect([x, y, w, maxHeight]).toEqual(shown)
  },
)

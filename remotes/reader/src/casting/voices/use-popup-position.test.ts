import { computePosition, type Placement, type Platform } from '@floating-ui/react-dom'
import { expect, test, vi } from 'vitest'
import { middleware } from './use-popup-position.ts'

const WIDE = { width: 1440, height: 900 }
const placement: Placement = 'bottom-start'

test.each([
  ['below its field', { x: 100, y: 200, width: 480 }, WIDE, [100, 248, '480px', '300px']],
  ['above where there is more room', { x: 100, y: 700, width: 480 }, WIDE, [100, 396, '480px', '300px']],
  [
    'inside a small window',
    { x: 300, y: 40, width: 200 },
    { width: 390, height: 320 },
    [22, 88, '360px', '224px'],
  ],
])('product §9 places a list of at most 300 px %s', async (_where, field, view, shown) => {
  vi.spyOn(document.documentElement, 'clientWidth', 'get').mockReturnValue(view.width)
  const popup = document.createElement('div')
  const { style } = popup
  const getDimensions = () => ({
    width: Number.parseFloat(style.width) || 0,
    height: Number.parseFloat(style.maxHeight) || 0,
  })
  const platform = {
    getDimensions,
    getElementRects: () => ({
      reference: { ...field, height: 44 },
      floating: { x: 0, y: 0, ...getDimensions() },
    }),
    getClippingRect: () => ({ x: 0, y: 0, ...view }),
  } satisfies Partial<Platform> as Partial<Platform> as Platform
  const { x, y } = await computePosition(popup, popup, { placement, middleware, platform })
  expect([x, y, style.width, style.maxHeight]).toEqual(shown)
})

import { theme } from 'antd'
import { describe, expect, test } from 'vitest'
import { ANTD_PREFIX, antdTheme } from './antd-tokens.ts'
import { customProperties, GREYS, HEADINGS, PALETTES, type Mode } from './look.ts'

const algorithms = { light: theme.defaultAlgorithm, dark: theme.darkAlgorithm }
const token = (mode: Mode) => theme.getDesignToken(antdTheme(mode, algorithms[mode]))

/** The value of a custom property in a mode. */
function property(name: string, mode: Mode): string {
  const [light = '', dark = ''] = customProperties().split("[data-theme='dark']")
  const find = (text: string) => new RegExp(`--as-${name}: (.+);`).exec(text)?.[1]
  return (mode === 'dark' ? find(dark) : undefined) ?? find(light) ?? 'none'
}

const luminance = (colour: string) => {
  const [r = 0, g = 0, b = 0] = [1, 3, 5].map((at) => {
    const share = Number.parseInt(colour.slice(at, at + 2), 16) / 255
    return share <= 0.040_45 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4
  })
  return 0.2126 * r + 0.7152 * g + 0.0722 * b
}
const contrast = (one: string, other: string) => {
  const [dark = 0, light = 0] = [luminance(one), luminance(other)].sort((a, b) => a - b)
  return (light + 0.05) / (dark + 0.05)
}

describe.each(['light', 'dark'] as const)('the %s theme', (mode) => {
  const palette = PALETTES[mode]

  test('product §9 has one primary color, with and without antd', () => {
    expect(property('primary', mode)).toBe('#1e73be')
    expect(token(mode).colorPrimary).toBe('#1e73be')
    expect(token(mode).colorPrimaryHover).toBe(property('primary-hover', mode))
  })

  test.each([
    ['Primary', palette.onPrimary],
    ['Error', palette.onError],
  ] as const)('product §9 text on a button of color%s has a contrast of at least 4.5:1', (name, text) => {
    for (const state of ['', 'Hover', 'Active'] as const)
      expect(contrast(token(mode)[`color${name}${state}`], text)).toBeGreaterThanOrEqual(4.5)
  })

  test('text has a contrast of at least 4.5:1 on every background, lines and focus rings 3:1', () => {
    const low: string[] = []
    const grounds = ['ground', 'surface', 'raised', 'sunken', 'paper'] as const
    const texts = ['ink', 'muted', 'primaryText', 'secondaryText', 'error', 'success', 'warning', 'info']
    for (const text of texts as (keyof typeof palette)[]) {
      for (const ground of grounds) {
        if (contrast(palette[text], palette[ground]) < 4.5) low.push(`${text} on ${ground}`)
      }
    }
    for (const state of ['error', 'success', 'warning', 'info'] as const) {
      if (contrast(palette[state], palette[`${state}Soft`]) < 4.5) low.push(`${state} on its soft ground`)
    }
    for (const ground of ['ground', 'surface', 'raised'] as const) {
      if (contrast(palette.lineStrong, palette[ground]) < 3) low.push(`lineStrong on ${ground}`)
      if (contrast(palette.focus, palette[ground]) < 3) low.push(`focus on ${ground}`)
    }
    expect(low).toEqual([])
  })

  test('the selected item of a menu has enough contrast', () => {
    const { components } = antdTheme(mode, algorithms[mode])
    const chosen = String(components?.Dropdown?.colorPrimary)
    expect(contrast(chosen, token(mode).controlItemBgActive)).toBeGreaterThanOrEqual(4.5)
  })
})

test('product §9 controls are 44 px high on a touch screen', () => {
  const { controlHeight } = theme.getDesignToken(antdTheme('light', algorithms.light, { touch: true }))
  expect([token('light').controlHeight, controlHeight]).toEqual([40, 44])
})

test('product §9 greys range from 50 to 900, each darker than the previous one', () => {
  expect(Object.keys(GREYS).map(Number)).toEqual([50, 100, 200, 300, 400, 500, 600, 700, 800, 900])
  const tones = Object.values(GREYS).map(luminance)
  expect(tones).toEqual([...tones].sort((a, b) => b - a))
})

test('product §9 headings range from 64 px (h1) to 20 px (h6), with and without antd', () => {
  const { fontSizeHeading1, fontSizeHeading2, fontSizeHeading3, fontSizeHeading4, fontSizeHeading5 } =
    token('light')
  const sizes = [fontSizeHeading1, fontSizeHeading2, fontSizeHeading3, fontSizeHeading4, fontSizeHeading5]
  expect([HEADINGS.h1, HEADINGS.h6]).toEqual([64, 20])
  expect([...sizes, HEADINGS.h6].map((size) => `${size}px`)).toEqual(
    [1, 2, 3, 4, 5, 6].map((level) => property(`h${level}`, 'light')),
  )
})

test("the stylesheet names antd's classes by the prefix of this product", async () => {
  // Vitest leaves out the content of stylesheets, and tests of the web have no types of Node.js.
  const { readFileSync } = (await import('node:fs' as string)) as {
    readFileSync: (file: string, encoding: string) => string
  }
  const sheet = readFileSync('packages/web-kit/src/theme/tokens.css', 'utf8')
  expect(sheet.match(/\.ant-[a-z-]+/g)).toBeNull()
  expect(sheet).toContain(`.${ANTD_PREFIX}-switch`)
})

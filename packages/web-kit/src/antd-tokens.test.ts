import { theme } from 'antd'
import { describe, expect, test } from 'vitest'
import { antdTheme } from './antd-tokens.ts'

/** What this test needs of Node, whose types the web packages do not see. */
type Module = { createRequire(from: string): { resolve(name: string): string } }
type Files = { readFileSync(file: string, encoding: 'utf8'): string }
const load = async <T>(name: string) => (await import(/* @vite-ignore */ name)) as T
const { readFileSync } = await load<Files>('node:fs')
const { createRequire } = await load<Module>('node:module')
const css = readFileSync(createRequire(import.meta.url).resolve('./tokens.css'), 'utf8')

const algorithms = { light: theme.defaultAlgorithm, dark: theme.darkAlgorithm }
const token = (mode: 'light' | 'dark') => theme.getDesignToken(antdTheme(mode, algorithms[mode]))

/** A custom property of tokens.css, as the mode sees it. */
function property(name: string, mode: 'light' | 'dark'): string {
  const [light = '', dark = ''] = css.split("[data-theme='dark']")
  const find = (text: string) => new RegExp(`--as-${name}: (#\\w+);`).exec(text)?.[1]
  return (mode === 'dark' ? find(dark) : undefined) ?? find(light) ?? 'none'
}

const luminance = (colour: string) => {
  const [r = 0, g = 0, b = 0] = [1, 3, 5].map((at) => {
    const share = Number.parseInt(colour.slice(at, at + 2), 16) / 255
    return share <= 0.040_45 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4
  })
  return 0.2126 * r + 0.7152 * g + 0.0722 * b
}
const onWhite = (colour: string) => 1.05 / (luminance(colour) + 0.05)

describe.each(['light', 'dark'] as const)('the %s theme', (mode) => {
  test('product §9 has one primary colour, with antd or without', () => {
    expect(property('primary', mode)).toBe('#1e73be')
    expect(token(mode).colorPrimary).toBe('#1e73be')
    expect(token(mode).colorPrimaryHover).toBe(property('primary-hover', mode))
  })

  test('product §9 white reads on what the primary colour fills: 4.5:1 or more', () => {
    const { colorPrimary, colorPrimaryHover, colorPrimaryActive } = token(mode)
    for (const fill of [colorPrimary, colorPrimaryHover, colorPrimaryActive]) {
      expect(onWhite(fill)).toBeGreaterThanOrEqual(4.5)
    }
  })

  test('has the same grounds, text and lines, with antd or without', () => {
    const { colorBgLayout, colorBgContainer, colorText, colorTextSecondary, colorBorderSecondary } =
      token(mode)
    expect({ colorBgLayout, colorBgContainer, colorText, colorTextSecondary, colorBorderSecondary }).toEqual({
      colorBgLayout: property('ground', mode),
      colorBgContainer: property('surface', mode),
      colorText: property('ink', mode),
      colorTextSecondary: property('muted', mode),
      colorBorderSecondary: property('line', mode),
    })
  })
})

import palettes from './data/palettes.json' with { type: 'json' }

/**
 * The look of product §9: the single source of colors (data/palettes.json), sizes and breakpoints. The build writes the
 * custom properties of every page from it (@andscene/federation/look-loader), and antd-tokens.ts derives antd's theme.
 */

export type Mode = 'light' | 'dark'

/** product §9. Pixels. */
export const BREAKPOINTS = { xs: 0, sm: 600, md: 900, lg: 1200, xl: 1536, xxl: 1920, xxxl: 2560 }
export const HEADINGS = { h1: 64, h2: 48, h3: 40, h4: 32, h5: 24, h6: 20 }
export const BODY = { body: 16, small: 14 }
export const RADII = { radius: 8, radiusCard: 12 }

export const FONT =
  "'Inter Variable', Inter, system-ui, -apple-system, 'Segoe UI', Roboto, 'Helvetica Neue', sans-serif"

/**
 * By role. `brand`: fills, the same in both modes. `…Text` and the plain name of a state (`error`) are for text on any
 * background; `…Main` is the state's standard color for fills; `…Soft` is a tinted background.
 */
const { greys, brand, light, dark } = palettes
export const GREYS = greys
export type Palette = typeof brand & typeof light
export const PALETTES: Record<Mode, Palette> = { light: { ...brand, ...light }, dark: { ...brand, ...dark } }

const kebab = (name: string) => name.replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)
const declare = (values: object, unit = '') =>
  Object.entries(values).map(([name, value]) => `  --as-${kebab(name)}: ${String(value)}${unit};`)

/** The custom properties, as CSS: `--as-primary-text` of the palette, `--as-h1`, `--as-small`, `--as-radius`, … */
export function customProperties(): string {
  return [
    ':root {',
    ...declare({ font: FONT, ...PALETTES.light }),
    ...declare({ ...HEADINGS, ...BODY, ...RADII }, 'px'),
    '}',
    ":root[data-theme='dark'] {",
    ...declare(dark),
    '}',
    '',
  ].join('\n')
}

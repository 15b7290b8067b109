/**
 * The look of product §9 as data: the one source of colours, sizes and breakpoints. The build writes the custom
 * properties of every page from it (@andscene/federation/look-loader), and antd-tokens.ts derives antd's theme.
 */

export type Mode = 'light' | 'dark'

/** product §9. Pixels. */
export const BREAKPOINTS = { xs: 0, sm: 600, md: 900, lg: 1200, xl: 1536, xxl: 1920, xxxl: 2560 }
export const HEADINGS = { h1: 64, h2: 48, h3: 40, h4: 32, h5: 24, h6: 20 }
export const BODY = { body: 16, small: 14 }
export const RADII = { radius: 8, radiusCard: 12 }

export const FONT =
  "'Inter Variable', Inter, system-ui, -apple-system, 'Segoe UI', Roboto, 'Helvetica Neue', sans-serif"

/** Base of the palettes; style sheets use the roles below. */
export const GREYS = {
  50: '#f6f7f8',
  100: '#eef0f2',
  200: '#dfe3e8',
  300: '#c3cad2',
  400: '#a5adb7',
  500: '#818b97',
  600: '#6b7480',
  700: '#59626d',
  800: '#2e3339',
  900: '#1b1f24',
}

/** Fills, the same in both modes. White on a lighter primary color falls below 4.5:1. */
const brand = {
  primary: '#1e73be',
  primaryHover: '#185f9e',
  primaryActive: '#144f84',
  onPrimary: '#ffffff',
  secondary: '#2ac3a2',
  onSecondary: '#06241d',
}

/**
 * By role. `…Text` and the plain name of a state (`error`) are for text on any ground; `…Main` is the state's standard
 * color for fills; `…Soft` is a tinted ground.
 */
const light = {
  ...brand,
  primaryText: '#1a68ad',
  primaryTextHover: '#15558d',
  primarySoft: '#e7f0f8',
  secondaryText: '#0b7660',
  secondarySoft: '#e0f5f0',
  ground: GREYS[50],
  surface: '#ffffff',
  raised: '#ffffff',
  sunken: GREYS[100],
  paper: '#fffdf7',
  ink: GREYS[900],
  muted: GREYS[700],
  placeholder: GREYS[600],
  line: GREYS[200],
  lineStrong: GREYS[500],
  error: '#c62828',
  errorMain: '#d32f2f',
  errorHover: '#b72727',
  errorActive: '#9a1f1f',
  onError: '#ffffff',
  errorSoft: '#fdecec',
  success: '#2a6f2e',
  successMain: '#2e7d32',
  successSoft: '#e9f5ea',
  warning: '#8f4c00',
  warningMain: '#ed6c02',
  warningSoft: '#fff3e3',
  info: '#01609c',
  infoMain: '#0288d1',
  infoSoft: '#e5f4fc',
  focus: brand.primary,
}
export type Palette = Record<keyof typeof light, string>

const dark: Palette = {
  ...brand,
  primaryText: '#7ab8ee',
  primaryTextHover: '#a3cff4',
  primarySoft: '#16293b',
  secondaryText: '#4fd8ba',
  secondarySoft: '#10302a',
  ground: '#121417',
  surface: '#1a1d21',
  raised: '#22262b',
  sunken: '#22262b',
  paper: '#1f1e1b',
  ink: '#e9ebee',
  muted: GREYS[400],
  placeholder: '#939ca7',
  line: GREYS[800],
  lineStrong: '#77818d',
  error: '#ff8f87',
  errorMain: '#f44336',
  errorHover: '#f6685e',
  errorActive: '#f44336',
  // White on the standard red of the dark mode falls below 4.5:1.
  onError: '#1f0605',
  errorSoft: '#3a1d1c',
  success: '#7fd184',
  successMain: '#66bb6a',
  successSoft: '#1a2f1d',
  warning: '#f5b35c',
  warningMain: '#ffa726',
  warningSoft: '#35270f',
  info: '#6cc5f5',
  infoMain: '#29b6f6',
  infoSoft: '#11293a',
  focus: '#7ab8ee',
}
export const PALETTES: Record<Mode, Palette> = { light, dark }

const kebab = (name: string) => name.replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)
const declare = (values: object, unit = '') =>
  Object.entries(values).map(([name, value]) => `  --as-${kebab(name)}: ${String(value)}${unit};`)

/** The custom properties, as CSS: `--as-primary-text` of the palette, `--as-h1`, `--as-small`, `--as-radius`, … */
export function customProperties(): string {
  const { ...differing } = dark
  for (const name of Object.keys(brand)) delete differing[name as keyof Palette]
  return [
    ':root {',
    ...declare({ font: FONT, ...light }),
    ...declare({ ...HEADINGS, ...BODY, ...RADII }, 'px'),
    '}',
    ":root[data-theme='dark'] {",
    ...declare(differing),
    '}',
    '',
  ].join('\n')
}

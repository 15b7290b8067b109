type Mode = 'light' | 'dark'
/** `hue` from 0 to 6. */
type Hue = { hue: number; saturation: number }
type Channels = readonly [red: number, green: number, blue: number]

/** Relative luminance of WCAG 2; channels from 0 to 1. */
const luminance = (channels: Channels): number => {
  const [red = 0, green = 0, blue = 0] = channels.map((value) =>
    value <= 0.040_45 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4,
  )
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue
}

/**
 * The luminance of an ink with a contrast of at least 4.5:1 on the sheet, on the current line and on the played part of
 * it: at most, on light paper, and at least, on dark paper.
 */
const LIMITS = { light: 0.12, dark: 0.5 }
/** Page colors are pale: their inks are at least this saturated. */
const LEAST_SATURATION = 0.55
/** More saturated colors glare, most of all on dark paper. */
const MOST_SATURATION = { light: 0.75, dark: 0.6 }
const STEPS = 50

const hueOf = ([red, green, blue]: Channels, mode: Mode): Hue => {
  const [most, least] = [Math.max(red, green, blue), Math.min(red, green, blue)]
  const range = most - least
  if (range === 0) return { hue: 0, saturation: 0 }
  const sector =
    most === red
      ? (green - blue) / range
      : most === green
        ? (blue - red) / range + 2
        : (red - green) / range + 4
  const saturation = range / (1 - Math.abs(most + least - 1))
  return {
    hue: (sector + 6) % 6,
    saturation: Math.min(MOST_SATURATION[mode], Math.max(LEAST_SATURATION, saturation)),
  }
}

const colorOf = ({ hue, saturation }: Hue, lightness: number): Channels => {
  const range = (1 - Math.abs(2 * lightness - 1)) * saturation
  const channel = (shift: number) => {
    const at = (hue + shift) % 6
    return lightness - range / 2 + range * Math.min(1, Math.max(0, Math.abs(at - 3) - 1))
  }
  return [channel(0), channel(4), channel(2)]
}

const hex = (value: number) =>
  Math.round(value * 255)
    .toString(16)
    .padStart(2, '0')

/** A color `#RRGGBB` as a readable ink: its hue, with the lightness nearest to its own that paper of this mode allows. */
export function inkOf(color: string, mode: Mode): string {
  const channels = [1, 3, 5].map(
    (at) => Number.parseInt(color.slice(at, at + 2), 16) / 255,
  ) as unknown as Channels
  const hue = hueOf(channels, mode)
  const own = (Math.max(...channels) + Math.min(...channels)) / 2
  const end = mode === 'light' ? 0 : 1
  for (let step = 0; step <= STEPS; step += 1) {
    const ink = colorOf(hue, own + ((end - own) * step) / STEPS)
    const value = luminance(ink)
    if (mode === 'light' ? value <= LIMITS.light : value >= LIMITS.dark) return `#${ink.map(hex).join('')}`
  }
  return mode === 'light' ? '#000000' : '#ffffff'
}

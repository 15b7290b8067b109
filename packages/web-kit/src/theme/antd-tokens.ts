import type { MappingAlgorithm, ThemeConfig } from 'antd'
import antdColors from './data/antd-colors.json' with { type: 'json' }
import { BODY, BREAKPOINTS, FONT, HEADINGS, PALETTES, RADII, type Mode, type Palette } from './look.ts'

/** One prefix for class names and custom properties: antd separates two libraries on a page only if both are set. */
export const ANTD_PREFIX = 'scene'

/** product §9, theme. Pixels. */
const MENU_ITEM_HEIGHT = 42
const SWITCH = { width: 42, height: 26 }
const TAB_INDICATOR = 3
/** Height of buttons and fields, also for fingertips. */
const CONTROL_HEIGHT = { mouse: 40, touch: 44 }
/** Also the shortest label is wide enough. */
const TOUCH_TABS = { horizontalItemPadding: '12px 9px', horizontalItemGutter: 14 }
/** antd's own tooltips, used by sliders; all others are `Tooltip`'s. */
const TOOLTIP_MAX_WIDTH = 300

/** antd requires a start, minimum and maximum width for each of its breakpoints. */
const screens = Object.fromEntries(
  Object.entries(BREAKPOINTS).flatMap(([name, start], index, all) => {
    const screen = `screen${name.toUpperCase()}`
    const next = all[index + 1]?.[1]
    const most = next === undefined ? [] : [[`${screen}Max`, next - 1] as const]
    return [[screen, start] as const, [`${screen}Min`, start] as const, ...most]
  }),
) as NonNullable<ThemeConfig['token']>

const common = {
  fontFamily: FONT,
  fontSize: BODY.body,
  fontSizeSM: BODY.small,
  fontSizeHeading1: HEADINGS.h1,
  fontSizeHeading2: HEADINGS.h2,
  fontSizeHeading3: HEADINGS.h3,
  fontSizeHeading4: HEADINGS.h4,
  fontSizeHeading5: HEADINGS.h5,
  borderRadius: RADII.radius,
  borderRadiusLG: RADII.radius,
  sizeUnit: 4,
  sizeStep: 4,
  wireframe: false,
  ...screens,
}

/** antd's colors by role of the palette. */
const tokensOf = (palette: Palette): Record<string, string> =>
  Object.fromEntries(
    Object.entries(antdColors).map(([token, role]) => [token, palette[role as keyof Palette]]),
  )

/** Returns antd's theme for a mode; `algorithm` is antd's own for that mode. */
export function antdTheme(
  mode: Mode,
  algorithm: MappingAlgorithm,
  { motion = true, touch = false }: { motion?: boolean; touch?: boolean } = {},
): ThemeConfig {
  const palette = PALETTES[mode]
  const tokens = tokensOf(palette)
  // Text in the primary color is too dark on a dark background: components that use it for text get a lighter tone.
  const accent = palette.primaryText
  return {
    // The dark algorithm would mix its own tones of our colors: buttons must look the same with and without antd.
    algorithm: (seed, map) => ({ ...algorithm(seed, map), ...tokens }),
    cssVar: {
      prefix: ANTD_PREFIX,
      key: [ANTD_PREFIX, mode, ...(motion ? [] : ['still']), ...(touch ? ['touch'] : [])].join('-'),
    },
    token: {
      ...common,
      ...tokens,
      motion,
      controlHeight: touch ? CONTROL_HEIGHT.touch : CONTROL_HEIGHT.mouse,
    },
    components: {
      Button: {
        paddingInline: 16,
        paddingInlineSM: 12,
        contentFontSizeSM: 14,
        contentFontSizeLG: 16,
        fontWeight: 500,
        primaryShadow: 'none',
        defaultShadow: 'none',
        dangerShadow: 'none',
        dangerColor: palette.onError,
        defaultHoverColor: accent,
        defaultHoverBorderColor: accent,
      },
      Card: { borderRadiusLG: RADII.radiusCard },
      Menu: { itemHeight: MENU_ITEM_HEIGHT, itemSelectedColor: accent, horizontalItemSelectedColor: accent },
      // Selected items are written in the primary color.
      Dropdown: { colorPrimary: accent, paddingBlock: 10 },
      Select: { colorPrimary: accent },
      Pagination: { itemActiveColor: accent },
      Spin: { colorPrimary: accent },
      Switch: {
        trackMinWidth: SWITCH.width,
        trackHeight: SWITCH.height,
        trackPadding: 3,
        handleSize: SWITCH.height - 6,
        // When switched off, the track requires a contrast of 3:1 with the background.
        colorTextQuaternary: palette.lineStrong,
        colorTextTertiary: palette.lineStrong,
      },
      Tabs: {
        lineWidthBold: TAB_INDICATOR,
        ...(touch && TOUCH_TABS),
        itemColor: palette.muted,
        itemSelectedColor: accent,
        itemHoverColor: accent,
        inkBarColor: accent,
      },
      Tooltip: { maxWidth: TOOLTIP_MAX_WIDTH },
      Segmented: { itemSelectedColor: accent },
    },
  }
}

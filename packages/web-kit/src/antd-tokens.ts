import type { MappingAlgorithm, ThemeConfig } from 'antd'

/** One prefix for class names and custom properties: antd separates two libraries on a page only if both are set. */
export const ANTD_PREFIX = 'scene'

/** product §9, theme. Pixels. */
const BREAKPOINTS = { xs: 0, sm: 600, md: 900, lg: 1200, xl: 1536, xxl: 1920, xxxl: 2560 }
const MENU_ITEM_HEIGHT = 42
const SWITCH = { width: 42, height: 26 }
const TAB_INDICATOR = 3
const TOOLTIP_MAX_WIDTH = 300

const { xs, sm, md, lg, xl, xxl, xxxl } = BREAKPOINTS
/** antd wants each of its breakpoints as a start, a least and a most width. */
const screens = {
  screenXS: xs,
  screenXSMin: xs,
  screenXSMax: sm - 1,
  screenSM: sm,
  screenSMMin: sm,
  screenSMMax: md - 1,
  screenMD: md,
  screenMDMin: md,
  screenMDMax: lg - 1,
  screenLG: lg,
  screenLGMin: lg,
  screenLGMax: xl - 1,
  screenXL: xl,
  screenXLMin: xl,
  screenXLMax: xxl - 1,
  screenXXL: xxl,
  screenXXLMin: xxl,
  screenXXLMax: xxxl - 1,
  screenXXXL: xxxl,
  screenXXXLMin: xxxl,
}

/** What fills: the same in both themes, darker under the pointer, as white on a lighter tone falls below 4.5:1. */
const primary = { colorPrimary: '#1e73be', colorPrimaryHover: '#185f9e', colorPrimaryActive: '#144f84' }

const common = {
  fontFamily:
    "'Inter Variable', Inter, system-ui, -apple-system, 'Segoe UI', Roboto, 'Helvetica Neue', sans-serif",
  fontSize: 16,
  fontSizeSM: 14,
  fontSizeHeading1: 64,
  fontSizeHeading2: 48,
  fontSizeHeading3: 32,
  fontSizeHeading4: 24,
  fontSizeHeading5: 20,
  borderRadius: 8,
  borderRadiusLG: 8,
  controlHeight: 40,
  sizeUnit: 4,
  sizeStep: 4,
  ...primary,
  wireframe: false,
  ...screens,
}

/** Surfaces and text agree with tokens.css. */
const light = {
  colorLink: '#1a68ad',
  colorLinkHover: '#15558d',
  colorSuccess: '#2e7d32',
  colorError: '#d32f2f',
  colorWarning: '#ed6c02',
  colorInfo: '#0288d1',
  colorBgLayout: '#f6f7f8',
  colorBgContainer: '#ffffff',
  colorBgElevated: '#ffffff',
  colorText: '#1b1f24',
  colorTextSecondary: '#59626d',
  colorTextDescription: '#59626d',
  colorTextPlaceholder: '#6b7480',
  colorBorder: '#c3cad2',
  colorBorderSecondary: '#dfe3e8',
}
const dark = {
  colorLink: '#7ab8ee',
  colorLinkHover: '#a3cff4',
  colorSuccess: '#66bb6a',
  colorError: '#f44336',
  colorWarning: '#ffa726',
  colorInfo: '#29b6f6',
  colorBgLayout: '#121417',
  colorBgContainer: '#1a1d21',
  colorBgElevated: '#22262b',
  colorText: '#e9ebee',
  colorTextSecondary: '#a5adb7',
  colorTextDescription: '#a5adb7',
  colorTextPlaceholder: '#939ca7',
  colorBorder: '#454c55',
  colorBorderSecondary: '#2e3339',
}

/** Text in the primary colour is too dark on a dark ground: components that write with it get a lighter tone. */
const PRIMARY_TEXT_DARK = '#7ab8ee'

/** antd's theme for a mode; `algorithm` is antd's own for it. */
export function antdTheme(
  mode: 'light' | 'dark',
  algorithm: MappingAlgorithm,
  { motion = true }: { motion?: boolean } = {},
): ThemeConfig {
  const accent = mode === 'dark' ? PRIMARY_TEXT_DARK : '#1a68ad'
  const off = mode === 'dark' ? '#77818d' : '#87919d'
  return {
    // The dark algorithm would mix its own tone of the primary colour: one button, one colour, with antd or without.
    algorithm: (seed, map) => ({ ...algorithm(seed, map), ...primary }),
    cssVar: { prefix: ANTD_PREFIX, key: [ANTD_PREFIX, mode, ...(motion ? [] : ['still'])].join('-') },
    token: { ...common, ...(mode === 'dark' ? dark : light), colorPrimaryText: accent, motion },
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
        defaultHoverColor: accent,
        defaultHoverBorderColor: accent,
      },
      Card: { borderRadiusLG: 12 },
      Menu: { itemHeight: MENU_ITEM_HEIGHT, itemSelectedColor: accent, horizontalItemSelectedColor: accent },
      Dropdown: { controlItemBgHover: mode === 'dark' ? '#2e3339' : '#eef0f2', paddingBlock: 10 },
      Switch: {
        trackMinWidth: SWITCH.width,
        trackHeight: SWITCH.height,
        trackPadding: 3,
        handleSize: SWITCH.height - 6,
        // Switched off, the track must stand out of the ground: 3:1.
        colorTextQuaternary: off,
        colorTextTertiary: off,
      },
      Tabs: {
        lineWidthBold: TAB_INDICATOR,
        itemColor: mode === 'dark' ? dark.colorTextSecondary : light.colorTextSecondary,
        itemSelectedColor: accent,
        itemHoverColor: accent,
        inkBarColor: accent,
      },
      Tooltip: { maxWidth: TOOLTIP_MAX_WIDTH },
      Segmented: { itemSelectedColor: accent },
    },
  }
}

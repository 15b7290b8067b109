import type { ReactNode } from 'react'
import './icon.css'

/** `size`: a CSS length, or pixels; by default as large as the surrounding text. */
export type IconProps = { size?: string | number }

type Props = IconProps & { children: ReactNode; grid?: number; filled?: boolean }

/**
 * An icon in the color of the text, on a grid of 20. Hidden from screen readers: the text next to it has the meaning.
 */
export function Icon({ size = '1.2em', grid = 20, filled = false, children }: Props) {
  return (
    <svg
      className="as-icon"
      viewBox={`0 0 ${grid} ${grid}`}
      width={size}
      height={size}
      fill={filled ? 'currentColor' : 'none'}
      stroke={filled ? 'none' : 'currentColor'}
      strokeWidth={grid * 0.08}
      strokeLinecap="round"
      strokeLinejoin="round"
      aria-hidden="true"
      focusable="false"
    >
      {children}
    </svg>
  )
}

/** Creates an icon from a path or several shapes. Calls are marked as pure, so that builds omit unused icons. */
export const icon = (shapes: ReactNode, options: IconProps & { grid?: number; filled?: boolean } = {}) =>
  function ShapedIcon(props: IconProps) {
    return (
      <Icon {...options} {...props}>
        {typeof shapes === 'string' ? <path d={shapes} /> : shapes}
      </Icon>
    )
  }

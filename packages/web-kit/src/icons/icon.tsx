import type { ReactNode } from 'react'
import './icon.css'

/** `size` is a length of CSS, or pixels; without it an icon is as large as the text beside it. */
export type IconProps = { size?: string | number }

type Props = IconProps & { children: ReactNode; grid?: number; filled?: boolean }

/** An icon in the colour of the text, drawn on a grid of 20. It says nothing to a screen reader: the text beside it does. */
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

/** An icon of a path, or of several shapes. Calls are marked as pure, so that builds omit icons that they do not use. */
export const icon = (shapes: ReactNode, options: IconProps & { grid?: number; filled?: boolean } = {}) =>
  function ShapedIcon(props: IconProps) {
    return (
      <Icon {...options} {...props}>
        {typeof shapes === 'string' ? <path d={shapes} /> : shapes}
      </Icon>
    )
  }

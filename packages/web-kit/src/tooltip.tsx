import { cloneElement, useEffect, type ReactElement } from 'react'
import { holdTooltips } from './tooltip-controller.ts'
import './tooltip.css'

type Props = {
  /** The words; without any there is no tooltip. */
  title: string | undefined
  /** Only while the text of the element is cut off. */
  whenCut?: boolean | undefined
  /** One element that hands `data-` attributes on to the DOM, as HTML elements and antd's do. */
  children: ReactElement<{ 'data-tip'?: string | undefined; 'data-tip-when'?: 'cut' | undefined }>
}

/**
 * The tooltip of product §9, for pointer, keyboard and touch. One element serves the whole page, so that a screen may
 * have hundreds of them. It repeats or explains: the name of a control is its label's matter.
 */
export function Tooltip({ title, whenCut = false, children }: Props) {
  useEffect(holdTooltips, [])
  return cloneElement(children, {
    'data-tip': title || undefined,
    'data-tip-when': whenCut ? 'cut' : undefined,
  })
}

import { cloneElement, useEffect, type ReactElement } from 'react'
import { holdTooltips } from './tooltip-controller.ts'
import './tooltip.css'

type TipProps = { 'data-tip': string | undefined; 'data-tip-when': 'cut' | undefined }
type Options = {
  /** Only while the text of the element is cut off. */
  whenCut?: boolean | undefined
}

/**
 * The tooltip of an element (product §9): `<Button {...tip('Rename')} />`. Use it in place of `title`, which touch screens
 * do not show. It is no accessible name. One element serves the whole page, so hundreds of tooltips cost nothing.
 */
export const tip = (text: string | undefined, { whenCut = false }: Options = {}): TipProps => ({
  'data-tip': text || undefined,
  'data-tip-when': whenCut ? 'cut' : undefined,
})

type Props = Options & {
  /** Without a text there is no tooltip. */
  title: string | undefined
  /** One element that passes `data-` attributes to the DOM, as HTML elements and antd's do. */
  children: ReactElement<Partial<TipProps>>
}

/** The same around an element, with or without the shell. */
export function Tooltip({ title, whenCut, children }: Props) {
  useTooltips()
  return cloneElement(children, tip(title, { whenCut }))
}

/** Enables the tooltips of the page while the component is mounted. */
export const useTooltips = (): void => useEffect(holdTooltips, [])

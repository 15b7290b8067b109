import { cloneElement, useEffect, type ReactElement } from 'react'
import { holdTooltips } from './tooltip-controller.ts'
import './tooltip.css'

type TipProps = { 'data-tip': string | undefined; 'data-tip-when': 'cut' | undefined }
type Options = {
  /** Only while the text of the element is cut off. */
  whenCut?: boolean | undefined
}

/**
 * Gives an element its tooltip (product §9): `<Button {...tip('Rename')} />`, in place of `title`, which no finger sees. One
 * element serves the whole page, so that a screen may have hundreds of them. It repeats or explains: the name of a control
 * is its label's matter. Works below the shell's root.
 */
export const tip = (text: string | undefined, { whenCut = false }: Options = {}): TipProps => ({
  'data-tip': text || undefined,
  'data-tip-when': whenCut ? 'cut' : undefined,
})

type Props = Options & {
  /** The words; without any there is no tooltip. */
  title: string | undefined
  /** One element that hands `data-` attributes on to the DOM, as HTML elements and antd's do. */
  children: ReactElement<Partial<TipProps>>
}

/** The same around an element, wherever it stands. */
export function Tooltip({ title, whenCut, children }: Props) {
  useTooltips()
  return cloneElement(children, tip(title, { whenCut }))
}

/** Keeps the tooltips of the page working while the component is mounted. */
export const useTooltips = (): void => useEffect(holdTooltips, [])

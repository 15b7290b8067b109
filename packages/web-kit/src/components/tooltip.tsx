import { useEffect } from 'react'
import { holdTooltips } from './tooltip-controller.ts'
import './tooltip.css'

type TipProps = { 'data-tip': string | undefined; 'data-tip-when': 'cut' | undefined }

/**
 * The tooltip of an element (product §9): `<Button {...tip('Rename')} />`. Use it in place of `title`, which touch screens
 * do not show. `whenCut`: only while the text is cut off. It is no accessible name. One element serves the whole page, so hundreds of tooltips cost nothing.
 */
export const tip = (text: string | undefined, { whenCut = false } = {}): TipProps => ({
  'data-tip': text || undefined,
  'data-tip-when': whenCut ? 'cut' : undefined,
})

/** Enables the tooltips of the page while the component is mounted. */
export const useTooltips = (): void => useEffect(holdTooltips, [])

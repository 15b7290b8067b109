import { useSnackbar } from '@andscene/web-kit/snackbar'
import { useEffect, useEffectEvent } from 'react'
import { useIsWide } from '../page/breakpoints.ts'
import { figuresView, useIsFiguresOpen, useIsPrintingFigures } from './figures-view.ts'
import { loadFigures, useFiguresParts } from './late-figures.ts'

/** Loads the figures when they are opened; shows them above the page where there is no room next to the script. */
export function ShowingFigures() {
  const isOpen = useIsFiguresOpen()
  const isWide = useIsWide()
  const isPrinting = useIsPrintingFigures()
  const parts = useFiguresParts()
  const snackbar = useSnackbar()
  const fail = useEffectEvent(() => {
    figuresView.close()
    snackbar.error('The figures did not load. Reload the page.', {
      action: { label: 'Reload page', run: () => location.reload() },
    })
  })
  const isThere = parts !== undefined
  useEffect(() => {
    if (isOpen && !isThere) loadFigures().catch(() => fail())
  }, [isOpen, isThere])
  useEffect(
    () => () => {
      figuresView.close()
      figuresView.printed()
    },
    [],
  )
  return (
    parts && (
      <>
        {isOpen && !isWide && <parts.FiguresDialog />}
        {isPrinting && <parts.PrintedFigures />}
      </>
    )
  )
}

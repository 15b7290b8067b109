import { useCallback, useEffect, useLayoutEffect, useRef, useState, type CSSProperties } from 'react'

/** Rows that are drawn beyond either edge of the window. */
const OVERSCAN = 1
/** Where nothing can be measured. */
const FALLBACK_STEP_PX = 288
/** Cards drawn before anything was measured. */
const FIRST_CARDS = 12

type Measured = { columns: number; step: number; firstRow: number; lastRow: number }

const pixels = (text: string) => Number(/([\d.]+)px/.exec(text)?.[1] ?? 0)

function measure(grid: HTMLElement, scale: { columns: number; step: number }): Measured {
  const { top } = grid.getBoundingClientRect()
  const { step } = scale
  return {
    ...scale,
    firstRow: Math.max(0, Math.floor(-top / step) - OVERSCAN),
    lastRow: Math.max(0, Math.ceil((innerHeight - top) / step) + OVERSCAN),
  }
}

function scaleOf(grid: HTMLElement): { columns: number; step: number } {
  const { gridTemplateColumns, gridAutoRows, rowGap } = getComputedStyle(grid)
  const row = pixels(gridAutoRows)
  return {
    columns: Math.max(1, gridTemplateColumns.split(' ').length),
    step: row > 0 ? row + pixels(rowGap) : FALLBACK_STEP_PX,
  }
}

/**
 * Which cards of a long grid are drawn: those in the window and a few rows around it, so that hundreds cost no more than a
 * screenful. Rows have one height, which the style sheet sets as `grid-auto-rows`; `style` keeps the space of the others.
 */
export function useGridWindow(count: number) {
  const [grid, setGrid] = useState<HTMLElement | null>(null)
  const [measured, setMeasured] = useState<Measured>()
  const scale = useRef<{ columns: number; step: number }>(undefined)

  const look = useCallback(() => {
    // In a hidden tab nothing can be measured, and nothing changes.
    if (!grid || grid.clientWidth === 0) return
    scale.current ??= scaleOf(grid)
    const next = measure(grid, scale.current)
    setMeasured((known) =>
      known &&
      known.columns === next.columns &&
      known.step === next.step &&
      known.firstRow === next.firstRow &&
      known.lastRow === next.lastRow
        ? known
        : next,
    )
  }, [grid])

  useLayoutEffect(look, [look, count])
  useEffect(() => {
    if (!grid) return
    const resize = () => {
      scale.current = undefined
      look()
    }
    // What stands above the grid may grow, too.
    const observer = new ResizeObserver(resize)
    observer.observe(grid)
    observer.observe(document.body)
    addEventListener('scroll', look, { passive: true })
    addEventListener('resize', resize)
    return () => {
      observer.disconnect()
      removeEventListener('scroll', look)
      removeEventListener('resize', resize)
    }
  }, [grid, look])

  if (!measured) return { ref: setGrid, first: 0, last: Math.min(count, FIRST_CARDS), style: undefined }
  const { columns, step, firstRow, lastRow } = measured
  const rows = Math.ceil(count / columns)
  const from = Math.min(firstRow, Math.max(0, rows - 1))
  const to = Math.min(rows, lastRow)
  const style: CSSProperties = { paddingBlock: `${from * step}px ${(rows - to) * step}px` }
  return { ref: setGrid, first: from * columns, last: Math.min(count, to * columns), style }
}

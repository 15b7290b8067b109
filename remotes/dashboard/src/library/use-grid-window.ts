import { useCallback, useEffect, useLayoutEffect, useRef, useState, type CSSProperties } from 'react'

/** Number of rows that are rendered beyond each edge of the window. */
const OVERSCAN = 1
const FALLBACK: Scale = { columns: 1, row: 288, gap: 24 }
const FIRST_CARDS = 12
/** Height of all rows, for the style sheet. */
const ROW = '--row'

type Scale = { columns: number; row: number; gap: number }
type Measured = Scale & { firstRow: number; lastRow: number }

const pixels = (text: string) => Number(/^([\d.]+)px/.exec(text)?.[1] ?? 0)

/** All rows get the height of the tallest rendered one, so that all positions are known. */
function scaleOf(grid: HTMLElement, known: Scale | undefined): Scale {
  const { gridTemplateColumns, gridTemplateRows, rowGap } = getComputedStyle(grid)
  const columns = Math.max(1, gridTemplateColumns.split(' ').length)
  const row = Math.max(...gridTemplateRows.split(' ').map(pixels))
  if (row === 0) return known ?? FALLBACK
  const gap = pixels(rowGap)
  if (known && row <= known.row) return { ...known, columns, gap }
  grid.style.setProperty(ROW, `${row}px`)
  if (known) {
    // The visible cards stay in place while the space above them grows.
    const above = pixels(grid.style.paddingBlockStart)
    scrollBy({ top: above * ((row + gap) / (known.row + gap) - 1), behavior: 'instant' })
  }
  return { columns, row, gap }
}

const isSame = (one: Measured, other: Measured) =>
  (Object.keys(one) as (keyof Measured)[]).every((name) => one[name] === other[name])

/**
 * Virtualizes a long grid: only rows in or near the window are rendered. `style` reserves the space of the others, with the
 * height of the tallest row seen at this width.
 */
export function useGridWindow(count: number) {
  const [grid, setGrid] = useState<HTMLElement | null>(null)
  const [measured, setMeasured] = useState<Measured>()
  const scale = useRef<Scale & { width: number }>(undefined)

  const look = useCallback(() => {
    // Measuring a hidden tab would force its layout.
    if (!grid || grid.checkVisibility?.() === false || grid.clientWidth === 0) return
    const width = grid.clientWidth
    if (scale.current?.width !== width) {
      grid.style.removeProperty(ROW)
      scale.current = undefined
    }
    const present = scaleOf(grid, scale.current)
    scale.current = { ...present, width }
    const { top } = grid.getBoundingClientRect()
    const step = present.row + present.gap
    const next = {
      ...present,
      firstRow: Math.max(0, Math.floor(-top / step) - OVERSCAN),
      lastRow: Math.max(0, Math.ceil((innerHeight - top) / step) + OVERSCAN),
    }
    setMeasured((before) => (before && isSame(before, next) ? before : next))
  }, [grid])

  // A new card may be taller than the others.
  useLayoutEffect(look, [look, count, measured])
  useEffect(() => {
    if (!grid) return
    // Content above the grid may also grow.
    const observer = new ResizeObserver(look)
    observer.observe(grid)
    observer.observe(document.body)
    addEventListener('scroll', look, { passive: true })
    addEventListener('resize', look)
    return () => {
      observer.disconnect()
      removeEventListener('scroll', look)
      removeEventListener('resize', look)
    }
  }, [grid, look])

  /** Scrolls until this card is drawn, in the upper half of the window. */
  const reveal = useCallback(
    (index: number) => {
      if (!grid || !scale.current) return
      const { row, gap, columns } = scale.current
      const top = grid.getBoundingClientRect().top + Math.floor(index / columns) * (row + gap)
      scrollBy({ top: top - innerHeight / 4, behavior: 'instant' })
    },
    [grid],
  )

  const all = { ref: setGrid, reveal }
  if (!measured) return { ...all, first: 0, last: Math.min(count, FIRST_CARDS), style: undefined }
  const { columns, row, gap, firstRow, lastRow } = measured
  const rows = Math.ceil(count / columns)
  const from = Math.min(firstRow, Math.max(0, rows - 1))
  const to = Math.min(rows, lastRow)
  const step = row + gap
  const style: CSSProperties = { paddingBlock: `${from * step}px ${(rows - to) * step}px` }
  return { ...all, first: from * columns, last: Math.min(count, to * columns), style }
}

import { useCallback, useLayoutEffect, useRef, useState } from 'react'

const OVERSCAN = 6
const DEFAULT_HEIGHT = 640

type Options = {
  count: number
  height: number
  /** Index of the expanded entry, which has the height of its content; -1 for none. */
  open: number
}

/** Virtual scrolling: renders only the visible part, so that thousands of notes open and filter fast. */
export function useWindow({ count, height, open }: Options) {
  const box = useRef<HTMLDivElement>(null)
  const openEntry = useRef<HTMLLIElement>(null)
  const [{ top, shown }, setSight] = useState({ top: 0, shown: DEFAULT_HEIGHT })
  const [openHeight, setOpenHeight] = useState(height)
  const extra = open >= 0 ? Math.max(openHeight - height, 0) : 0

  const look = useCallback(() => {
    const { current: list } = box
    if (list) setSight({ top: list.scrollTop, shown: list.clientHeight || DEFAULT_HEIGHT })
  }, [])
  useLayoutEffect(() => {
    look()
    const { current: list } = box
    if (!list) return
    const observer = new ResizeObserver(look)
    observer.observe(list)
    return () => observer.disconnect()
  }, [look])
  // Measured after every render: a reply, an editor or another note changes the height.
  useLayoutEffect(() => {
    const { current: entry } = openEntry
    if (!entry) return
    const measure = () => setOpenHeight(entry.offsetHeight)
    measure()
    const observer = new ResizeObserver(measure)
    observer.observe(entry)
    return () => observer.disconnect()
  })

  const startOf = (entry: number) => entry * height + (open >= 0 && entry > open ? extra : 0)
  const entryAt = (place: number) => {
    if (open < 0 || place < (open + 1) * height) return Math.floor(place / height)
    return Math.max(Math.floor((place - extra) / height), open)
  }
  const first = Math.max(Math.min(entryAt(top), count - 1) - OVERSCAN, 0)
  const end = Math.min(entryAt(top + shown) + 1 + OVERSCAN, count)
  return {
    box,
    openEntry,
    /** Renders entries from `first` up to, but not including, `end`; `before` and `behind` are paddings in pixels. */
    first,
    end,
    before: startOf(first),
    behind: Math.max(startOf(count) - startOf(end), 0),
    look,
    scrollTo(entry: number) {
      const { current: list } = box
      if (!list) return
      const start = entry * height
      const isInSight = start >= list.scrollTop && start + height <= list.scrollTop + list.clientHeight
      if (!isInSight) list.scrollTop = Math.max(start - height / 2, 0)
      look()
    },
  }
}

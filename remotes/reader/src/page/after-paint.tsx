import { useEffect, useState, type ReactNode } from 'react'

/** Its children come after the page's first frame: the lines are read first, and wait for nothing that can come behind them. */
export function AfterPaint({
  placeholder = null,
  children,
}: {
  placeholder?: ReactNode
  children: ReactNode
}) {
  const [isPainted, setPainted] = useState(false)
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined
    const frame = requestAnimationFrame(() => {
      timer = setTimeout(() => setPainted(true))
    })
    return () => {
      cancelAnimationFrame(frame)
      clearTimeout(timer)
    }
  }, [])
  return isPainted ? children : placeholder
}

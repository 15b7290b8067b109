import { useEffect } from 'react'

/** While a file can be dropped somewhere on the page, one that misses must not make the browser leave it. */
export function useStrayDrops(): void {
  useEffect(() => {
    const keep = (event: DragEvent) => {
      if (!event.dataTransfer?.types.includes('Files')) return
      if (!event.defaultPrevented) event.dataTransfer.dropEffect = 'none'
      event.preventDefault()
    }
    addEventListener('dragover', keep)
    addEventListener('drop', keep)
    return () => {
      removeEventListener('dragover', keep)
      removeEventListener('drop', keep)
    }
  }, [])
}

import { useEffect } from 'react'

/** Ignores files that are dropped outside the upload area: the browser would open them. */
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

import { useEffect } from 'react'
import { useOpenScript } from '../../page/open-script.ts'
import { bringIntoSight, lineElement } from '../../page/narration/in-sight.ts'
import type { HearItem } from './hear-items.ts'

/** Shows the page of the line that is heard, and marks it. The place in the script does not move. */
export function HeardLine({ item }: { item: HearItem | undefined }) {
  const { player } = useOpenScript()
  const index = item?.kind === 'line' && item.of === 'new' ? item.index : undefined
  useEffect(() => {
    if (index === undefined) return
    player.show(index)
    const frame = requestAnimationFrame(() => bringIntoSight(lineElement(index)))
    return () => cancelAnimationFrame(frame)
  }, [player, index])
  if (index === undefined) return null
  // The rows belong to the sheet, which shows the place in the script.
  return (
    <style>{`[data-line-index="${index}"] [role="button"] { background: color-mix(in srgb, var(--as-primary) 14%, transparent); box-shadow: -4px 0 0 var(--as-primary); }`}</style>
  )
}

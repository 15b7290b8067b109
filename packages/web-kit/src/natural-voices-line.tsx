import type { NaturalVoices } from '@andscene/contracts/natural-voices'
import { useEffect, useRef } from 'react'
import { useNaturalVoices } from './natural-voices.ts'
import { COMING_POLL_MS, naturalVoicesText } from './natural-voices-text.ts'

/**
 * Where the natural voices are, in one quiet line that follows them while it is shown; nothing once they are here. Said aloud
 * when they are on their way and when they have come, not at each step between.
 */
export function NaturalVoicesLine({ className }: { className?: string | undefined }) {
  const natural = useNaturalVoices(COMING_POLL_MS)
  const text = naturalVoicesText(natural)
  const region = useAnnouncement(natural?.state)
  return (
    <>
      {text !== undefined && (
        <p className={className} dir="auto">
          {text}
        </p>
      )}
      <output ref={region} className="as-visually-hidden" />
    </>
  )
}

/** Fills a live region. It stands there before its words do, or a screen reader would not read them. */
function useAnnouncement(state: NaturalVoices['state'] | undefined) {
  const region = useRef<HTMLOutputElement>(null)
  useEffect(() => {
    const { current } = region
    if (!current) return
    if (state === 'coming') current.textContent = 'Natural voices are on their way.'
    else current.textContent = state === 'ready' && current.textContent ? 'Natural voices are here.' : ''
  }, [state])
  return region
}

import type { NaturalVoices } from '@andscene/contracts/voices/natural-voices'
import { useEffect, useRef } from 'react'
import { useNaturalVoices } from './natural-voices.ts'
import { COMING_POLL_MS, naturalVoicesText } from './natural-voices-text.ts'

/**
 * Shows the progress of loading the natural voices; nothing once they are ready. Screen readers announce start and end,
 * not each percentage.
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

/** Fills a live region. Screen readers announce only changes of an existing region. */
function useAnnouncement(state: NaturalVoices['state'] | undefined) {
  const region = useRef<HTMLOutputElement>(null)
  useEffect(() => {
    const { current } = region
    if (!current) return
    if (state === 'coming') current.textContent = 'Loading natural voices.'
    else current.textContent = state === 'ready' && current.textContent ? 'Natural voices are ready.' : ''
  }, [state])
  return region
}

import { useEffect, useMemo, useState } from 'react'
import type { Script } from '@andscene/contracts/script'
import { useOpenScript } from '../../page/open-script.ts'
import notices from '../../page/narration/notices.module.css'
import { isActive } from '../../player/engine/state.ts'
import { usePlayerState } from '../../player/playbacks.ts'
import { loadDrafts, useDraftsParts } from '../late-drafts.ts'

/** Tells that another draft became the present one, once the line that is heard has ended; the user chooses when to go over. */
export function NewDraftNotice() {
  const { next } = useOpenScript()
  return next && <Notice key={next.draft?.number} next={next} />
}

function Notice({ next }: { next: Script }) {
  const { player, goOver } = useOpenScript()
  const [isStaying, setStaying] = useState(false)
  const isTold = useLineEnded()
  const count = useChanges(next)
  if (!isTold) return null
  const name = next.draft?.name ?? 'Draft'
  const changes = count === undefined ? '' : count === 1 ? ' · 1 change' : ` · ${count} changes`
  const go = () => {
    goOver()
    player.follow()
  }
  const button = (
    <button type="button" className={isStaying ? 'as-button' : 'as-button as-button-primary'} onClick={go}>
      Go to the New Draft
    </button>
  )
  return (
    <section className={notices.message} aria-label="New draft">
      <output className={notices.words}>
        {isStaying ? 'Newer draft: ' : 'A new draft is here: '}
        <b dir="auto">{name}</b>
        {changes}
      </output>
      <div className={notices.actions}>
        {!isStaying && (
          <button type="button" className="as-button" onClick={() => setStaying(true)}>
            Stay
          </button>
        )}
        {button}
      </div>
    </section>
  )
}

/** Whether the line that was heard when this was first asked has ended. */
function useLineEnded(): boolean {
  const { player } = useOpenScript()
  const state = usePlayerState(player)
  const [heard] = useState(() => (isActive(state) ? state.line : undefined))
  const [isOver, setOver] = useState(heard === undefined)
  const hasEnded = !isActive(state) || state.line !== heard
  if (hasEnded && !isOver) setOver(true)
  return isOver || hasEnded
}

/** Number of places that changed; undefined until both drafts are compared, and if that code does not load. */
function useChanges(next: Script): number | undefined {
  const { lines } = useOpenScript()
  const parts = useDraftsParts()
  useEffect(() => {
    loadDrafts().catch(() => undefined)
  }, [])
  return useMemo(() => parts?.compareDrafts(lines, next.content.lines).places.length, [parts, lines, next])
}

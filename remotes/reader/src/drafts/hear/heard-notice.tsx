import { NO_LINE } from '@andscene/contracts/limits'
import { useQuery } from '@tanstack/react-query'
import { useState, type ReactNode } from 'react'
import { useOpenScript } from '../../page/open-script.ts'
import { progressQuery } from '../../page/script-query.ts'
import { useDrafts } from '../drafts-context.ts'
import { useDraftsParts } from '../late-drafts.ts'
import { useComparison } from '../use-opened-drafts.ts'

/** "12 changes since you listened", with "Play Changes", once both drafts are loaded. */
export function HeardNotice() {
  const open = useOpenScript()
  const { drafts, isOlder, areChangesShown, change } = useDrafts()
  const [dismissed, setDismissed] = useState<number>()
  const { data: progress } = useQuery({ ...progressQuery(open.script._id), enabled: false })
  const isOffered =
    drafts !== undefined && !open.next && !isOlder && !drafts.isHeard && dismissed !== drafts.present
  const since = isOffered ? drafts.drafts.find(({ number }) => number === drafts.heard) : undefined
  const { comparison } = useComparison(open, since?.number)
  const changeParts = useDraftsParts()
  if (!since || !comparison || !changeParts || areChangesShown || comparison.places.length === 0) return null
  return (
    <changeParts.HeardStrip
      since={since}
      comparison={comparison}
      hasListened={(progress?.lastPlayedLineIndex ?? NO_LINE) !== NO_LINE}
      onShow={() => change({ areChangesShown: true, since: since.number })}
      onClose={() => setDismissed(drafts?.present)}
    />
  )
}

/** What is heard of the changes, in the place of the bars that offer it. */
export function HearNotice({ children }: { children: ReactNode }) {
  const parts = useDraftsParts()
  return parts ? <parts.HearBar>{children}</parts.HearBar> : children
}

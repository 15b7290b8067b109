import type { Draft, Drafts } from '@andscene/contracts/drafts'
import { DRAFTS_LIMIT } from '@andscene/contracts/limits'
import { classNames } from '@andscene/web-kit/class-names'
import parts from '@andscene/web-kit/parts.module.css'
import { useRef } from 'react'
import { counted, sizeText } from './draft-text.ts'
import { DraftRow } from './draft-row.tsx'
import styles from './drafts.module.css'

type Props = {
  scriptId: string
  title: string
  drafts: Drafts
  mayCast: boolean
  isOwner: boolean
  onGo: (address: string) => void
}

/** The drafts, the latest first. */
export function DraftList({ drafts, mayCast, ...row }: Props) {
  const heading = useRef<HTMLHeadingElement>(null)
  const ordered = drafts.drafts.toSorted((a, b) => b.number - a.number)
  return (
    <section>
      <h3 ref={heading} tabIndex={-1} className={styles.heading}>
        {counted(ordered.length, 'draft')}
      </h3>
      <ul className={classNames(parts.list, styles.list)}>
        {ordered.map((draft) => (
          <DraftRow
            key={draft.number}
            draft={draft}
            drafts={drafts}
            mayCast={mayCast}
            heading={heading}
            {...row}
          />
        ))}
      </ul>
      {mayCast && <Facts drafts={drafts.drafts} />}
    </section>
  )
}

function Facts({ drafts }: { drafts: readonly Draft[] }) {
  const bytes = drafts.reduce((sum, draft) => sum + (draft.bytes ?? 0), 0)
  const size =
    bytes > 0 &&
    `${drafts.length === 1 ? 'It takes' : 'Together they take'} ${sizeText(bytes)} of the owner’s library.`
  const only = drafts.length === 1 && 'The only draft cannot be deleted. Delete the script instead.'
  const full =
    drafts.length >= DRAFTS_LIMIT &&
    `A script has at most ${DRAFTS_LIMIT} drafts. Delete one before you upload another.`
  return <p className={parts.hint}>{[size, only, full].filter(Boolean).join(' ')}</p>
}

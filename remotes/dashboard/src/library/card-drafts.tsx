import type { ScriptListItem } from '@andscene/contracts/script'
import { classNames } from '@andscene/web-kit/class-names'
import { DraftsIcon } from '@andscene/web-kit/icons/things'
import parts from '@andscene/web-kit/parts.module.css'
import { tip } from '@andscene/web-kit/tooltip'
import { Dropdown } from 'antd'
import { useLayoutEffect, useRef, useState, type ReactNode } from 'react'
import { Link } from 'react-router-dom'
import { counted, formatNumber } from './card-state.ts'
import { addressOf } from './preload-script.ts'
import styles from './script-card.module.css'

export type OpenDrafts = (script: ScriptListItem, startsNew: boolean) => void

type Props = {
  script: ScriptListItem
  mayCast: boolean
  headingId: string
  onDrafts: OpenDrafts | undefined
}

/** Focuses the first choice in the first frame, so that the menu receives the next key. */
function FromFirst({ children }: { children: ReactNode }) {
  const root = useRef<HTMLDivElement>(null)
  useLayoutEffect(
    () => root.current?.querySelector<HTMLElement>('[role=menuitem]')?.focus({ preventScroll: true }),
    [],
  )
  return <div ref={root}>{children}</div>
}
const fromFirst = (menu: ReactNode) => <FromFirst>{menu}</FromFirst>

/** Opens the drafts of a script, or the upload of a new one; hidden with an older backend. */
export function DraftsMenu({ script, mayCast, headingId, onDrafts }: Props) {
  const [open, setOpen] = useState(false)
  const count = script.draftCount ?? 1
  if (!onDrafts || !script.draft || (!mayCast && count < 2)) return null
  const button = (
    <button
      type="button"
      className={classNames(parts.textButton, styles.button, styles.icon)}
      data-action="drafts"
      aria-label="Drafts"
      aria-describedby={headingId}
      {...(mayCast ? { 'aria-haspopup': 'menu', 'aria-expanded': open } : {})}
      onClick={mayCast ? undefined : () => onDrafts(script, false)}
      {...tip('Drafts')}
    >
      <DraftsIcon />
    </button>
  )
  if (!mayCast) return button
  return (
    <Dropdown
      trigger={['click']}
      placement="bottomRight"
      popupRender={fromFirst}
      transitionName=""
      destroyOnHidden
      open={open}
      onOpenChange={setOpen}
      menu={{
        items: [
          { key: 'new', label: 'New Draft' },
          { key: 'all', label: count > 1 ? `Drafts (${formatNumber(count)})` : 'Drafts' },
        ],
        onClick: ({ key, domEvent }) => {
          // Otherwise Enter would also press the button that gets the focus.
          domEvent.preventDefault()
          setOpen(false)
          onDrafts(script, key === 'new')
        },
      }}
    >
      {button}
    </Dropdown>
  )
}

/** "12 changes since you listened": opens the script with these changes. */
export function ChangesSinceHeard({ script, headingId }: { script: ScriptListItem; headingId: string }) {
  const { _id, heard } = script
  if (!heard || heard.changes === 0) return null
  return (
    <Link
      to={`${addressOf(_id)}?changes=${heard.draft}`}
      className={styles.news}
      aria-describedby={headingId}
    >
      {counted(heard.changes, 'change')} since you listened
    </Link>
  )
}

import { may } from '@andscene/contracts/sharing/may'
import type { ScriptListItem } from '@andscene/contracts/script'
import type { SharedScript } from '@andscene/contracts/sharing/sharing'
import { classNames } from '@andscene/web-kit/class-names'
import { ScriptIcon } from '@andscene/web-kit/icons/things'
import parts from '@andscene/web-kit/parts.module.css'
import { Button, Flex } from 'antd'
import { memo } from 'react'
import { useWantedFocus, type WantedFocus } from './actions/use-card-focus.ts'
import type { OpenDrafts } from './card-drafts.tsx'
import { ScriptCard, type Actions } from './script-card.tsx'
import styles from './script-grid.module.css'
import { useGridWindow } from './use-grid-window.ts'

type Props = Actions & {
  onDrafts?: OpenDrafts | undefined
  scripts: readonly (ScriptListItem | SharedScript)[]
  clearingIds?: readonly string[]
  sharingId?: string | undefined
  freshId?: string | undefined
  /** The control of a card that gets the focus if it is lost. */
  wanted?: WantedFocus | undefined
}

/** The cards in columns of 400 px (product §2), rendered when they scroll into view. */
export const ScriptGrid = memo(function ScriptGrid(props: Props) {
  const { scripts, clearingIds, sharingId, freshId, wanted, onRename, ...handlers } = props
  const { ref, first, last, style, reveal } = useGridWindow(scripts.length)
  useWantedFocus(wanted, scripts, { first, last, reveal })
  return (
    <ul ref={ref} className={classNames(parts.list, styles.grid)} style={style}>
      {scripts.slice(first, last).map((script, index) => (
        <li
          key={script._id}
          className={styles.cell}
          aria-setsize={scripts.length}
          aria-posinset={first + index + 1}
        >
          <ScriptCard
            script={script}
            clearing={clearingIds?.includes(script._id) ?? false}
            sharing={sharingId === script._id}
            fresh={freshId === script._id}
            onRename={'role' in script && !may(script.role, 'cast') ? undefined : onRename}
            {...handlers}
          />
        </li>
      ))}
    </ul>
  )
})

type NoScriptsProps = {
  /** Whether other content follows below. */
  low: boolean
  onUpload: () => void
  onSample: () => void
}

/** Shown when the library is empty (product §2). */
export function NoScripts({ low, onUpload, onSample }: NoScriptsProps) {
  return (
    <Flex
      vertical
      align="center"
      className={classNames(parts.card, styles.empty)}
      data-low={low || undefined}
    >
      <span className={parts.disc} aria-hidden="true">
        <ScriptIcon />
      </span>
      <h2 className={classNames(parts.title, styles.emptyTitle)}>No scripts uploaded yet</h2>
      <p className={styles.emptyText}>Upload your first Final Draft script to get started</p>
      <Flex wrap justify="center" gap={12}>
        <Button type="primary" size="large" onClick={onUpload}>
          Upload Script
        </Button>
        <Button size="large" onClick={onSample}>
          Try a sample script
        </Button>
      </Flex>
    </Flex>
  )
}

import { SearchIcon } from '@andscene/web-kit/icons/actions'
import { tip } from '@andscene/web-kit/tooltip'
import { Badge, Button, Input, Modal, Switch } from 'antd'
import styles from './casting-form.module.css'
import { ControlsIcon, FilterIcon, SuggestIcon } from '../icons.tsx'
import { useState } from 'react'

type Props = {
  assigned: number
  total: number
  filterCount: number
  find: string
  onFind: (find: string) => void
  onSuggest: () => void
  onFilters: () => void
  onSettings: () => void
}

export function CastingTools(props: Props) {
  const { assigned, total, filterCount, find, onFind, onSuggest, onFilters, onSettings } = props
  return (
    <div className={styles.tools}>
      <output className={styles.count}>
        {assigned} of {total} characters have a voice
      </output>
      <Input
        type="search"
        className={styles.find ?? ''}
        prefix={<SearchIcon size={16} />}
        placeholder="Find a character"
        aria-label="Find a character"
        autoComplete="off"
        allowClear
        value={find}
        onChange={(event) => onFind(event.target.value)}
      />
      <Button icon={<SuggestIcon />} onClick={onSuggest}>
        Suggest a cast
      </Button>
      <Badge
        count={filterCount}
        color="var(--as-primary)"
        title=""
        {...tip(filterCount === 1 ? '1 active filter' : `${filterCount} active filters`)}
      >
        <Button icon={<FilterIcon />} onClick={onFilters}>
          Voice Filters
        </Button>
      </Badge>
      <Button
        icon={<ControlsIcon />}
        {...tip('Voice Assignment Settings')}
        aria-label="Voice Assignment Settings"
        onClick={onSettings}
      />
    </div>
  )
}

type SettingsProps = {
  showAssigned: boolean
  onShowAssigned: (show: boolean) => void
  onClearAll: () => void
  onClosed: () => void
}

export function CastingSettingsDialog({ showAssigned, onShowAssigned, onClearAll, onClosed }: SettingsProps) {
  const [isOpen, setOpen] = useState(true)
  return (
    <Modal
      open={isOpen}
      title="Voice Assignment Settings"
      width={480}
      centered
      footer={null}
      onCancel={() => setOpen(false)}
      afterClose={onClosed}
    >
      <div className={styles.row}>
        <label htmlFor="show-assigned">Show assigned characters</label>
        <Switch id="show-assigned" checked={showAssigned} onChange={onShowAssigned} />
      </div>
      <div className={styles.row}>
        <p className={styles.hint}>Takes the voices of all characters, narration and scene headings away.</p>
        <Button className={styles.clear ?? ''} danger onClick={onClearAll}>
          Clear All Voice Assignments
        </Button>
      </div>
    </Modal>
  )
}

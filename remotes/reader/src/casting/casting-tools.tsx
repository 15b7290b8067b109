import { Badge, Button } from 'antd'
import styles from './casting-form.module.css'
import { ControlsIcon, FilterIcon, SuggestIcon } from '../icons.tsx'

type Props = {
  /** Characters with a voice, and all of them. */
  assigned: number
  total: number
  filterCount: number
  onSuggest: () => void
  onFilters: () => void
  onSettings: () => void
}

/** How far the casting is, and what helps with it. */
export function CastingTools({ assigned, total, filterCount, onSuggest, onFilters, onSettings }: Props) {
  return (
    <div className={styles.tools}>
      <output className={styles.count}>
        {assigned} of {total} characters have a voice
      </output>
      <Button icon={<SuggestIcon />} onClick={onSuggest}>
        Suggest a cast
      </Button>
      <Badge count={filterCount}>
        <Button icon={<FilterIcon />} onClick={onFilters}>
          Voice Filters
        </Button>
      </Badge>
      <Button
        icon={<ControlsIcon />}
        title="Voice Assignment Settings"
        aria-label="Voice Assignment Settings"
        onClick={onSettings}
      />
    </div>
  )
}

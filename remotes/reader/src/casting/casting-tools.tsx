import { FilterOutlined, SettingOutlined } from '@ant-design/icons'
import { Badge, Button } from 'antd'
import styles from './casting-form.module.css'

type Props = {
  /** Characters with a voice, and all of them. */
  assigned: number
  total: number
  filterCount: number
  onFilters: () => void
  onSettings: () => void
}

/** How far the casting is, and what helps with it. */
export function CastingTools({ assigned, total, filterCount, onFilters, onSettings }: Props) {
  return (
    <div className={styles.tools}>
      <output className={styles.count}>
        {assigned} of {total} characters have a voice
      </output>
      <Badge count={filterCount}>
        <Button icon={<FilterOutlined />} onClick={onFilters}>
          Voice Filters
        </Button>
      </Badge>
      <Button
        icon={<SettingOutlined />}
        title="Voice Assignment Settings"
        aria-label="Voice Assignment Settings"
        onClick={onSettings}
      />
    </div>
  )
}

import { tip } from '@andscene/web-kit/tooltip'
import { Grid, Tabs } from 'antd'
import type { ReactNode } from 'react'
import type { ActChoice } from './characters.ts'
import styles from './casting-form.module.css'

type Props = { acts: readonly number[]; act: ActChoice; onAct: (act: ActChoice) => void; children: ReactNode }

/** ALL CHARACTERS and one tab per act, in short on a small screen (product §2); of a single act none. */
export function ActTabs({ acts, act, onAct, children }: Props) {
  const isWide = Grid.useBreakpoint().sm ?? true
  const tab = (choice: ActChoice, long: string, short: string) => ({
    key: String(choice),
    label: isWide ? long : <span {...tip(long)}>{short}</span>,
    children: choice === act ? children : null,
  })
  return (
    <Tabs
      className={styles.tabs ?? ''}
      activeKey={String(act)}
      onChange={(key) => onAct(key === 'all' ? 'all' : Number(key))}
      destroyOnHidden
      items={[
        tab('all', 'ALL CHARACTERS', 'All'),
        // One act is all of them.
        ...(acts.length > 1 ? acts : []).map((number) => tab(number, `ACT ${number}`, String(number))),
      ]}
    />
  )
}

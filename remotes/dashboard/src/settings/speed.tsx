import { RATES } from '@andscene/contracts/preferences'
import { usePreferences } from '@andscene/web-kit/preferences-query'
import { Grid, Segmented } from 'antd'
import { useId } from 'react'
import { Row } from './section.tsx'

/** How fast scripts are read, everywhere. */
export function Speed() {
  const { preferences, change } = usePreferences()
  const nameId = useId()
  const { sm: isWide = true } = Grid.useBreakpoint()
  return (
    <>
      <Row name="Speed" nameId={nameId} hint="The same on all your devices." />
      <Segmented
        block
        size={isWide ? 'middle' : 'small'}
        // Or its radio buttons would be of one group with those of what is read aloud.
        name="speed"
        aria-labelledby={nameId}
        disabled={preferences.data === undefined}
        options={RATES.map((rate) => ({ value: rate, label: `${rate}×` }))}
        value={preferences.data?.rate ?? 1}
        onChange={(rate) => change({ rate })}
      />
    </>
  )
}

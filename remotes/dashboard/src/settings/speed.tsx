import { RATES, type Rate } from '@andscene/contracts/voices/rates'
import { usePreferences } from '@andscene/web-kit/preferences-query'
import { Grid, Segmented, Select } from 'antd'
import { useId } from 'react'
import { Row } from './section.tsx'

export function Speed() {
  const { preferences, change } = usePreferences()
  const nameId = useId()
  const { sm: isWide = true } = Grid.useBreakpoint()
  const choice = {
    'aria-labelledby': nameId,
    disabled: preferences.data === undefined,
    options: RATES.map((rate) => ({ value: rate, label: `${rate}×` })),
    value: preferences.data?.rate ?? 1,
    onChange: (rate: Rate) => change({ rate }),
  }
  return (
    <>
      <Row name="Speed" nameId={nameId} hint="The same on all your devices." />
      {isWide ? (
        // Without a name, its radio buttons would share a group with those of ReadAloud.
        <Segmented block name="speed" {...choice} />
      ) : (
        <Select style={{ width: '100%' }} size="large" {...choice} />
      )}
    </>
  )
}

import { useSnackbar } from '@andscene/web-kit/snackbar'
import { useEffect, useEffectEvent } from 'react'
import { useMay, useOpenScript } from '../page/open-script.ts'
import { directView, useDirectView } from './direct-view.ts'
import { loadDirecting, useDirectingParts } from './late-direct.ts'

/** The dialogs in which lines are directed, for users who may cast (product §5). */
export function Directing() {
  const { isSettled } = useOpenScript()
  const mayCast = useMay('cast')
  const snackbar = useSnackbar()
  const parts = useDirectingParts()
  const { lineId, isListOpen } = useDirectView()
  const isWanted = lineId !== null || isListOpen
  const isThere = parts !== undefined
  const fail = useEffectEvent((wasWanted: boolean) => {
    if (!wasWanted) return
    directView.close()
    snackbar.error('The directions did not load. Reload the page.', {
      action: { label: 'Reload page', run: () => location.reload() },
    })
  })
  useEffect(() => {
    if (mayCast && !isThere && (isSettled || isWanted)) loadDirecting().catch(() => fail(isWanted))
  }, [mayCast, isThere, isSettled, isWanted])
  useEffect(() => directView.close, [])
  return mayCast && parts ? <parts.DirectOverlays /> : null
}

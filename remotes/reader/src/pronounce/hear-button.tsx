import { Button } from 'antd'
import { use, useSyncExternalStore } from 'react'
import { PreviewsContext } from '../casting/voices/preview-button.tsx'
import { PreviewIcon, StopPreviewIcon } from '../icons.tsx'
import type { PreviewRequest } from '../player/output/previews.ts'

type Props = {
  label: string
  /** Undefined if no voice can be heard. */
  request: PreviewRequest | undefined
  /** Called before the first sound; false prevents it. */
  onHear?: () => boolean
}

/** Plays a text with a pronunciation, and stops it. */
export function HearButton({ label, request, onHear = () => true }: Props) {
  const previews = use(PreviewsContext)
  const state = useSyncExternalStore(previews.subscribe, () => {
    const snapshot = previews.getSnapshot()
    return request && snapshot.id === request.id ? snapshot.state : 'silent'
  })
  const isHeard = state === 'playing'
  return (
    <Button
      icon={isHeard ? <StopPreviewIcon /> : <PreviewIcon />}
      loading={state === 'loading'}
      disabled={!request}
      onClick={() => {
        if (request && (state !== 'silent' || onHear())) previews.toggle(request)
      }}
    >
      {isHeard ? 'Stop' : label}
    </Button>
  )
}

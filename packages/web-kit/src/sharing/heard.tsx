import { heardText } from './sharing-text.ts'
import { momentText } from '../text/dates.ts'

type Props = { lastHeardAt?: string | undefined; heard?: number | undefined }

export function Heard({ lastHeardAt, heard = 0 }: Props) {
  if (!lastHeardAt) return <span>Has not listened yet</span>
  return (
    <>
      <span>{heardText(heard)}</span>
      <span>
        last <time dateTime={lastHeardAt}>{momentText(lastHeardAt)}</time>
      </span>
    </>
  )
}

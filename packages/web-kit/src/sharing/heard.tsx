import { heardText, momentText } from './sharing-text.ts'

type Props = { lastHeardAt?: string | undefined; heard?: number | undefined }

/** How far somebody has listened, and when last. */
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

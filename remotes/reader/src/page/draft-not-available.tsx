import { PageTitle } from '@andscene/web-kit/page-title'
import parts from '@andscene/web-kit/parts.module.css'
import { useDraftAddress } from '../drafts/draft-address.ts'

/** For a draft that was deleted, or that this user may not open. */
export function DraftNotAvailable() {
  const { change } = useDraftAddress()
  return (
    <div className={parts.message} role="alert">
      <PageTitle>Draft not available</PageTitle>
      <h1>This draft is not available</h1>
      <p>It may have been deleted, or you may not have access to it.</p>
      <button
        type="button"
        className="as-button as-button-primary"
        onClick={() => change({ draft: undefined }, true)}
      >
        Open present draft
      </button>
    </div>
  )
}

import { PageTitle } from '@andscene/web-kit/page-title'
import { LateKeptWords } from '../notes/late-kept-words.tsx'
import styles from './listen.module.css'

/** In place of a script whose link has expired, was withdrawn or never was: why, nobody is told. */
export const ClosedLink = ({ scriptId }: { scriptId?: string | undefined }) => (
  <div className={styles.message} role="alert">
    <PageTitle>This link no longer works</PageTitle>
    <h1>This link no longer works</h1>
    <p>It may have expired or been withdrawn. Whoever sent it to you can make a new one.</p>
    {scriptId !== undefined && <LateKeptWords scriptId={scriptId} />}
  </div>
)

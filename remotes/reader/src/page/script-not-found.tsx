import { PageTitle } from '@andscene/web-kit/page-title'
import { Link } from 'react-router-dom'
import styles from './script-page.module.css'

/** In place of a script that never was, or was deleted while it was read (product §2). */
export function ScriptNotFound() {
  return (
    <div className={styles.notFound} role="alert">
      <PageTitle>Script not found</PageTitle>
      <p>Script not found</p>
      <p>
        <Link to="/dashboard">Back to Your Scripts</Link>
      </p>
    </div>
  )
}

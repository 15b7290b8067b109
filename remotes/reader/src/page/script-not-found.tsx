import { Link } from 'react-router-dom'
import styles from './script-page.module.css'

/** In place of a script that never was, or was deleted while it was read (SPEC §2). */
export function ScriptNotFound() {
  return (
    <div className={styles.notFound} role="alert">
      <title>Script not found – And Scene</title>
      <p>Script not found</p>
      <p>
        <Link to="/dashboard">Back to Your Scripts</Link>
      </p>
    </div>
  )
}

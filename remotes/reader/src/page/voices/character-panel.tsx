import { Button } from 'antd'
import { useMemo } from 'react'
import { assignDialog } from './assign-dialog.ts'
import styles from './character-panel.module.css'
import { useOpenScript } from '../open-script.ts'

/** Who speaks with which voice (product §2, large screens): a voice's name, or Assign. */
export function CharacterPanel() {
  const { script, casting, isVoice, voiceNames } = useOpenScript()
  const entries = useMemo(
    () =>
      script.content.characters.map(({ character }) => {
        const { characterAssignments } = casting
        const voiceId = Object.hasOwn(characterAssignments, character)
          ? characterAssignments[character]
          : undefined
        const isAssigned = voiceId !== undefined && isVoice(voiceId)
        return { character, voiceAssigned: isAssigned ? (voiceNames?.get(voiceId) ?? '…') : undefined }
      }),
    [script, casting, isVoice, voiceNames],
  )
  return (
    <aside className={styles.panel} aria-label="Characters">
      <header className={styles.head}>
        <h2 className={styles.title}>Characters</h2>
        <Button type="link" size="small" className={styles.manage ?? ''} onClick={() => assignDialog.open()}>
          Manage All
        </Button>
      </header>
      <ul className={styles.list}>
        {entries.map(({ character, voiceAssigned }) => (
          <li key={character} className={styles.entry}>
            <span className={styles.name} dir="auto" title={character}>
              {character}
            </span>
            <button
              type="button"
              className={voiceAssigned ? styles.voice : styles.assign}
              aria-label={
                voiceAssigned
                  ? `${voiceAssigned}, voice of ${character}: change`
                  : `Assign a voice to ${character}`
              }
              onClick={() => assignDialog.open(character)}
            >
              {voiceAssigned ?? 'Assign'}
            </button>
          </li>
        ))}
      </ul>
      {entries.length === 0 && <p className={styles.empty}>No characters in this script.</p>}
    </aside>
  )
}

import { DeleteIcon, RenameIcon } from '@andscene/web-kit/icons/actions'
import { Button } from 'antd'
import type { Target } from './pronounce-form.tsx'
import styles from './pronounce.module.css'
import type { WordRow } from './pronounced-words.ts'

type Props = {
  row: WordRow
  onEdit: (target: Target) => void
  onRemove: (row: WordRow) => void
}

/** A word of the list, with its pronunciation if it has one. */
export function WordItem({ row, onEdit, onRemove }: Props) {
  const { word, pronunciation, isUnknown } = row
  return (
    <li className={styles.word} data-word={word}>
      <span className={styles.name}>
        <bdi>{word}</bdi>
        {isUnknown && <span className={styles.unknown}>Not in the dictionary</span>}
      </span>
      <span className={styles.says}>
        {pronunciation && (
          <>
            <bdi>{pronunciation.says}</bdi>
            <small>
              {pronunciation.as === 'ipa' && 'IPA'}
              {pronunciation.character !== undefined && (
                <>
                  {pronunciation.as === 'ipa' && ' · '}Only <bdi>{pronunciation.character}</bdi>
                </>
              )}
            </small>
          </>
        )}
      </span>
      <span className={styles.actions}>
        {pronunciation ? (
          <>
            <Button
              type="text"
              icon={<RenameIcon size={18} />}
              aria-label={`Edit the pronunciation of ${word}`}
              onClick={() => onEdit({ word, character: pronunciation.character, edited: pronunciation })}
            />
            <Button
              type="text"
              icon={<DeleteIcon size={18} />}
              aria-label={`Delete the pronunciation of ${word}`}
              onClick={() => onRemove(row)}
            />
          </>
        ) : (
          <Button aria-label={`Pronounce ${word}`} onClick={() => onEdit({ word })}>
            Pronounce…
          </Button>
        )}
      </span>
    </li>
  )
}

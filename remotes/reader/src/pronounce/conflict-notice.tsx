import { isolated } from '@andscene/contracts/text/isolated'
import type { Pronunciation } from '@andscene/contracts/voices/pronunciation'
import { Alert, Button, Flex } from 'antd'
import { useEffect, useRef } from 'react'

type Props = {
  word: string
  /** The present pronunciation; undefined if another editor deleted it. */
  theirs: Pronunciation | undefined
  onKeep: () => void
  onReplace: () => void
}

/** Shows another editor's change of the same word before the user's own replaces it. */
export function ConflictNotice({ word, theirs, onKeep, onReplace }: Props) {
  const keepButton = useRef<HTMLButtonElement>(null)
  // On a phone the question is below the window.
  useEffect(() => keepButton.current?.focus(), [])
  return (
    <Alert
      type="warning"
      role="alert"
      title={
        <Flex vertical gap={8}>
          <span>
            {theirs
              ? `Another editor changed “${isolated(word)}” to “${isolated(theirs.says)}”.`
              : `Another editor deleted the pronunciation of “${isolated(word)}”.`}
          </span>
          <Flex gap={8} wrap>
            <Button ref={keepButton} onClick={onKeep}>
              Keep their choice
            </Button>
            <Button onClick={onReplace}>Use mine</Button>
          </Flex>
        </Flex>
      }
    />
  )
}

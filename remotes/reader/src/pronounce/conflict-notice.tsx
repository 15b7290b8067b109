import { isolated } from '@andscene/contracts/text/isolated'
import type { Pronunciation } from '@andscene/contracts/voices/pronunciation'
import { Alert, Button, Flex } from 'antd'

type Props = {
  word: string
  /** The present pronunciation; undefined if another editor deleted it. */
  theirs: Pronunciation | undefined
  onKeep: () => void
  onReplace: () => void
}

/** Shows another editor's change of the same word before the user's own replaces it. */
export const ConflictNotice = ({ word, theirs, onKeep, onReplace }: Props) => (
  <Alert
    type="warning"
    showIcon
    role="alert"
    title={
      theirs
        ? `Another editor changed “${isolated(word)}” to “${isolated(theirs.says)}”.`
        : `Another editor deleted the pronunciation of “${isolated(word)}”.`
    }
    description={
      <Flex gap={8} wrap>
        <Button onClick={onKeep}>Keep their choice</Button>
        <Button onClick={onReplace}>Use mine</Button>
      </Flex>
    }
  />
)

import { may } from '@andscene/contracts/may'
import type { Script } from '@andscene/contracts/script'
import { useOpenScript } from '../page/open-script.ts'

/** Whether who has this role reads and writes notes. A backend that names no role has no notes. */
export const mayNoteAs = ({ role }: Pick<Script, 'role'>): boolean => role !== undefined && may(role, 'note')

/** Whether the person reads and writes notes here. */
export const useMayNote = (): boolean => mayNoteAs(useOpenScript().script)

import type { Line } from '@andscene/contracts/script'
import { lineKind } from './line-types.ts'

/**
 * Whether a line may have directions inside its speech (product §3), so that it sounds different where the narrator
 * reads them. Loads no rules, and is also true for brackets that are spoken.
 */
export const mayHaveDirections = ({ type, text }: Pick<Line, 'type' | 'text'>): boolean =>
  (lineKind(type) === 'Dialogue' || type === 'Lyrics') && /[([{]/.test(text)

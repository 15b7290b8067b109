import { classNames } from '@andscene/web-kit/class-names'

/** The classes of each line type, on the screen and on paper; unknown types look like Action. */
const LOOKS: Readonly<Record<string, readonly string[]>> = {
  Character: ['cue'],
  Dialogue: ['dialogue'],
  Parenthetical: ['parenthetical'],
  Transition: ['transition'],
  'Scene Heading': ['heading'],
  Scene: ['heading'],
  Shot: ['shot'],
  'New Act': ['act'],
  'End of Act': ['act', 'actEnd'],
  Lyrics: ['dialogue', 'lyrics'],
}

/** Returns the class names of a line type in a style sheet, which may leave some out. */
export const lookOf = (type: string, styles: Readonly<Record<string, string>>): string | undefined =>
  Object.hasOwn(LOOKS, type) ? classNames(...LOOKS[type]!.map((name) => styles[name])) : undefined

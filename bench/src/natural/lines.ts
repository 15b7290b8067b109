/** Lines of a screenplay that take 1 to 5 s to say; each number makes another. */
const FORMS = [
  (n: number) => `I never asked you to come back on the ${n}th, Eleanor.`,
  (n: number) => `He lifts the blind with one finger and counts to ${n}.`,
  (n: number) => `We have to go. Now, before they find boat number ${n}.`,
  (n: number) => `What happened in ${1_900 + (n % 100)} stays between you and me.`,
  (n: number) => `A door slams. ${n} people look up from their plates.`,
]

export const shortLine = (n: number): string => FORMS[n % FORMS.length]!(n)

/** About 7 s, the longest that the engine runs at once; each number makes another. */
export const lineOfSevenSeconds = (n: number): string =>
  `He crosses to window ${n}, lifts the blind with one finger, and waits for the car to pass before he speaks.`

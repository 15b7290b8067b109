/**
 * Style files that are installed. Rows of 256 numbers (float32), one for
 * each number of tokens from 0 to 509.
 */
export const STYLES: readonly string[] = [
  ...of('af', 'alloy aoede bella heart jessica kore nicole nova river sarah sky'),
  ...of('am', 'adam echo eric fenrir liam michael onyx puck santa'),
  ...of('bf', 'alice emma isabella lily'),
  ...of('bm', 'daniel fable george lewis'),
  ...of('ef', 'dora'),
  ...of('em', 'alex santa'),
  ...of('ff', 'siwis'),
  ...of('hf', 'alpha beta'),
  ...of('hm', 'omega psi'),
  ...of('if', 'sara'),
  ...of('im', 'nicola'),
  ...of('jf', 'alpha gongitsune nezumi tebukuro'),
  ...of('jm', 'kumo'),
  ...of('pf', 'dora'),
  ...of('pm', 'alex santa'),
  ...of('zf', 'xiaobei xiaoni xiaoxiao xiaoyi'),
  ...of('zm', 'yunjian yunxi yunxia yunyang'),
]

/** The first letter is the language, the second the gender. */
function of(kind: string, names: string): string[] {
  return names.split(' ').map((name) => `${kind}_${name}`)
}

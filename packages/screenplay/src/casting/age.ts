/** `adult` is 26 to 45 years old. */
export type Age = 'child' | 'young' | 'adult' | 'mature' | 'old'
export const AGES: readonly Age[] = ['child', 'young', 'adult', 'mature', 'old']

/** The provider's password policy (product §5), in the form the identity SDK asks for. */
export const PASSWORD_POLICY = {
  customStrengthOptions: {
    minPasswordLength: 8,
    maxPasswordLength: 15,
    containsLowercaseCharacter: true,
    containsUppercaseCharacter: true,
    containsNumericCharacter: true,
    containsNonAlphanumericCharacter: true,
  },
  allowedNonAlphanumericCharacters: [...'^$*.[]{}()?"!@#%&/\\,><\':;|_~-+= `'],
  enforcementState: 'ENFORCE',
  forceUpgradeOnSignin: false,
  schemaVersion: 1,
}

/** What of the policy `password` misses, in the provider's words. */
export function policyMisses(password: string): string[] {
  const { minPasswordLength, maxPasswordLength } = PASSWORD_POLICY.customStrengthOptions
  return [
    password.length < minPasswordLength && `Password must contain at least ${minPasswordLength} characters`,
    password.length > maxPasswordLength && `Password may contain at most ${maxPasswordLength} characters`,
    !/[a-z]/.test(password) && 'Password must contain a lower case character',
    !/[A-Z]/.test(password) && 'Password must contain an upper case character',
    !/\d/.test(password) && 'Password must contain a numeric character',
    !/[^A-Za-z0-9]/.test(password) && 'Password must contain a non-alphanumeric character',
  ].filter((miss) => miss !== false)
}

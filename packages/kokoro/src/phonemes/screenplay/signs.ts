/** Signs that are read where they stand in a word that nobody knows. */
export const SIGNS: Readonly<Record<string, string>> = {
  '/': 'slˈæʃ',
  '=': 'ˈikwᵊlz',
  '+': 'plˈʌs',
  '&': 'ænd',
  '@': 'æt',
  '%': 'pəɹsˈɛnt',
  '#': 'hˈæʃ',
  '—': '—',
}

export const letterRules = (_: unknown): Buffer[] => []
